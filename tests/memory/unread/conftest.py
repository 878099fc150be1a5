"""An LLM that reads later: a real HTTP server; broker and database are real as well."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from memory import tasks
from memory.models import Claim, Extraction, Subject, Turn
from memory.write_path import NewTurn, receive_turns
from tests.memory.extraction.llm.conftest import endpoint_at
from tests.memory.extraction.llm.stand_in import StandIn, stand_in, stated

GENT = stated("i live in Gent", "User lives in Gent.", key="city", value="Gent")


@pytest.fixture
def llm(settings) -> Iterator[StandIn]:
    with stand_in() as endpoint:
        settings.LLM = endpoint_at(endpoint.url)
        yield endpoint


def told(subject: Subject, *contents: str, role: str = "user", **how: object):
    turns = [NewTurn(role, content) for content in contents]
    return receive_turns(subject, session="s", turns=turns, **how)


def row() -> Extraction:
    return Extraction.objects.get()


def due_in() -> float:
    """Seconds until the session is due."""
    return (row().due_at - timezone.now()).total_seconds()


def make_due() -> None:
    Extraction.objects.update(due_at=timezone.now() - timedelta(seconds=1))


def read_it() -> list[str]:
    """What the task makes of the only session, whether it is due or not."""
    make_due()
    tasks.read_turns(row().session_id)
    return contents()


def contents() -> list[str]:
    return list(Claim.objects.order_by("created_at", "id").values_list("content", flat=True))


def unread_turns() -> list[str]:
    return list(Turn.objects.filter(unread=True).values_list("content", flat=True))


def swept() -> list[str]:
    with patch.object(tasks, "nudge_readers") as nudge:
        tasks.sweep_unread()
    return nudge.call_args.args[0]
