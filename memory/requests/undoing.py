"""What hangs on a memory that goes: the claims that wait for a decision about it, and what it
had replaced. Each function works inside an open change."""

from __future__ import annotations

from memory import store
from memory.errors import ConflictError
from memory.models import Claim, Decision, Memory, ReviewItem
from memory.store import Change
from memory.undo import undo


def hide(c: Change, memory: Memory, *, reason: str) -> None:
    """Delete the memory, which undo brings back; what waits to change it goes with it."""
    drop_waiting(c, memory, reason=reason)
    if memory.deleted_at is None:
        store.delete(c, memory, reason=reason)


def take_back(c: Change, memory: Memory, *, reason: str) -> None:
    """Hide what should never have been stored, so that what it replaced holds again."""
    drop_waiting(c, memory, reason=reason)
    made = replacement_that_made(memory)
    if made is not None:
        try:
            undo(c, made)
            return
        except ConflictError:  # something else has taken the place since
            memory.refresh_from_db()
    if memory.deleted_at is None:
        store.delete(c, memory, reason=reason)


def replacement_that_made(memory: Memory) -> Decision | None:
    """The decision by which the memory took another one's place, unless it was taken back."""
    log = Decision.objects.filter(subject_ref=memory.subject_id)
    undone = log.exclude(undoes="").values("undoes")
    made = log.filter(memory_ref=memory.id, action=Decision.Action.REPLACE)
    return made.exclude(id__in=undone).first()


def drop_waiting(c: Change, memory: Memory, *, reason: str) -> None:
    """Reject the claims that wait for a decision about the memory. Left alone they would be
    decided anew, and what was to be forgotten would be learned again."""
    items = ReviewItem.objects.filter(
        subject=c.subject, memory=memory, state=ReviewItem.State.OPEN
    ).select_related("claim")
    for item in items:
        close(c, item, reason=reason)
        if item.claim.state == Claim.State.WAITING:
            store.reject(c, item.claim, reason=reason, target=memory)


def take_back_claim(c: Change, claim: Claim, *, reason: str) -> None:
    """Reject what has made no memory yet, and answer the questions about it."""
    for item in claim.review_items.filter(state=ReviewItem.State.OPEN):
        close(c, item, reason=reason)
    store.reject(c, claim, reason=reason)


def close(c: Change, item: ReviewItem, *, reason: str) -> None:
    """The question is answered by the request itself; undo opens it again."""
    item.state, item.closed_at, item.closed_reason = ReviewItem.State.RESOLVED, c.now, reason
    item.leased_by, item.leased_until = None, None
    item.save(update_fields=["state", "closed_at", "closed_reason", "leased_by", "leased_until"])
