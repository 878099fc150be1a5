"""The header Idempotency-Key: the same write sent twice is done once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event
from unittest.mock import patch

import pytest
from django.db import connection
from django.utils import timezone

from memory import intake, write_path
from memory.api.idempotency import prune
from memory.models import Decision, IdempotencyRecord, Turn
from tests.api.conftest import ALL_SCOPES

TURN = {"role": "user", "content": "I live in Denver."}
PATH = "subjects/alice/turns"


def replayed(answer):
    return answer.headers.get("Idempotency-Replayed") == "true"


def test_the_same_request_is_answered_from_the_first(api):
    first = api.post(PATH, TURN, Idempotency_Key="k1")
    second = api.post(PATH, TURN, Idempotency_Key="k1")
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert (replayed(first), replayed(second)) == (False, True)
    assert Turn.objects.count() == 1


def test_without_a_key_it_is_done_again(api):
    api.post(PATH, TURN)
    api.post(PATH, TURN)
    assert Turn.objects.count() == 2


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (PATH, {**TURN, "content": "I live in Oslo."}),
        (f"{PATH}?wait=true", TURN),
        ("subjects/bob/turns", TURN),
        ("subjects/alice/claims", {"content": "Lives in Denver."}),
    ],
)
def test_another_request_with_the_same_key_is_refused(api, nothing_written, path, body):
    api.post(PATH, TURN, Idempotency_Key="k1")
    with nothing_written():
        answer = api.post(path, body, Idempotency_Key="k1")
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (409, "idempotency_key_reused")
    assert error["field"] == "Idempotency-Key"


def test_keys_of_two_workspaces_have_nothing_in_common(api, key, globex):
    api.post(PATH, TURN, Idempotency_Key="k1")
    other = key(*ALL_SCOPES, workspace=globex).post(PATH, TURN, Idempotency_Key="k1")
    assert (other.status_code, replayed(other)) == (202, False)


def test_a_key_is_not_spent_on_a_refused_request(api):
    assert api.post(PATH, {"role": "user"}, Idempotency_Key="k1").status_code == 400
    assert not IdempotencyRecord.objects.exists()
    assert api.post(PATH, TURN, Idempotency_Key="k1").status_code == 202


@pytest.mark.parametrize("value", ["", "x" * 101, "Schlüssel", "a\tb"])
def test_a_key_that_cannot_be_one_is_refused(api, nothing_written, value):
    with nothing_written():
        answer = api.post(PATH, TURN, Idempotency_Key=value)
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == "Idempotency-Key"


def test_a_key_without_the_scope_learns_nothing_from_a_replay(api, key):
    api.post(PATH, TURN, Idempotency_Key="k1")
    assert key("read").post(PATH, TURN, Idempotency_Key="k1").status_code == 403


def test_an_edit_and_a_deletion_are_done_once_too(api, denver):
    change = {"importance": 9}
    first = api.patch(f"memories/{denver.id}", change, Idempotency_Key="k1").json()
    assert api.patch(f"memories/{denver.id}", change, Idempotency_Key="k1").json() == first
    for _ in range(2):
        answer = api.delete(f"memories/{first['id']}", Idempotency_Key="k2")
        assert answer.status_code == 204
    assert replayed(answer)
    assert Decision.objects.filter(action__in=["edit", "delete"]).count() == 2


@pytest.mark.parametrize("path", ["memories/{id}?erase=true", "subjects/alice"])
def test_the_receipt_of_an_erasure_is_replayed(api, denver, path):
    address = path.format(id=denver.id)
    first = api.delete(address, Idempotency_Key="k1")
    second = api.delete(address, Idempotency_Key="k1")
    assert (second.status_code, second.json()) == (200, first.json())
    assert replayed(second)


def test_an_erasure_removes_the_answers_that_may_quote_the_person(api):
    api.post(f"{PATH}?wait=true", TURN, Idempotency_Key="k1")
    assert "Denver" in str(IdempotencyRecord.objects.get().body)
    api.delete("subjects/alice")
    assert not IdempotencyRecord.objects.exists()


def test_an_answer_that_an_erasure_overtook_is_not_kept(api, alice):
    def erased_meanwhile(*args, **kwargs):
        receipt = intake.receive_turns(*args, **kwargs)
        IdempotencyRecord.objects.filter(subject_ref=alice.id).delete()
        return receipt

    with patch("memory.write_path.receive_turns", erased_meanwhile):
        api.post(PATH, TURN, Idempotency_Key="k1")
    assert not IdempotencyRecord.objects.exists()


def crashed(acme, *, minutes):
    return IdempotencyRecord.objects.create(
        workspace=acme,
        key="k1",
        request_hash="?",
        created_at=timezone.now() - timedelta(minutes=minutes),
    )


def test_a_crashed_request_frees_its_key_after_five_minutes(api, acme):
    crashed(acme, minutes=6)
    assert api.post(PATH, TURN, Idempotency_Key="k1").status_code == 202
    assert replayed(api.post(PATH, TURN, Idempotency_Key="k1"))


def test_of_two_that_take_a_crashed_request_over_one_does(api, acme, nothing_written):
    record = crashed(acme, minutes=6)
    other = IdempotencyRecord.objects.filter(pk=record.pk)
    with patch("memory.api.idempotency._same", lambda record: other.none()), nothing_written():
        answer = api.post(PATH, TURN, Idempotency_Key="k1")
    assert answer.json()["error"]["code"] == "idempotency_key_running"


def test_a_key_may_be_used_again_after_a_day(api, acme):
    api.post(PATH, TURN, Idempotency_Key="k1")
    IdempotencyRecord.objects.update(created_at=timezone.now() - timedelta(hours=25))
    answer = api.post(PATH, {**TURN, "content": "I live in Oslo."}, Idempotency_Key="k1")
    assert (answer.status_code, replayed(answer)) == (202, False)


def test_old_records_are_pruned_and_young_ones_kept(api):
    api.post(PATH, TURN, Idempotency_Key="old")
    IdempotencyRecord.objects.update(created_at=timezone.now() - timedelta(hours=25))
    api.post(PATH, TURN, Idempotency_Key="young")
    assert prune() == 1
    assert IdempotencyRecord.objects.get().key == "young"


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one_write(api):
    begun, go_on = Event(), Event()

    def slowly(*args, **kwargs):
        begun.set()
        go_on.wait(10)
        return intake.receive_turns(*args, **kwargs)

    def first():
        try:
            return api.post(PATH, TURN, Idempotency_Key="k1")
        finally:
            connection.close()

    with ThreadPoolExecutor() as pool, patch.object(write_path, "receive_turns", slowly):
        running = pool.submit(first)
        assert begun.wait(10)
        second = api.post(PATH, TURN, Idempotency_Key="k1")
        go_on.set()
        assert running.result().status_code == 202
    assert second.status_code == 409
    assert second.json()["error"]["code"] == "idempotency_key_running"
    assert second["Retry-After"] == "2"
    assert Turn.objects.count() == 1
    assert replayed(api.post(PATH, TURN, Idempotency_Key="k1"))
