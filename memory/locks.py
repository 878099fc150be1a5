"""One decision at a time for each subject, across all workers and machines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

_NAME = "hashtextextended(%s, 0)"


@contextmanager
def if_free(name: str) -> Iterator[bool]:
    """Hold the lock of that name where nobody else does; answers whether it is held, at once.

    Of the connection, like the one below, and the same one where `name` is a subject's id: who
    holds it here may take it once more there.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_try_advisory_lock({_NAME})", [name])
        (held,) = cursor.fetchone()
    try:
        yield held
    finally:
        if held:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT pg_advisory_unlock({_NAME})", [name])


def share_keys(subject_id: str) -> None:
    """Let the keys of the subject's workspace stay as they are until this transaction ends.

    Called before the subject's row is taken. Many share it; `hold_keys` waits for them.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock_shared(hashtextextended('keys/' || workspace_id, 0)) "
            "FROM memory_subject WHERE id = %s",
            [subject_id],
        )


def hold_keys(workspace_id: str) -> None:
    """Wait for all changes of the workspace's memories that run, and let none begin until this
    transaction ends: what a key is changes for the memories that have it at the same moment."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('keys/' || %s, 0))", [workspace_id]
        )


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
