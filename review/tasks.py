"""The periodic work of the queue."""

from __future__ import annotations

import logging
from functools import partial

from celery import shared_task
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from memory.models import Claim, FollowUp, Memory, ReviewItem, Subject
from memory.tasks import nudge
from review.actions import CLOSING
from review.models import ItemEvent

logger = logging.getLogger(__name__)


@shared_task
def close_stale_items() -> int:
    """Close open items that ask about memories which are no longer current; answers how many.

    Safe to run twice and at the same time: each item is taken under its lock, and skipped where
    a person is answering it right now.
    """
    current = Memory.objects.current(timezone.now())
    open_items = ReviewItem.objects.filter(state=ReviewItem.State.OPEN, memory__isnull=False)
    suspects = open_items.exclude(memory__in=current).values_list("id", flat=True)
    return sum(_close_if_stale(item_id) for item_id in list(suspects))


@transaction.atomic(durable=True)
def _close_if_stale(item_id: str) -> bool:
    """Close the item where nothing it asks about holds any more. A claim that still waits is
    decided anew, against what is stored now."""
    # The person's row first, as every change of memories does, so that no two wait for each other.
    subjects = Subject.objects.select_for_update(skip_locked=True)
    if not subjects.filter(review_items=item_id).exists():
        return False
    rows = ReviewItem.objects.select_for_update(skip_locked=True, of=("self",))
    item = rows.filter(id=item_id, state=ReviewItem.State.OPEN).select_related("memory").first()
    if item is None or item.memory is None or _still_stands(item):
        return False
    item.state, item.closed_at = ReviewItem.State.CLOSED, timezone.now()
    item.closed_reason = _why(item.memory)
    item.version += 1
    item.leased_by = item.leased_until = item.snoozed_until = item.asked_at = None
    item.save(update_fields=CLOSING)
    ItemEvent.objects.create(item=item, kind=ItemEvent.Kind.CLOSED, text=item.closed_reason)
    FollowUp.objects.filter(item=item, status__in=FollowUp.OPEN).update(status=FollowUp.Status.DONE)
    waiting = Claim.objects.filter(id=item.claim_id, state=Claim.State.WAITING)
    if waiting.update(state=Claim.State.PENDING):
        transaction.on_commit(partial(nudge, [item.claim_id]))
    return True


def _still_stands(item: ReviewItem) -> bool:
    current = Memory.objects.current(timezone.now())
    in_question = [item.memory_id]
    if item.suggestion in (ReviewItem.Suggestion.RETIRE, ReviewItem.Suggestion.FORGET):
        # They go together: as long as one of them holds, the question does.
        in_question += list(item.others.values_list("id", flat=True))
    return current.filter(id__in=in_question).exists()


def _why(memory: Memory) -> str:
    if memory.deleted_at is not None:
        return "memory_deleted"
    if Memory.objects.visible().filter(supersedes=memory).exists():
        return "memory_superseded"
    return "memory_ended"


def nudge_bulk(run_id: str) -> None:
    """Tell the workers of a bulk run. A broker that is down loses nothing: see the sweep."""
    try:
        work_on_bulk.apply_async((run_id,), retry=False)
    except BrokerError:
        logger.warning("the broker does not answer; bulk run %s waits for the sweep", run_id)


@shared_task
def work_on_bulk(run_id: str) -> None:
    """Carry out what is left of a bulk run, unless another worker does."""
    from review import bulk

    bulk.work(run_id)


@shared_task
def sweep_bulk() -> None:
    """Nudge the workers about runs that nobody is at; safe to run twice."""
    from review import bulk

    for run_id in bulk.left_behind():
        nudge_bulk(run_id)
