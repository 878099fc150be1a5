"""POST subjects/{id}/context"""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import pytest
import time_machine
from django.core.signals import request_finished
from django.db import OperationalError, close_old_connections
from django.utils import timezone
from rest_framework.test import APIRequestFactory

from memory.api.subjects import ContextView
from memory.errors import UnavailableError


def test_a_context_has_the_text_and_the_memory_behind_each_line(api, denver):
    answer = api.post("subjects/alice/context", {"query": "Where do I live?"})
    assert answer.status_code == 200
    body = answer.json()
    assert "Alice lives in Denver." in body["text"]
    assert denver.id in body["references"].values()
    assert body["tokens"] <= body["budget"] == 500


def test_a_superseded_memory_is_never_told(api, austin):
    text = api.post("subjects/alice/context", {"query": "Where do I live?"}).json()["text"]
    assert "Austin" in text
    assert "Denver" not in text


def test_another_person_s_memories_are_never_told(api, bob, denver):
    text = api.post("subjects/bob/context", {"query": "Where does Alice live?"}).json()["text"]
    assert "Denver" not in text


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"budget_tokens": 99}, "budget_tokens"),
        ({"budget_tokens": 8_001}, "budget_tokens"),
        ({"budget_tokens": 0}, "budget_tokens"),
        ({"budget_tokens": -500}, "budget_tokens"),
        ({"budget_tokens": "500"}, "budget_tokens"),
        ({"budget_tokens": 500.5}, "budget_tokens"),
        ({"budget_tokens": True}, "budget_tokens"),
        ({"budget_tokens": None}, "budget_tokens"),
        ({"query": "x" * 8_001}, "query"),
        ({"query": "a\0b"}, "query"),
        ({"query": 7}, "query"),
        ({"query": None}, "query"),
        ({"as_of": "2026-01-01T00:00:00"}, "as_of"),
        ({"as_of": (timezone.now() + timedelta(days=1)).isoformat()}, "as_of"),
        ({"as_of": "yesterday"}, "as_of"),
        ({"as_of": "1066-10-14T09:00:00Z"}, "as_of"),
        ({"qeury": "?"}, "qeury"),
        ({"session": ""}, "session"),
        ({"session": "x" * 201}, "session"),
        ({"session": "a\nb"}, "session"),
    ],
)
def test_what_cannot_be_asked_is_named(api, alice, nothing_written, sent, field):
    with nothing_written():
        answer = api.post("subjects/alice/context", sent)
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == field
    assert answer.json()["error"]["message"].endswith(".")


def section(body, name: str) -> list[dict[str, object]]:
    [found] = [each for each in body["sections"] if each["name"] == name]
    return found["lines"]


@pytest.mark.parametrize(
    ("query", "warned"),
    [("", False), ("  \n ", False), ("🔥🙃", True), ("?!…", True), ("\u200b", True)],
)
def test_a_query_without_words_searches_for_nothing(api, alice, remember, denver, query, warned):
    remember(alice, "Alice plays the tuba 🔥🙃")
    body = api.post("subjects/alice/context", {"query": query}).json()
    assert [line["memory"] for line in section(body, "profile")] == [denver.id]
    assert section(body, "recall") == []
    assert any("no words" in warning for warning in body["warnings"]) is warned


def test_a_query_of_8000_characters_is_answered(api, alice, remember):
    tuba = remember(alice, "Alice plays the tuba.")
    query = ("Alice plays the tuba. " * 400)[:8_000]
    body = api.post("subjects/alice/context", {"query": query}).json()
    assert [line["memory"] for line in section(body, "recall")] == [tuba.id]


@pytest.mark.parametrize("budget", [100, 101, 8_000])
def test_the_ends_of_the_budget_are_in_it(api, alice, remember, budget):
    for number in range(40):
        remember(alice, f"Alice has seen the film number {number} in the old cinema by the river.")
    query = {"query": "Alice has seen the film", "budget_tokens": budget}
    body = api.post("subjects/alice/context", query).json()
    assert 0 < body["tokens"] <= budget == body["budget"]


def test_a_moment_before_the_first_memory_says_so(api, denver):
    sent = {"query": "Where do I live?", "as_of": "2020-01-01T00:00:00Z"}
    body = api.post("subjects/alice/context", sent).json()
    assert body["text"] == "Nothing is remembered about the user that matters here."
    assert body["warnings"] == ["Nothing was remembered yet at the moment that as_of names."]


def test_an_unknown_session_says_so_and_is_not_made(api, alice, nothing_written):
    with nothing_written():
        body = api.post("subjects/alice/context", {"session": "never-heard-of"}).json()
    assert section(body, "recent_turns") == []
    assert body["warnings"] == [
        "There is no session with this id yet, so there are no recent turns."
    ]


def test_the_same_state_and_time_give_the_same_answer(api, alice, denver, remember):
    for number in range(12):
        remember(alice, f"Alice has seen film {number}.")
    turns = [{"role": "user", "content": f"film {number}?"} for number in range(8)]
    api.post("subjects/alice/turns", {"session": "s", "turns": turns})
    sent = {"query": "Which films has Alice seen?", "session": "s", "budget_tokens": 200}
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        first, again = (api.post("subjects/alice/context", sent).json() for _ in range(2))
    assert first == again
    assert first["dropped"]


# What is counted, after the answer ----------------------------------------------------------------


def test_what_was_told_is_counted_only_when_the_answer_is_sent(api, denver):
    """A server closes the answer once it is sent; until then nothing is counted."""
    sent = APIRequestFactory().post(
        "/", {"query": ""}, format="json", headers={"Authorization": f"Bearer {api.secret}"}
    )
    answer = ContextView.as_view()(sent, subject_id="alice")
    assert "Denver" in answer.render().content.decode()
    denver.refresh_from_db()
    assert denver.access_count == 0
    # As Django's own test client does: a closed answer ends the connection to the database.
    request_finished.disconnect(close_old_connections)
    try:
        answer.close()
    finally:
        request_finished.connect(close_old_connections)
    denver.refresh_from_db()
    assert denver.access_count == 1


def test_a_database_that_takes_no_count_is_not_in_the_way(api, denver, caplog):
    with patch("memory.api.subjects.count_access", side_effect=OperationalError("Denver is full")):
        answer = api.post("subjects/alice/context", {})
    assert answer.status_code == 200
    assert "Denver" in answer.json()["text"]
    assert "nothing could be noted after an answer: OperationalError" in caplog.text
    assert "Denver" not in caplog.text


def test_asking_about_somebody_unknown_makes_nobody(api, nothing_written):
    with nothing_written():
        assert api.post("subjects/nobody/context", {"query": "?"}).status_code == 404


def test_a_model_that_is_away_is_told_with_a_time_to_retry(api, alice):
    with patch("memory.read_path.build_context", side_effect=UnavailableError("No model.")):
        answer = api.post("subjects/alice/context", {"query": "?"})
    assert answer.status_code == 503
    assert answer.json()["error"] == {"code": "unavailable", "message": "No model."}
    assert answer["Retry-After"] == "10"
