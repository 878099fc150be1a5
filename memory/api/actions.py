"""What became of turns and of what was asked in them, gathered for an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memory.models import ApiKey, ChatRequest, Decision, Turn
from memory.requests.answers import shown_memories


def context_of(
    turns: Sequence[Turn], actions: Sequence[ChatRequest], key: ApiKey
) -> dict[str, Any]:
    """What the shapes of turns and actions need: two queries, however many there are.

    A key that may only write is not told what is remembered.
    """
    may_read = ApiKey.Scope.READ in key.scopes
    return {"nothing": _nothing(turns), "memories": shown_memories(actions) if may_read else {}}


def _nothing(turns: Sequence[Turn]) -> dict[str, str]:
    """By turn: why nothing of it is stored."""
    rows = Decision.objects.filter(
        turn_ref__in=[turn.id for turn in turns], action=Decision.Action.SKIP
    )
    return dict(rows.values_list("turn_ref", "reason"))
