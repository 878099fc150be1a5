"""The periodic work of the queue."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from review.closing import close_if_outdated, suspects

logger = logging.getLogger(__name__)


@shared_task
def close_stale_items() -> int:
    """Close open items that ask about memories which are no longer current; answers how many.
    Safe to run twice and at the same time."""
    found = suspects(timezone.now()).values_list("id", flat=True)
    return sum(close_if_outdated(item_id) for item_id in list(found))


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
