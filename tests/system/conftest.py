"""The case that a test is, people of two workspaces, and the doors that the cases come through."""

from __future__ import annotations

import pytest

from memory.models import Subject
from tests.api.conftest import (  # noqa: F401 (pytest finds fixtures by their names here)
    ALL_SCOPES,
    Api,
    acme,
    alice,
    api,
    bob,
    carol,
    globex,
    key,
)
from tests.memory.conftest import fakes  # noqa: F401
from tests.review.conftest import visit_of  # noqa: F401
from tests.system.cases import MISSING, SystemCase, load_system_cases

CASES = load_system_cases()


@pytest.fixture
def case(request: pytest.FixtureRequest) -> SystemCase:
    """The case that the test is marked with."""
    [name] = request.node.get_closest_marker("case").args
    if not CASES:
        pytest.skip(MISSING)
    return CASES[name]


@pytest.fixture
def told(api: Api):  # noqa: F811
    """The text of a context, as a chatbot is handed it: `told(alice, "what plan?")`."""

    def text(subject: Subject, query: str, **wanted: object) -> str:
        path = f"subjects/{subject.external_id}/context"
        answer = api.post(path, {"query": query, **wanted})
        assert answer.status_code == 200, answer.content
        return answer.json()["text"]

    return text
