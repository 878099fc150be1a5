"""Review items over the API."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import Client
from django.utils import timezone

from memory.api_keys import create_key
from memory.digest import digest
from memory.models import Memory, ReviewItem
from review import queue
from review.policies import OF_CONFLICT
from tests.people import ask, everything, remember


@dataclass
class Api:
    secret: str

    def get(self, path, **query):
        return Client().get(f"/api/v1/{path}", query, headers=self.headers)

    def post(self, path, data, **headers):
        return Client().post(
            f"/api/v1/{path}",
            data,
            content_type="application/json",
            headers={**self.headers, **headers},
        )

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.secret}"}


@pytest.fixture
def api(harbour):
    return Api(create_key(harbour, name="bot", scopes=["review"])[1])


@pytest.fixture
def stranger(orchard):
    return Api(create_key(orchard, name="bot", scopes=["review"])[1])


def test_open_items_are_listed(api, moved):
    answer = api.get("review-items").json()
    (row,) = answer["results"]
    assert answer["total"] == 1
    assert row["id"] == moved.id
    assert row["user_id"] == "mira"
    assert row["claim"]["restated"] == "Lives in Austin."
    assert row["memory"]["content"] == "Lives in Denver."
    assert row["actions"] == [*OF_CONFLICT]
    assert "event" in row["sentence"]


@pytest.mark.parametrize(
    ("query", "total"),
    [
        ({"subject": "mira"}, 1),
        ({"subject": "noor"}, 0),
        ({"reason": "event"}, 1),
        ({"reason": "copies"}, 0),
        ({"state": "resolved"}, 0),
        ({"text": "denver"}, 1),
    ],
)
def test_filters(api, moved, query, total):
    assert api.get("review-items", **query).json()["total"] == total


def test_paging(api, noor):
    for at in range(3):
        ask(noor, f"Has {at} cats.", remember(noor, f"Has {at} dogs."))
    first = api.get("review-items", limit=2).json()
    assert (first["total"], len(first["results"])) == (3, 2)
    assert "offset=2" in first["next"]


@pytest.mark.parametrize("query", [{"state": "lost"}, {"limit": 0}, {"reson": "event"}])
def test_a_filter_that_is_none_is_named(api, moved, query):
    response = api.get("review-items", **query)
    assert response.status_code == 400
    assert response.json()["error"]["field"] in query


def test_the_list_costs_the_same_for_many(api, noor, django_assert_max_num_queries):
    for at in range(8):
        memory = remember(noor, f"Has {at} dogs.")
        ask(noor, f"Has {at} cats.", memory, others=(memory,))
    with django_assert_max_num_queries(17):
        assert api.get("review-items").json()["total"] == 8


def test_an_item_is_answered(api, mira, denver, moved):
    sent = {"action": "replace", "shown": digest(denver), "note": "Checked."}
    answer = api.post(f"review-items/{moved.id}/resolve", sent)
    assert answer.status_code == 200
    assert (answer.json()["actor"], answer.json()["action"]) == ("api_key", "replace")
    assert Memory.objects.current(timezone.now()).get(subject=mira).content == "Lives in Austin."
    item = api.get(f"review-items/{moved.id}").json()
    assert item["state"] == "resolved"
    assert item["actions"] == []
    assert item["resolutions"][0]["note"] == "Checked."


def test_an_item_is_answered_in_other_words(api, mira, moved):
    sent = {"action": "edit", "content": "Lives in Waco."}
    assert api.post(f"review-items/{moved.id}/resolve", sent).status_code == 200
    assert Memory.objects.current(timezone.now()).get(subject=mira).content == "Lives in Waco."


def test_the_same_request_twice_is_one_answer(api, moved):
    sent, once = {"action": "replace"}, {"Idempotency-Key": "one"}
    first = api.post(f"review-items/{moved.id}/resolve", sent, **once)
    again = api.post(f"review-items/{moved.id}/resolve", sent, **once)
    assert first.json() == again.json()
    assert moved.resolutions.count() == 1


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({}, "action"),
        ({"action": "burn"}, "action"),
        ({"action": "edit", "content": " "}, "content"),
        ({"action": "edit"}, "content"),
        ({"action": "edit", "content": "x" * 8_001}, "content"),
        ({"action": "replace", "colour": "red"}, "colour"),
    ],
)
def test_an_answer_that_cannot_be_read(api, moved, sent, field):
    before = everything()
    response = api.post(f"review-items/{moved.id}/resolve", sent)
    assert response.status_code == 400
    assert response.json()["error"]["field"] == field
    assert everything() == before


def test_an_answer_that_comes_too_late(api, moved):
    api.post(f"review-items/{moved.id}/resolve", {"action": "reject"})
    before = everything()
    response = api.post(f"review-items/{moved.id}/resolve", {"action": "replace"})
    assert response.status_code == 409
    assert "answered already" in response.json()["error"]["message"]
    assert everything() == before


def test_an_item_that_a_reviewer_has_open(api, ana, moved):
    queue.open_item(moved, ana)
    before = everything()
    response = api.post(f"review-items/{moved.id}/resolve", {"action": "replace"})
    assert response.status_code == 409
    assert "ana is looking" in response.json()["error"]["message"]
    assert everything() == before


def test_a_memory_that_changed_since(api, denver, moved):
    shown = digest(denver)
    Memory.objects.filter(id=denver.id).update(importance=9)
    before = everything()
    sent = {"action": "replace", "shown": shown}
    assert api.post(f"review-items/{moved.id}/resolve", sent).status_code == 409
    assert everything() == before


def test_another_workspace_finds_nothing(stranger, moved):
    before = everything()
    assert stranger.get("review-items").json()["total"] == 0
    assert stranger.get(f"review-items/{moved.id}").status_code == 404
    sent = {"action": "replace"}
    assert stranger.post(f"review-items/{moved.id}/resolve", sent).status_code == 404
    assert everything() == before


def test_a_key_without_the_scope(harbour, moved):
    api = Api(create_key(harbour, name="bot", scopes=["read", "write"])[1])
    before = everything()
    assert api.get("review-items").status_code == 403
    assert api.post(f"review-items/{moved.id}/resolve", {"action": "replace"}).status_code == 403
    assert everything() == before


def test_an_id_that_is_none(api, db):
    assert api.get("review-items/rev_1").status_code == 404
    assert ReviewItem.objects.count() == 0
