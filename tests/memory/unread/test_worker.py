"""A real worker, broker and HTTP endpoint: a session that is told here is read over there."""

from __future__ import annotations

import time

import pytest

from memory.models import Claim, Memory, Subject, Workspace
from memory.write_path import NewTurn, receive_turns
from tests.memory.extraction.llm.conftest import endpoint_at
from tests.memory.extraction.llm.stand_in import claims, stand_in, stated
from tests.memory.test_worker import kill, start_worker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.models]


@pytest.fixture
def llm(settings, monkeypatch):
    with stand_in() as endpoint:
        settings.LLM = endpoint_at(endpoint.url, timeout=20.0)
        monkeypatch.setenv("PALIMPSEST_LLM_BASE_URL", endpoint.url)
        monkeypatch.setenv("PALIMPSEST_LLM_MODEL", "small-model")
        yield endpoint


def wait_for_memory(seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not Memory.objects.exists() and time.monotonic() < end:
        time.sleep(0.2)


def test_a_session_is_read_by_the_worker_and_decided(llm):
    workspace = Workspace.objects.create(name="Alma's bot", slug="almas-bot")
    alma = Subject.objects.create(workspace=workspace, external_id="person-1")
    llm.will(claims(stated("the tuba is my life", "User plays the tuba.", 2)))
    worker = start_worker()
    try:
        turns = [NewTurn("user", text) for text in ("hi there", "the tuba is my life")]
        assert receive_turns(alma, session="s", turns=turns).claims == []
        wait_for_memory()
    finally:
        kill(worker)

    assert Memory.objects.get().content == "User plays the tuba."
    assert Claim.objects.get().engine == "llm:small-model"
    assert len(llm.asked) == 1
