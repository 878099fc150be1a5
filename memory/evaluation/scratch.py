"""A place to evaluate in, of which nothing stays in the database."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import time_machine
from django.db import transaction

from memory.models import Workspace


@contextmanager
def scratch_workspace(*, events: str = "review") -> Iterator[Workspace]:
    """A workspace in a transaction that is always rolled back, also where the run is stopped.

    What the write path would tell the workers on commit is told to nobody. events: what the
    workspace does with event-phrased conflicts, `review` or `replace`.
    """
    with transaction.atomic(), few_words():
        yield Workspace.objects.create(
            name="Evaluation", slug=f"evaluation-{secrets.token_hex(6)}", events=events
        )
        transaction.set_rollback(True)


@contextmanager
def few_words() -> Iterator[None]:
    """Without a log line for each decision: they are thousands, of rows that nobody can look up."""
    loggers = [logging.getLogger(name) for name in ("memory", "sentence_transformers")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@contextmanager
def clock_at(moment: datetime) -> Iterator[None]:
    """Let it be that moment for all code, and go on from there."""
    # In UTC: with a zone of its own, time-machine would move this process to that zone.
    with time_machine.travel(moment.astimezone(UTC), tick=True):
        yield
