"""What an answer did, as one sentence that names the statement."""

from __future__ import annotations

from collections.abc import Mapping

from memory.gate.verdict import Reason
from memory.models import ReviewItem
from review.policies import Action

LONGEST = 90
"""Characters of a statement in the sentence."""


def what_was_done(item: ReviewItem, action: Action, given: Mapping[str, str]) -> str:
    """The sentence for the toast. given: the answer's fields, for the memory and the wording."""
    new, old = _quoted(item.claim.present), _quoted(_stored(item, given.get("memory", "")))
    if action is Action.EDIT:
        new = _quoted(given.get("content", "").strip())
    if item.reason == Reason.FORGET:
        return _of_forgetting(item, action, old)
    if action is Action.DELETE:
        return f"Done: {old} is deleted, and the new one is not stored."
    if action is Action.NO_CONFLICT:
        return f"Done: {new} is stored; the two are no conflict."
    if action is Action.RETIRE and item.reason != Reason.COPIES:
        return f"Done: {old} has ended, and the new one is not stored."
    if item.reason == Reason.COPIES:
        return f"Done: {old} {'no longer holds' if action is Action.RETIRE else 'still holds'}."
    if action is Action.REJECT:
        return f"Done: {old} stays." if item.memory_id else f"Done: {new} is not stored."
    if action is Action.KEEP_BOTH or not item.memory_id:
        return f"Done: {new} is stored{' beside the old one' if item.memory_id else ''}."
    return f"Done: {new} takes the old one's place."


def _of_forgetting(item: ReviewItem, action: Action, old: str) -> str:
    if action is Action.FORGET:
        count = 1 + item.others.count()
        return f"Done: {old} is forgotten." if count == 1 else f"Done: all {count} are forgotten."
    return f"Done: {old} {'is forgotten' if action is Action.DELETE else 'stays'}."


def _stored(item: ReviewItem, memory_id: str) -> str:
    """The stored statement that was answered about: the item's own, or the one compared."""
    if item.memory is None:
        return ""
    if memory_id in {"", item.memory_id}:
        return item.memory.content
    return item.others.filter(id=memory_id).values_list("content", flat=True).first() or ""


def _quoted(statement: str) -> str:
    short = statement if len(statement) <= LONGEST else statement[: LONGEST - 1].rstrip() + "…"
    return f"“{short}”"
