"""One question to an endpoint, over real HTTP."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from memory.extraction.llm.client import LARGEST, USUAL_WAIT, complete, seconds_to_wait
from memory.extraction.llm.faults import Fault, LlmError
from tests.memory.extraction.llm.conftest import endpoint_at
from tests.memory.extraction.llm.stand_in import (
    drip,
    flood,
    hang_up,
    say,
    send,
    sleep,
)
from tests.supervisor.conftest import free_port

ASKED = [{"role": "user", "content": "Höre: I live in Gent"}]
NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


def ask(endpoint, seconds=20.0):
    return complete(endpoint, ASKED, deadline=time.monotonic() + seconds)


def fault_of(endpoint, seconds=20.0):
    with pytest.raises(LlmError) as caught:
        ask(endpoint, seconds)
    assert "Gent" not in repr(caught.value)
    return caught.value


def test_it_asks_as_the_protocol_wants_it(llm, endpoint):
    llm.will(say("hello"))

    assert ask(endpoint) == "hello"
    [body], [headers] = llm.asked, llm.headers
    assert llm.paths == ["/v1/chat/completions"]
    assert headers["Authorization"] == "Bearer sk-hidden"
    assert (body["model"], body["messages"]) == ("small-model", ASKED)
    assert body["response_format"]["type"] == "json_schema"


def test_without_a_key_none_is_sent(llm):
    llm.will(say("hello"))

    ask(endpoint_at(llm.url, key=""))

    assert "Authorization" not in llm.headers[0]


def test_every_field_of_the_schema_is_required_and_none_may_be_added(llm, endpoint):
    llm.will(say("hello"))
    ask(endpoint)

    schema = llm.asked[0]["response_format"]["json_schema"]["schema"]
    claim = schema["$defs"]["StatedClaim"]
    assert set(claim["required"]) == set(claim["properties"])
    assert claim["additionalProperties"] is schema["additionalProperties"] is False
    assert "default" not in json.dumps(schema)
    assert "maxLength" not in json.dumps(schema)


@pytest.mark.parametrize("play", [sleep(10), drip(10)])
def test_an_answer_that_takes_too_long_is_not_waited_for(llm, endpoint, play):
    llm.will(play)
    begun = time.monotonic()

    assert fault_of(endpoint, seconds=0.4).fault is Fault.TIMEOUT
    assert time.monotonic() - begun < 8


def test_no_time_left_asks_nobody(llm, endpoint):
    assert fault_of(endpoint, seconds=-1).fault is Fault.TIMEOUT
    assert llm.asked == []


def test_nobody_there():
    assert fault_of(endpoint_at(f"http://127.0.0.1:{free_port()}/v1")).fault is Fault.UNREACHABLE


def test_a_host_that_does_not_exist():
    assert fault_of(endpoint_at("http://llm.invalid/v1")).fault is Fault.UNREACHABLE


@pytest.mark.parametrize(
    ("play", "fault"),
    [
        (send(500), Fault.SERVER_ERROR),
        (send(502, b"<html>"), Fault.SERVER_ERROR),
        (send(503), Fault.SERVER_ERROR),
        (send(401, b'{"error": "Gent"}'), Fault.DENIED),
        (send(403), Fault.DENIED),
        (send(404), Fault.DENIED),
        (send(400), Fault.REJECTED),
        (send(413), Fault.REJECTED),
        (send(302, Location="http://127.0.0.1:1/"), Fault.REJECTED),
        (send(200, b"<html>not JSON</html>"), Fault.UNUSABLE),
        (send(200, b""), Fault.UNUSABLE),
        (send(200, b'{"choices": []}'), Fault.UNUSABLE),
        (send(200, b'{"choices": [{"message": {"content": null}}]}'), Fault.UNUSABLE),
        (send(200, b'{"choices": "none"}'), Fault.UNUSABLE),
        (send(200, b"no gzip", Content_Encoding="gzip"), Fault.UNUSABLE),
        (hang_up, Fault.UNREACHABLE),
    ],
)
def test_each_failure_has_its_name(llm, endpoint, play, fault):
    llm.will(play)
    assert fault_of(endpoint).fault is fault


def test_a_huge_answer_is_left_in_the_middle(llm, endpoint):
    llm.will(flood)
    assert fault_of(endpoint).fault is Fault.UNUSABLE
    assert LARGEST < 10_000 * 10_000


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_endpoint_says_for_how_long(llm, endpoint, status):
    llm.will(send(status, Retry_After="17"))
    error = fault_of(endpoint)
    assert (error.fault, error.wait) == (Fault.BUSY, 17.0)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0),
        ("2.5", 2.5),
        (format_datetime(NOW + timedelta(seconds=90), usegmt=True), 90),
        (format_datetime(NOW - timedelta(seconds=90), usegmt=True), 0),
        ("-5", 0),
        (None, USUAL_WAIT),
        ("", USUAL_WAIT),
        ("soon", USUAL_WAIT),
        ("nan", USUAL_WAIT),
        ("inf", USUAL_WAIT),
    ],
)
def test_retry_after_is_seconds_or_a_date(header, seconds):
    assert seconds_to_wait(header, now=NOW) == seconds
