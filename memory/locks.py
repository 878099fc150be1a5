"""One decision at a time for each subject, across all workers and machines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

_NAME = "hashtextextended(%s, 0)"


@contextmanager
def one_decision_at_a_time(subject_id: str) -> Iterator[None]:
    """Wait until no other worker decides on this subject's claims.

    A PostgreSQL advisory lock of the connection, not of a transaction, so that models can run
    while it is held. It only saves work: claims that arrive together would otherwise make each
    other's snapshots stale. What keeps memories right is the check in `store.change`, since
    people change them without this lock. It goes with the connection where a worker dies.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_lock({_NAME})", [subject_id])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_advisory_unlock({_NAME})", [subject_id])
