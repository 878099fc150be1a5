"""GET memories/{id}/history and POST memories/{id}/undo"""

from __future__ import annotations

from memory.models import Memory


def test_a_history_has_the_chain_oldest_first_and_every_decision(api, denver, austin):
    for memory in (denver, austin):
        answer = api.get(f"memories/{memory.id}/history").json()
        assert [link["id"] for link in answer["memories"]] == [denver.id, austin.id]
        assert [decision["action"] for decision in answer["decisions"]] == ["replace", "add"]


def test_a_decision_says_why_in_words_and_holds_no_statement(api, denver):
    decision = api.get(f"memories/{denver.id}/history").json()["decisions"][0]
    assert decision["sentence"].startswith("Added")
    assert "Denver" not in str(decision)


def test_undo_puts_the_older_memory_back(api, denver, austin):
    answer = api.post(f"memories/{austin.id}/undo")
    assert answer.status_code == 200
    states = {memory["id"]: memory["state"] for memory in answer.json()["memories"]}
    assert states == {denver.id: "current", austin.id: "deleted"}
    assert answer.json()["decision"]["action"] == "undo"


def test_undo_may_be_asked_for_either_end(api, denver, austin):
    assert api.post(f"memories/{denver.id}/undo").status_code == 200
    assert api.get(f"memories/{denver.id}").json()["state"] == "current"


def test_when_nothing_is_left_to_undo_it_says_so(api, denver, nothing_written):
    api.post(f"memories/{denver.id}/undo")
    with nothing_written():
        answer = api.post(f"memories/{denver.id}/undo")
    assert answer.status_code == 409
    assert answer.json()["error"]["message"].startswith("No change")


def test_what_a_newer_memory_stands_on_cannot_be_undone_first(api, denver, austin):
    api.patch(f"memories/{austin.id}", {"importance": 9})
    version = Memory.objects.get(supersedes=austin)
    api.post(f"memories/{version.id}/undo")
    assert api.get(f"memories/{austin.id}").json()["state"] == "current"
