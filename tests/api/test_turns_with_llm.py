"""POST subjects/{id}/turns where an LLM reads the messages."""

from __future__ import annotations

import pytest

from memory.models import Memory, Turn
from tests.memory.extraction.llm.conftest import endpoint_at
from tests.memory.extraction.llm.stand_in import claims, send, stand_in, stated

SAID = {"role": "user", "content": "the tuba is my life"}
TUBA = stated("the tuba is my life", "User plays the tuba.")


@pytest.fixture
def llm(settings):
    with stand_in() as endpoint:
        settings.LLM = endpoint_at(endpoint.url)
        yield endpoint


def test_a_message_waits_to_be_read_with_the_next_ones(api, alice, llm):
    answer = api.post("subjects/alice/turns", SAID)

    assert (answer.status_code, answer.json()["claims"]) == (202, [])
    assert Turn.objects.get().unread and llm.asked == []


def test_who_waits_is_told_the_verdict_on_what_the_llm_read(api, alice, llm):
    llm.will(claims(TUBA))
    answer = api.post("subjects/alice/turns?wait=true", SAID)

    assert answer.status_code == 200
    [claim] = answer.json()["claims"]
    assert (claim["content"], claim["verdict"]["outcome"]) == ("User plays the tuba.", "add")
    assert Memory.objects.get().content == "User plays the tuba."


def test_who_waits_gets_what_the_rules_read_where_the_llm_fails(api, alice, llm):
    llm.will(send(500))
    said = {"role": "user", "content": "I live in Denver."}
    answer = api.post("subjects/alice/turns?wait=true", said)

    assert answer.status_code == 200
    assert [claim["content"] for claim in answer.json()["claims"]] == ["User lives in Denver."]


def test_a_request_that_is_sent_again_asks_the_llm_once(api, alice, llm):
    llm.will(claims(TUBA))
    first, second = [
        api.post("subjects/alice/turns?wait=true", SAID, Idempotency_Key="k1") for _ in range(2)
    ]
    assert first.json() == second.json() and len(llm.asked) == 1
