"""Questions that close by themselves: what they ask about no longer holds.

What people decide closes them in its own transaction; a page that meets one closes it before it
shows it; the sweep finds the rest.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from memory.models import Claim, FollowUp, Memory, ReviewItem, Subject
from memory.store import Change
from memory.tasks import nudge
from review.models import ItemEvent

CLOSING = [
    "state", "closed_at", "closed_reason", "version", "leased_by", "leased_until",
    "snoozed_until", "asked_at",
]  # fmt: skip
"""What is written of an item that is answered or closes by itself."""

_TOGETHER = (ReviewItem.Suggestion.RETIRE, ReviewItem.Suggestion.FORGET)
"""What is in question goes together: as long as one of them holds, the question does."""


def settle(item: ReviewItem, state: ReviewItem.State, *, reason: str, now: datetime) -> None:
    """Take the locked item off the queue, with what the chatbot would have asked about it."""
    item.state, item.closed_at, item.closed_reason = state, now, reason
    item.version += 1
    item.leased_by = item.leased_until = item.snoozed_until = item.asked_at = None
    item.save(update_fields=CLOSING)
    FollowUp.objects.filter(item=item, status__in=FollowUp.OPEN).update(status=FollowUp.Status.DONE)


def suspects(now: datetime) -> QuerySet[ReviewItem]:
    """Open items whose own memory is no longer current."""
    current = Memory.objects.current(now)
    items = ReviewItem.objects.filter(state=ReviewItem.State.OPEN, memory__isnull=False)
    return items.exclude(memory__in=current).order_by("id")


def close_outdated(c: Change) -> int:
    """Close what the change left without its memory; answers how many."""
    return sum(_close(item, c.now) for item in _locked(suspects(c.now).filter(subject=c.subject)))


def close_outdated_of(subject: Subject) -> None:
    """Close what the person's page should not ask any more. Costs one query where nothing is."""
    for item_id in list(
        suspects(timezone.now()).filter(subject=subject).values_list("id", flat=True)
    ):
        close_if_outdated(item_id)


def close_if_outdated(item_id: str) -> bool:
    """Close this item where nothing it asks about holds any more; answers whether it was.

    Safe to run twice and at the same time: where the person's memories are being changed right
    now, or somebody is answering it, the item is left for the next who looks.
    """
    now = timezone.now()
    asked = suspects(now).filter(id=item_id)
    if not asked.exists():
        return False
    with transaction.atomic(durable=True):
        # The person's row first, as every change of memories does, so that no two wait for each
        # other.
        subjects = Subject.objects.select_for_update(skip_locked=True)
        if not subjects.filter(review_items=item_id).exists():
            return False
        return any(_close(item, now) for item in _locked(asked, skip_locked=True))


def _locked(items: QuerySet[ReviewItem], *, skip_locked: bool = False) -> QuerySet[ReviewItem]:
    rows = items.select_for_update(of=("self",), skip_locked=skip_locked)
    return rows.select_related("memory")


def _close(item: ReviewItem, now: datetime) -> bool:
    """A claim that still waits is decided anew, against what is stored now."""
    if item.memory is None or _still_stands(item, now):
        return False
    reason = _why(item.memory)
    settle(item, ReviewItem.State.CLOSED, reason=reason, now=now)
    ItemEvent.objects.create(item=item, kind=ItemEvent.Kind.CLOSED, text=reason)
    waiting = Claim.objects.filter(id=item.claim_id, state=Claim.State.WAITING)
    if waiting.update(state=Claim.State.PENDING):
        transaction.on_commit(partial(nudge, [item.claim_id]))
    return True


def _still_stands(item: ReviewItem, now: datetime) -> bool:
    in_question = [item.memory_id]
    if item.suggestion in _TOGETHER:
        in_question += list(item.others.values_list("id", flat=True))
    return Memory.objects.current(now).filter(id__in=in_question).exists()


def _why(memory: Memory) -> str:
    if memory.deleted_at is not None:
        return "memory_deleted"
    if Memory.objects.visible().filter(supersedes=memory).exists():
        return "memory_superseded"
    return "memory_ended"
