"""GET subjects/{id}/memories"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import store


def contents(answer):
    assert answer.status_code == 200, answer.json()
    return [memory["content"] for memory in answer.json()["results"]]


def test_it_lists_what_is_current_newest_first(api, alice, remember, austin):
    remember(alice, "Alice plays the cello.")
    assert contents(api.get("subjects/alice/memories")) == [
        "Alice plays the cello.",
        "Alice lives in Austin.",
    ]


def test_a_list_holds_the_subject_s_own_memories_only(api, bob, carol, remember, denver):
    remember(bob, "Bob plays chess.")
    remember(carol, "Carol plays go.")
    assert contents(api.get("subjects/alice/memories")) == ["Alice lives in Denver."]
    assert contents(api.get("subjects/bob/memories")) == ["Bob plays chess."]


@pytest.fixture
def every_state(alice, remember, austin):
    now = timezone.now()
    remember(alice, "Alice will be in Rome.", valid_from=now + timedelta(days=9))
    with store.change(alice.id, store.SYSTEM) as c:
        store.retire(c, remember(alice, "Alice is stuck in traffic."), reason="over")
        store.delete(c, remember(alice, "Alice likes jazz."))


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("current", ["Alice lives in Austin."]),
        ("upcoming", ["Alice will be in Rome."]),
        ("superseded", ["Alice lives in Denver."]),
        ("expired", ["Alice is stuck in traffic."]),
        ("deleted", ["Alice likes jazz."]),
    ],
)
def test_a_state_lists_the_memories_that_say_they_are_in_it(api, every_state, state, expected):
    answer = api.get(f"subjects/alice/memories?state={state}")
    assert contents(answer) == expected
    assert {memory["state"] for memory in answer.json()["results"]} == {state}


def test_all_lists_everything_but_the_deleted(api, every_state):
    assert len(contents(api.get("subjects/alice/memories?state=all"))) == 4


@pytest.mark.parametrize(
    "query",
    [
        "type=procedural",
        "scope=instruction",
        "beneficiary=team",
        "key=home%20city",
        "text=CELLO",
    ],
)
def test_filters_narrow_the_list(api, alice, remember, query):
    remember(alice, "Alice has a dog.", type="semantic", scope="fact")
    remember(
        alice,
        "Answer about the cello.",
        type="procedural",
        scope="instruction",
        beneficiary="team",
        key="city",
        value="Austin",
    )
    assert contents(api.get(f"subjects/alice/memories?{query}")) == ["Answer about the cello."]


def test_since_leaves_out_what_was_stored_before(api, denver):
    moment = (timezone.now() + timedelta(seconds=5)).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert contents(api.get(f"subjects/alice/memories?since={moment}")) == []


def test_pages_follow_each_other(api, alice, remember):
    for number in ("one", "two", "three"):
        remember(alice, f"Alice likes {number}.")
    first = api.get("subjects/alice/memories?limit=2").json()
    assert (first["total"], len(first["results"])) == (3, 2)
    last = api.client.get(first["next"], headers={"Authorization": f"Bearer {api.secret}"}).json()
    assert [memory["content"] for memory in last["results"]] == ["Alice likes one."]
    assert last["next"] is None


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("state=gone", "state"),
        ("type=x", "type"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("offset=-1", "offset"),
        ("since=yesterday", "since"),
        ("since=2026-01-01T00:00:00", "since"),
        ("stat=all", "stat"),
        ("text=%00", "text"),
    ],
)
def test_a_wrong_filter_is_named(api, alice, query, field):
    answer = api.get(f"subjects/alice/memories?{query}")
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == field


def test_more_memories_cost_no_more_queries(api, alice, remember, django_assert_num_queries):
    remember(alice, "Alice likes tea.")
    api.get("subjects/alice/memories?state=all")  # the use of the key is noted once a minute
    for number in range(10):
        remember(alice, f"Alice likes number {number}.")
    with django_assert_num_queries(7):  # key, wall, subject, total, page, wall, access log
        api.get("subjects/alice/memories?state=all")
