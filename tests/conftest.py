"""What every test needs, whatever it is about."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from io import StringIO

import pytest
from django.db import connection
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from memory.logs import PlacesOnly

PATIENCE = 20
"""Seconds."""

# A busy machine is no fault of the code.
hypothesis_settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("patient")


@pytest.fixture(autouse=True)
def others_are_done(request) -> Iterator[None]:
    """Before a test with real transactions is cleaned up, wait for what it left running.

    A request of a page that was closed, or a worker that was just killed, may still hold rows;
    emptying the tables at the same time ends in a deadlock.
    """
    yield
    mark = request.node.get_closest_marker("django_db")
    if mark is not None and mark.kwargs.get("transaction"):
        wait_for_others()


@pytest.fixture
def log() -> Iterator[StringIO]:
    """All that the server's log gets during the test, as a file of it would have it."""
    [handler] = [
        one for one in logging.getLogger().handlers if isinstance(one.formatter, PlacesOnly)
    ]
    written = StringIO()
    before = handler.setStream(written)
    yield written
    handler.setStream(before)


def wait_for_others() -> None:
    """Until no other connection to the test database is at work, three times in a row: what a page
    asked for just before it was closed may not have reached the database yet."""
    end, quiet = time.monotonic() + PATIENCE, 0
    while quiet < 3 and time.monotonic() < end:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid() AND backend_type = 'client backend' "
                "AND state <> 'idle'"
            )
            quiet = quiet + 1 if cursor.fetchone()[0] == 0 else 0
        time.sleep(0.05)
