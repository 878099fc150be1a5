"""/healthz and /readyz"""

from __future__ import annotations

from secrets import token_hex
from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from kombu import Connection

from memory.api import health
from memory.errors import UnavailableError
from memory.extraction.llm.breaker import Breaker
from memory.extraction.llm.endpoint import Endpoint
from memory.extraction.llm.faults import Fault, LlmError


def test_a_living_process_says_so_without_asking_anybody(client):
    assert client.get("/healthz").json() == {"status": "ok"}


def test_it_is_ready_when_every_part_is(client, db):
    answer = client.get("/readyz")
    assert answer.status_code == 200, answer.json()
    assert answer.json()["parts"] == dict.fromkeys(
        ["database", "migrations", "erasures", "broker", "embeddings", "nli"], "ok"
    )


def test_an_llm_that_fails_is_a_remark_and_no_outage(client, db, settings):
    assert client.get("/readyz").json()["remarks"] == {}
    settings.LLM = Endpoint(base_url="http://127.0.0.1:1/v1", model="m", key=token_hex(4))
    assert client.get("/readyz").json()["remarks"] == {}

    Breaker(settings.LLM).failed(LlmError(Fault.DENIED))

    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert answer.json()["remarks"]["llm"].startswith(
        "The LLM could not be used lately: it refused the key"
    )


def unready(client, part):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")
    return answer.json()["parts"][part]


def test_a_database_that_is_away_is_named_without_its_address(client, db):
    secret = "connection to server at db.internal failed: password hunter2"
    with patch.object(health.connection, "cursor", side_effect=OperationalError(secret)):
        said = unready(client, "database")
    assert said == "The database does not answer; start it."


def test_a_missing_migration_is_named(client, db):
    with patch(
        "memory.api.health.MigrationExecutor.migration_plan", return_value=[("memory", False)]
    ):
        assert "manage.py migrate" in unready(client, "migrations")


@pytest.mark.parametrize(
    "url", ["redis+socket:///nowhere/valkey.sock", "redis://127.0.0.1:1/0", "amqp://127.0.0.1:1//"]
)
def test_a_broker_that_is_away_is_named(client, db, url):
    away = Connection(url, connect_timeout=1)
    with patch.object(health.app, "connection_for_write", return_value=away):
        said = unready(client, "broker")
    assert said.startswith("The broker does not answer")


def test_a_model_that_cannot_be_used_says_why(client, db):
    with patch("memory.inference.nli._scorer", side_effect=UnavailableError("No weights.")):
        assert unready(client, "nli") == "No weights."


@pytest.mark.parametrize(
    ("changed", "quotes"),
    [
        ({}, False),
        ({"log_min_messages": "warning", "log_error_verbosity": "terse"}, False),
        ({"log_min_messages": "error", "log_error_verbosity": "default"}, True),
        ({"log_min_messages": "warning", "log_min_error_statement": "error"}, True),
        ({"log_min_duration_statement": "0"}, True),
        ({"log_statement": "all"}, True),
        ({"log_statement": "ddl"}, False),
    ],
)
def test_a_database_whose_log_may_quote_people_is_remarked_on(db, changed, quotes):
    """Our own server and compose's are set as the first of these."""
    with connection.cursor() as cursor:
        for name, value in changed.items():
            cursor.execute(f"SET LOCAL {name} = '{value}'")
    assert bool(health.database_log()) is quotes
