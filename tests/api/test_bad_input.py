"""What cannot be taken is named, and nothing is written: turns, claims and ids."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

GOOD = {"role": "user", "content": "I live in Oslo."}
LONG = "x" * 8_001

WRONG_TEXTS = [
    ({"content": ""}, "content"),
    ({"content": "  \n "}, "content"),
    ({"content": LONG}, "content"),
    ({"content": "a\0b"}, "content"),
    ({"content": "a\ud800b"}, "content"),
    ({"content": 5}, "content"),
    ({"content": None}, "content"),
    ({"content": ["a"]}, "content"),
    ({}, "content"),
]
WRONG_TIMES = [
    "2026-01-01T00:00:00",
    "2026-01-01",
    "1899-12-31T23:59:59Z",
    "2200-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "yesterday",
    "",
    1767225600,
    None,
]


def refused(answer, field):
    error = answer.json()["error"]
    assert (answer.status_code, error["field"]) == (400, field), error
    assert error["message"]
    assert {"field": field, "message": error["fields"][0]["message"]} in error["fields"]


@pytest.mark.parametrize(("text", "field"), WRONG_TEXTS)
@pytest.mark.parametrize("kind", ["turns", "claims"])
def test_a_wrong_text_is_refused(api, nothing_written, kind, text, field):
    role = {"role": "user"} if kind == "turns" else {}
    with nothing_written():
        refused(api.post(f"subjects/alice/{kind}", {**role, **text}), field)
        refused(api.post(f"subjects/alice/{kind}", {kind: [{**role, **text}]}), f"{kind}.0.{field}")


@pytest.mark.parametrize("text", ["...", "\U0001f600", "\u202e\u200b", "?!", "-- \u2013 --"])
def test_a_claim_without_words_is_refused(api, nothing_written, text):
    with nothing_written():
        refused(api.post("subjects/alice/claims", {"content": text}), "content")


def test_one_wrong_turn_among_good_ones_keeps_all_out(api, nothing_written):
    with nothing_written():
        answer = api.post("subjects/alice/turns", {"turns": [GOOD, {**GOOD, "role": "bot"}]})
    refused(answer, "turns.1.role")


@pytest.mark.parametrize("time", WRONG_TIMES)
def test_a_wrong_time_of_a_turn_is_refused(api, nothing_written, time):
    with nothing_written():
        refused(api.post("subjects/alice/turns", {**GOOD, "created_at": time}), "created_at")


WRONG_DAYS = ["2026-02-30", "1899-12-31", "2200-01-01", "2026-1-011", "2026-01-1 "]


@pytest.mark.parametrize(
    ("field", "time"),
    [
        *(("said_at", time) for time in WRONG_TIMES),
        *(
            (field, time)
            for field in ("valid_from", "valid_until")
            for time in [*WRONG_TIMES, *WRONG_DAYS]
            if time != "2026-01-01"  # a day is good here
        ),
    ],
)
def test_a_wrong_time_of_a_claim_is_refused(api, nothing_written, field, time):
    with nothing_written():
        refused(api.post("subjects/alice/claims", {"content": "Oslo.", field: time}), field)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"type": "working"}, "type"),
        ({"scope": "secret"}, "scope"),
        ({"source": "god"}, "source"),
        ({"importance": 0}, "importance"),
        ({"importance": 11}, "importance"),
        ({"importance": True}, "importance"),
        ({"importance": 1e9}, "importance"),
        ({"confidence": 1.01}, "confidence"),
        ({"confidence": -0.1}, "confidence"),
        ({"confidence": "nan"}, "confidence"),
        ({"beneficiary": ""}, "beneficiary"),
        ({"beneficiary": "x" * 101}, "beneficiary"),
        ({"category": "x" * 51}, "category"),
        ({"key": "x" * 101}, "key"),
        ({"value": "x" * 501}, "value"),
        ({"value": "a\0"}, "value"),
        ({"session": ""}, "session"),
        ({"session": "x" * 201}, "session"),
        ({"session": "a\tb"}, "session"),
        ({"valid_from": "2026-02-01T00:00:00Z", "valid_until": "2026-01-01T00:00:00Z"},
         "valid_until"),
        ({"modality": "past"}, "modality"),
        ({"embedding": [1]}, "embedding"),
    ],
)  # fmt: skip
def test_a_wrong_attribute_of_a_claim_is_refused(api, nothing_written, sent, field):
    with nothing_written():
        refused(api.post("subjects/alice/claims", {"content": "Lives in Oslo.", **sent}), field)


@pytest.mark.parametrize("kind", ["turns", "claims"])
@pytest.mark.parametrize("many", [[], 101, {}, "text", None])
def test_a_batch_has_one_to_a_hundred(api, nothing_written, kind, many):
    good = GOOD if kind == "turns" else {"content": "Lives in Oslo."}
    with nothing_written():
        answer = api.post(f"subjects/alice/{kind}", {kind: [good] * 101 if many == 101 else many})
    refused(answer, kind)


def test_both_forms_at_once_are_refused(api, nothing_written):
    with nothing_written():
        refused(api.post("subjects/alice/turns", {"turns": [GOOD], "content": "x"}), "content")


def test_a_hundred_turns_of_the_greatest_length_are_taken(api):
    turns = [{"role": "assistant", "content": "x" * 8_000}] * 100
    assert api.post("subjects/alice/turns", {"turns": turns}).status_code == 202


@pytest.mark.parametrize("wait", ["maybe", "2", ""])
def test_a_wrong_wait_is_refused(api, nothing_written, wait):
    with nothing_written():
        refused(api.post(f"subjects/alice/turns?wait={wait}", GOOD), "wait")


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, "a\0", "a\nb", "a\x7f", "\u0085"])
@pytest.mark.parametrize("path", ["turns", "memories", "links", ""])
def test_an_id_that_cannot_be_one_is_refused(api, nothing_written, name, path):
    address = f"subjects/{quote(name, safe='')}" + (f"/{path}" if path else "")
    method = {"memories": "GET", "": "DELETE"}.get(path, "POST")
    with nothing_written():
        answer = api.call(method, address, GOOD if path == "turns" else {})
    refused(answer, "subject_id")


@pytest.mark.parametrize("name", ["alice@example.org", "Zoë 李 🙂", "a:b|c", "%", "x" * 200])
def test_an_id_may_be_any_line_without_a_slash(api, name):
    address = f"subjects/{quote(name, safe='')}"
    assert api.post(f"{address}/turns?wait=true", GOOD).status_code == 200
    memories = api.get(f"{address}/memories").json()["results"]
    assert {memory["user_id"] for memory in memories} == {name}


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "nonsense",
        '{"role": "user", "content": NaN}',
        b'{"content": "\xff\xfe"}',
        "[" * 100_000,
        '{"importance": ' + "9" * 5_000 + "}",
    ],
)
def test_what_is_no_json_is_refused(api, nothing_written, body):
    with nothing_written():
        answer = api.post("subjects/alice/turns", body)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in {"invalid_json", "invalid"}


@pytest.mark.parametrize("body", [[], [GOOD], "text", 5, True])
def test_json_that_is_no_object_is_refused(api, nothing_written, body):
    with nothing_written():
        answer = api.post("subjects/alice/turns", json.dumps(body))
    assert answer.status_code == 400
    assert "JSON object" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "subjects/alice/turns", {"role": "Quixhaven", "content": "x"}),
        ("POST", "subjects/alice/claims", {"type": "Quixhaven", "content": "x"}),
        ("PUT", "keys/boat_name", {"cardinality": "Quixhaven"}),
        ("GET", "subjects/alice/memories?state=Quixhaven", None),
    ],
)
def test_a_choice_that_is_none_names_the_choices_and_quotes_nothing(
    api, alice, nothing_written, method, path, body
):
    with nothing_written():
        answer = api.call(method, path, body)
    assert answer.status_code == 400
    assert "Write one of " in answer.json()["error"]["message"]
    assert "Quixhaven" not in answer.content.decode()
