"""Every operation of the published schema, called with what Schemathesis makes up of it.

No answer may be a 500, and every answer must be one that the schema describes.
"""

from __future__ import annotations

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as limits
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from memory.api_keys import create_key
from memory.wsgi import application
from tests.api.conftest import ALL_SCOPES

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 5
"""Of each operation; what is found at all is mostly found by the first few."""


@pytest.fixture
def _one_connection():
    """As Django's own test client: the end of a request does not close the test's connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("_one_connection")
def test_every_answer_is_as_described(acme, alice, settings):
    settings.API_REQUESTS_PER_MINUTE = settings.SUBJECT_REQUESTS_PER_MINUTE = 0
    _, secret = create_key(acme, name="schemathesis", scopes=ALL_SCOPES)
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", application)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 25
    seen: set[int] = set()
    wrong = {op.label: told for op in operations if (told := _fault(op, secret, seen))}
    assert wrong == {}
    assert {200, 400, 404} <= seen  # they came through the door, to what is behind it
    assert 401 not in seen


def _fault(operation, secret: str, seen: set[int]) -> str:
    """What is wrong with an answer of the operation; empty where all are as described.

    seen: gathers the statuses of the answers."""

    @limits(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def call(case) -> None:
        key = {"Authorization": f"Bearer {secret}"}
        seen.add(case.call_and_validate(checks=CHECKS, headers=key).status_code)

    try:
        call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:600]
    return ""
