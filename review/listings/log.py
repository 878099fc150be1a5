"""The decision log as people read it: each decision with the statements it was about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from memory.models import Claim, Decision, Memory, Subject
from review.listings import undoing

Action = Decision.Action
LOG = 40
"""Decisions on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A statement in the log, and what the decision made of it. `gone`: it no longer held."""

    word: str
    text: str
    gone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """A decision with its statements that still exist.

    undo_refusal: why it cannot be taken back, None where there is nothing to take back.
    """

    decision: Decision
    statements: Sequence[Statement]
    who: str
    undo_refusal: str | None

    @property
    def undoable(self) -> bool:
        return self.undo_refusal == ""

    @property
    def taken_back(self) -> bool:
        return self.undo_refusal == undoing.TAKEN_BACK


_SHOWN: Mapping[str, Sequence[tuple[str, str, bool]]] = {
    Action.ADD: (("stored", "memory_ref", False),),
    Action.REPLACE: (("new", "memory_ref", False), ("old", "target_ref", True)),
    Action.EDIT: (("new", "memory_ref", False), ("old", "target_ref", True)),
    Action.SKIP: (("proposed", "claim_ref", False), ("stored before", "memory_ref", False)),
    Action.REVIEW: (("proposed", "claim_ref", False), ("compared with", "target_ref", False)),
    Action.REJECT: (("not stored", "claim_ref", True), ("kept", "target_ref", False)),
    Action.EXPIRE: (("ended", "memory_ref", True),),
    Action.DELETE: (("deleted", "memory_ref", True),),
    Action.UNDO: (("about", "memory_ref", False), ("and", "target_ref", False)),
}
"""What is shown of each kind of decision: the word before it, the id's field, whether it is gone."""


def log_entries(subject: Subject, decisions: QuerySet[Decision]) -> list[LogEntry]:
    """The decisions with their statements: also deleted ones, since undo brings them back."""
    rows = list(decisions[:LOG])
    texts = _texts(subject, rows)
    refusals = undoing.refusals(rows)
    return [
        LogEntry(
            decision=row,
            statements=_statements(row, texts),
            who=Decision.Actor(row.actor).label,
            undo_refusal=refusals.get(row.id),
        )
        for row in rows
    ]


def _texts(subject: Subject, decisions: Sequence[Decision]) -> dict[str, str]:
    """The statements that decisions name, by id."""
    memory_ids = {ref for row in decisions for ref in (row.memory_ref, row.target_ref) if ref}
    memories = Memory.objects.filter(subject=subject, id__in=memory_ids)
    claims = Claim.objects.filter(subject=subject, id__in={row.claim_ref for row in decisions})
    return {
        **dict(memories.values_list("id", "content")),
        **{claim.id: claim.present for claim in claims},
    }


def _statements(decision: Decision, texts: Mapping[str, str]) -> list[Statement]:
    shown = _SHOWN.get(decision.action, ())
    found = [(word, texts.get(getattr(decision, name), ""), gone) for word, name, gone in shown]
    return [Statement(word=word, text=text, gone=gone) for word, text, gone in found if text]
