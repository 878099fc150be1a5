"""The periodic work of the queue."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from memory.tasks import tell_workers
from review import giving
from review.closing import close_if_outdated, suspects


@shared_task
def close_stale_items() -> int:
    """Close open items that ask about memories which are no longer current; answers how many.
    Safe to run twice and at the same time."""
    found = suspects(timezone.now()).values_list("id", flat=True)
    return sum(close_if_outdated(item_id) for item_id in list(found))


@shared_task
def give_by_views() -> int:
    """Give what fits the views that give; safe to run twice."""
    return giving.give_by_views()


def nudge_bulk(run_id: str) -> None:
    """Tell the workers of a bulk run."""
    tell_workers(work_on_bulk, [[run_id]])


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
