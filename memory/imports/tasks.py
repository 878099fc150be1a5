"""Celery tasks of imports. Each says "look at this shard"; a lost or doubled one does no harm."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from memory.errors import UnavailableError
from memory.imports.work import decide_some, finish, waiting_shards
from memory.models import Import
from memory.tasks import tell_workers

logger = logging.getLogger(__name__)

LOST_AFTER = timedelta(minutes=1)
"""An import at which nobody was for so long is told of again. Longer than a batch takes."""

AGAIN_IN = 2.0
"""Seconds until the next look, where others hold all that waits."""


def nudge_import(run: Import) -> None:
    """Tell the workers of every shard in which lines wait."""
    tell_workers(decide_import, ([run.id, shard] for shard in waiting_shards(run)))


@shared_task
def decide_import(run_id: str, shard: int) -> None:
    """Decide one batch, then come back for the next: between two batches, chats get their turn."""
    run = Import.objects.select_related("workspace").filter(id=run_id).first()
    if run is None or run.finished_at is not None:
        return
    try:
        settled = decide_some(run, shard)
    except UnavailableError as error:
        logger.warning("import %s waits: %s", run_id, error.code)
        return
    if finish(run) or shard not in waiting_shards(run):
        return
    tell_workers(decide_import, [[run_id, shard]], countdown=0.0 if settled else AGAIN_IN)


@shared_task
def sweep_imports() -> None:
    """Tell the workers again of imports that nobody is at; safe to run twice."""
    lost = Import.objects.filter(
        finished_at=None, worked_at__lt=timezone.now() - LOST_AFTER
    ).select_related("workspace")
    for run in lost:
        if not finish(run):
            Import.objects.filter(id=run.id).update(worked_at=timezone.now())
            nudge_import(run)
