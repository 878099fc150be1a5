"""Two addresses for whoever watches the installation: does it live, and can it work."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError as BrokerError

from memory.backup import closings
from memory.celery import app
from memory.forget import ledger

logger = logging.getLogger(__name__)

SECONDS = 2
OK = "ok"


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers; nothing else is asked."""
    return JsonResponse({"status": OK})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Each part with "ok" or a sentence that says what to do; 503 where one cannot be used.

    `remarks` are about what is not needed: the work goes on without it. The sentences hold no host,
    path or password; the log has the kind of the error.
    """
    parts = {name: check() or OK for name, check in CHECKS.items()}
    ready = all(said == OK for said in parts.values())
    remarks = {name: said for name, remark in REMARKS.items() if (said := remark())}
    return JsonResponse(
        {"status": OK if ready else "unavailable", "parts": parts, "remarks": remarks},
        status=200 if ready else 503,
    )


def database() -> str | None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'vector'")
            found = cursor.fetchone()
    except DatabaseError as error:
        return _failed("database", error, "The database does not answer; start it.")
    return None if found else "The database lacks the extension pgvector; run the migrations."


def migrations() -> str | None:
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return _failed("migrations", error, "Unknown while the database does not answer.")
    return f"{len(missing)} migrations are missing; run manage.py migrate." if missing else None


def broker() -> str | None:
    with app.connection_for_write(connect_timeout=SECONDS) as link:
        away: tuple[type[BaseException], ...] = (BrokerError, OSError, *link.connection_errors)
        try:
            link.connect()
        except away as error:
            return _failed(
                "broker", error, "The broker does not answer; claims wait until it does. Start it."
            )
    return None


def embeddings() -> str | None:
    from memory.inference.embeddings import ready

    return ready()


def nli() -> str | None:
    from memory.inference.nli import ready

    return ready()


def llm() -> str | None:
    """What went wrong with the LLM lately; the rules read messages meanwhile."""
    if settings.LLM is None:
        return None
    from memory.extraction.llm.breaker import Breaker

    return Breaker(settings.LLM).remark()


_QUIET = ("log", "fatal", "panic")
"""Levels at which an error is not logged, or not with its statement."""


def database_log() -> str | None:
    """Whether the database's own log may quote what people said: an error tells the row that it is
    about and the statement, which has the values in it."""
    names = ("log_min_messages", "log_min_error_statement", "log_error_verbosity", "log_statement",
             "log_min_duration_statement")  # fmt: skip
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT setting FROM pg_settings WHERE name = ANY(%s) "
                           "ORDER BY array_position(%s, name)", [list(names), list(names)])  # fmt: skip
            errors, statements, details, logged, slow = (value for (value,) in cursor.fetchall())
    except DatabaseError:
        return None  # `database` says so
    quoted = errors not in _QUIET and (statements not in _QUIET or details != "terse")
    if not quoted and logged in ("none", "ddl") and slow == "-1":
        return None
    return (
        "The database's own log may quote what people said; docs/privacy.md names the settings that "
        "prevent it."
    )


def erasures() -> str | None:
    """A database that was restored by other means may hold what was erased since, and let in who
    was shut out."""
    try:
        undone = ledger.missing() or closings.missing()
    except DatabaseError as error:
        return _failed("erasures", error, "Unknown while the database does not answer.")
    if not undone:
        return None
    return (
        "This database is older than its ledger of erasures; run manage.py erasure_ledger replay."
    )


REMARKS: dict[str, Callable[[], str | None]] = {"llm": llm, "database log": database_log}
CHECKS: dict[str, Callable[[], str | None]] = {
    "database": database,
    "migrations": migrations,
    "erasures": erasures,
    "broker": broker,
    "embeddings": embeddings,
    "nli": nli,
}


def _failed(part: str, error: BaseException, message: str) -> str:
    logger.warning("%s is not ready: %s", part, type(error).__name__)
    return message
