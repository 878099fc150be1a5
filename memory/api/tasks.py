"""Celery tasks of the API."""

from __future__ import annotations

import logging

from celery import shared_task

from memory.api.idempotency import prune

logger = logging.getLogger(__name__)


@shared_task
def prune_kept_answers() -> None:
    """Remove answers to idempotent requests that are no longer replayed; safe to run twice."""
    logger.info("%d kept answers pruned", prune())
