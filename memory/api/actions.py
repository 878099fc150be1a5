"""What became of turns and of what was asked in them, gathered for an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memory.api.states import with_newer
from memory.models import ApiKey, ChatRequest, Decision, Memory, Turn
from memory.requests.answers import is_told
from memory.requests.kinds import Outcome

TELLS_MEMORIES = (Outcome.RECALLED, Outcome.QUEUED, Outcome.MOVED, Outcome.UNCLEAR)


def told_actions(rows: Sequence[ChatRequest]) -> list[ChatRequest]:
    """The requests that the chatbot is told of."""
    return [row for row in rows if is_told(row)]


def context_of(
    turns: Sequence[Turn], actions: Sequence[ChatRequest], key: ApiKey
) -> dict[str, Any]:
    """What the shapes of turns and actions need: two queries, however many there are."""
    return {"nothing": _nothing(turns), "memories": _memories(actions, key)}


def _nothing(turns: Sequence[Turn]) -> dict[str, str]:
    """By turn: why nothing of it is stored."""
    rows = Decision.objects.filter(
        turn_ref__in=[turn.id for turn in turns], action=Decision.Action.SKIP
    )
    return dict(rows.exclude(turn_ref="").values_list("turn_ref", "reason"))


def _memories(actions: Sequence[ChatRequest], key: ApiKey) -> dict[str, Memory]:
    """The memories to show. Who may only write is not told what is remembered."""
    if ApiKey.Scope.READ not in key.scopes:
        return {}
    shown = [row for row in actions if row.outcome in TELLS_MEMORIES]
    refs = {ref for row in shown for ref in row.memory_refs}
    rows = Memory.objects.visible().filter(
        id__in=refs, subject__in={row.subject_id for row in shown}
    )
    return with_newer(rows.select_related("subject", "source_session")).in_bulk()
