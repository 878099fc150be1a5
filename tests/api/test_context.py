"""POST subjects/{id}/context"""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

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
        ({"budget_tokens": "500"}, "budget_tokens"),
        ({"query": "x" * 8_001}, "query"),
        ({"query": "a\0b"}, "query"),
        ({"as_of": "2026-01-01T00:00:00"}, "as_of"),
        ({"as_of": (timezone.now() + timedelta(days=1)).isoformat()}, "as_of"),
        ({"qeury": "?"}, "qeury"),
        ({"session": "a\nb"}, "session"),
    ],
)
def test_what_cannot_be_asked_is_named(api, alice, sent, field):
    answer = api.post("subjects/alice/context", sent)
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == field


def test_asking_about_somebody_unknown_makes_nobody(api, nothing_written):
    with nothing_written():
        assert api.post("subjects/nobody/context", {"query": "?"}).status_code == 404


def test_a_model_that_is_away_is_told_with_a_time_to_retry(api, alice):
    with patch("memory.read_path.build_context", side_effect=UnavailableError("No model.")):
        answer = api.post("subjects/alice/context", {"query": "?"})
    assert answer.status_code == 503
    assert answer.json()["error"] == {"code": "unavailable", "message": "No model."}
    assert answer["Retry-After"] == "10"
