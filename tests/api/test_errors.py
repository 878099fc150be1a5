"""One shape for every refusal, whoever refuses."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.db import IntegrityError, OperationalError
from psycopg.errors import CheckViolation, UniqueViolation

from memory.models import Subject


def error(answer, status):
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"
    assert set(answer.json()) == {"error"}
    return answer.json()["error"]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["nowhere", "subjects/alice/turns/", "subjects/a/b/turns"])
def test_an_unknown_address_is_told_with_or_without_a_key(api, method, path):
    assert error(api.call(method, path), 404)["code"] == "not_found"


@pytest.mark.parametrize("path", ["/api/", "/api/v2/subjects/alice", "/api/v1"])
def test_every_address_below_api_answers_in_json(client, path):
    assert "/api/docs/" in error(client.get(path), 404)["message"]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS"])
def test_a_wrong_method_names_the_right_ones(api, method):
    answer = api.call(method, "subjects/alice/turns")
    assert error(answer, 405)["code"] == "method_not_allowed"
    assert "POST" in answer["Allow"]


def test_a_wrong_method_without_a_key_tells_nothing(client):
    error(client.put("/api/v1/subjects/alice/turns"), 401)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_another_format_than_json_is_refused(api, nothing_written, kind):
    with nothing_written():
        answer = api.client.post(
            "/api/v1/subjects/alice/turns",
            "role=user&content=x",
            content_type=kind,
            headers={"Authorization": f"Bearer {api.secret}"},
        )
    assert "application/json" in error(answer, 415)["message"]


def test_an_answer_in_another_format_is_not_to_be_had(api, alice):
    error(api.get("subjects/alice/memories?format=xml"), 404)
    error(api.get("subjects/alice/memories", Accept="text/html"), 406)


def test_a_body_that_is_too_large_is_refused(api, nothing_written, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    turn = {"role": "user", "content": "x" * 200}
    with nothing_written():
        assert error(api.post("subjects/alice/turns", turn), 413)["code"] == "too_large"
        error(api.post("subjects/alice/turns", turn, Idempotency_Key="k"), 413)


@pytest.mark.parametrize("at", ["memory.api.authentication._usable", "memory.access.subject_of"])
def test_a_database_that_is_away_is_told_with_a_time_to_retry(api, alice, at):
    with patch(at, side_effect=OperationalError("host db.internal refused password hunter2")):
        answer = api.get("subjects/alice/memories")
    assert error(answer, 503)["message"].startswith("The database does not answer")
    assert answer["Retry-After"] == "10"
    assert "hunter2" not in answer.content.decode()


def test_the_unexpected_tells_nothing_and_logs_no_statement(api, alice, caplog):
    with patch("memory.access.subject_of", side_effect=KeyError("Alice lives in Denver.")):
        answer = api.get("subjects/alice/memories")
    assert error(answer, 500)["code"] == "error"
    assert "KeyError in MemoriesView" in caplog.text
    assert "Denver" not in caplog.text + answer.content.decode()


def test_a_refusal_leaves_no_id_of_a_person_in_the_log(api, caplog):
    api.get("subjects/zoe@example.org/memories")
    api.post("subjects/zoe@example.org/turns", {"role": "user"})
    assert "zoe" not in caplog.text


def test_a_row_that_was_erased_meanwhile_is_not_found(api, alice):
    with patch("memory.write_path.receive_turns", side_effect=Subject.DoesNotExist):
        answer = api.post("subjects/alice/turns", {"role": "user", "content": "Hello."})
    assert error(answer, 404)["code"] == "not_found"


@pytest.mark.parametrize(("cause", "status"), [(UniqueViolation(), 409), (CheckViolation(), 500)])
def test_a_request_that_crossed_another_may_be_sent_again(api, alice, cause, status):
    crossed = IntegrityError()
    crossed.__cause__ = cause
    with patch("memory.write_path.receive_turns", side_effect=crossed):
        answer = api.post("subjects/alice/turns", {"role": "user", "content": "Hello."})
    error(answer, status)
