"""Keys over the API: the registry, and what a workspace adds."""

from __future__ import annotations

import pytest

from memory.models import Memory, WorkspaceKey
from memory.vocabulary import Cardinality

BOAT = {"cardinality": "one", "aliases": ["boat"], "importance": 6, "lasts": "months"}


def put(api, name="boat_name", body=BOAT, query=""):
    return api.call("PUT", f"keys/{name}{query}", body)


def said(answer):
    return answer.json()["error"]


def test_a_key_is_added_told_changed_and_removed(api):
    told = {
        "name": "boat_name",
        "category": "own",
        "cardinality": "one",
        "aliases": ["boat"],
        "scope": "fact",
        "importance": 6,
        "lasts": "months",
        "own": True,
    }
    assert put(api).json() == told
    assert api.get("keys/boat").json() == told
    assert api.get("keys").json()["results"][-1] == told
    assert put(api, body={"cardinality": "many"}).json()["cardinality"] == "many"
    assert api.delete("keys/boat_name").status_code == 204
    assert api.get("keys/boat_name").status_code == 404


def test_every_key_for_everybody_is_told_too(api):
    results = api.get("keys").json()["results"]
    assert len(results) >= 60
    assert not any(key["own"] for key in results)
    assert api.get("keys/home%20city").json()["name"] == "city"


def test_another_workspace_does_not_see_it(api, key, globex):
    put(api)
    other = key("read", "admin", workspace=globex)
    assert other.get("keys/boat_name").status_code == 404
    assert other.delete("keys/boat_name").status_code == 404
    assert put(other, body={"cardinality": "many"}).status_code == 200
    assert api.get("keys/boat_name").json()["cardinality"] == "one"


@pytest.mark.parametrize("scopes", [("read",), ("write", "review", "erase")])
def test_only_an_admin_key_changes_the_registry(key, scopes):
    weak = key(*scopes)
    assert put(weak).status_code == 403
    assert weak.delete("keys/boat_name").status_code == 403
    assert not WorkspaceKey.objects.exists()


@pytest.mark.parametrize(
    ("name", "body", "field"),
    [
        ("city", BOAT, "name"),
        ("Boat", BOAT, "name"),
        ("boat_name", {}, "cardinality"),
        ("boat_name", {"cardinality": "two"}, "cardinality"),
        ("boat_name", {**BOAT, "aliases": ["employer"]}, "aliases"),
        ("boat_name", {**BOAT, "aliases": [5]}, "aliases.0"),
        ("boat_name", {**BOAT, "importance": 11}, "importance"),
        ("boat_name", {**BOAT, "colour": "red"}, "colour"),
    ],
)
def test_what_cannot_be_a_key_is_refused(api, name, body, field):
    answer = put(api, name, body)
    assert (answer.status_code, said(answer)["field"]) == (400, field)
    assert not WorkspaceKey.objects.exists()


def test_the_effect_is_told_before_it_is_done(api, alice, remember):
    remember(alice, "Alice's boat is Argo.", key="boat", value="Argo")

    refused = put(api)
    assert (refused.status_code, said(refused)["code"]) == (409, "not_confirmed")
    assert "1 stored memories" in said(refused)["message"]
    assert not WorkspaceKey.objects.exists()
    assert not Memory.objects.get().single_valued

    assert put(api, query="?confirm=true").status_code == 200
    assert Memory.objects.get().single_valued


def test_what_would_break_the_one_value_is_refused(api, alice, remember):
    for name in ("Argo", "Nautilus"):
        remember(alice, f"Alice's boat is {name}.", key="boat", value=name)
    for query in ("", "?confirm=true"):
        answer = put(api, query=query)
        assert (answer.status_code, said(answer)["code"]) == (409, "conflict")
    assert not WorkspaceKey.objects.exists()


def test_a_list_may_be_asked_for_by_an_alias(api, alice, remember):
    put(api)
    made = remember(alice, "Alice's boat is Argo.", key="boat", value="Argo")
    for name in ("boat", "boat_name"):
        (found,) = api.get(f"subjects/alice/memories?key={name}").json()["results"]
        assert (found["id"], found["key"]) == (made.id, "boat_name")


def test_the_choices_are_those_of_the_registry(api):
    told = {key["cardinality"] for key in api.get("keys").json()["results"]}
    assert told == set(Cardinality.values)
