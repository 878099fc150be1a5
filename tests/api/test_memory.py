"""GET, PATCH and DELETE memories/{id}"""

from __future__ import annotations

from unittest.mock import patch

import pytest

from memory import store
from memory.amend import edit_memory
from memory.errors import ConflictError, UnavailableError
from memory.models import Claim, Decision, Memory, Tombstone, Turn

NAMES = {
    "id", "user_id", "type", "scope", "beneficiary", "category", "key", "value", "content",
    "source", "source_session", "source_turn", "created_at", "valid_from", "valid_until",
    "importance", "confidence", "supersedes", "last_accessed", "access_count",
    "superseded_by", "state",
}  # fmt: skip


def test_a_memory_has_the_names_of_the_design_and_no_embedding(api, denver):
    answer = api.get(f"memories/{denver.id}")
    assert set(answer.json()) == NAMES
    assert answer.json()["user_id"] == "alice"
    assert answer.json()["state"] == "current"


def test_a_superseded_memory_names_its_successor(api, denver, austin):
    old, new = (api.get(f"memories/{memory.id}").json() for memory in (denver, austin))
    assert (old["state"], old["superseded_by"]) == ("superseded", austin.id)
    assert (new["state"], new["supersedes"]) == ("current", denver.id)


def test_a_memory_names_the_session_and_the_turn_it_comes_from(api):
    posted = api.post(
        "subjects/alice/turns?wait=true",
        {"session": "monday", "role": "user", "content": "I live in Denver."},
    ).json()
    memory = api.get(f"memories/{posted['claims'][0]['verdict']['memory_id']}").json()
    assert memory["source_session"] == "monday"
    assert memory["source_turn"] == posted["turns"][0]["id"]


def test_reading_a_memory_does_not_count_as_using_it(api, denver):
    api.get(f"memories/{denver.id}")
    denver.refresh_from_db()
    assert denver.access_count == 0


# Edit.


def test_an_edit_makes_a_new_version_with_an_operator_s_authority(api, denver):
    answer = api.patch(f"memories/{denver.id}", {"content": "Alice lives in Boulder."})
    version = answer.json()
    assert answer.status_code == 200
    assert (version["supersedes"], version["source"]) == (denver.id, "operator")
    assert api.get(f"memories/{denver.id}").json()["content"] == "Alice lives in Denver."


def test_an_edit_is_in_the_log_with_the_key_that_made_it(api, denver):
    api.patch(f"memories/{denver.id}", {"importance": 9})
    decision = Decision.objects.get(action="edit")
    assert decision.actor == "api_key"
    assert decision.actor_ref.startswith("key_")


def test_an_edit_may_take_an_end_away(api, alice, remember):
    memory = remember(alice, "Alice is in Rome.", valid_until="2199-01-01T00:00:00+00:00")
    answer = api.patch(f"memories/{memory.id}", {"valid_until": None})
    assert answer.json()["valid_until"] is None


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"content": "My password is hunter2!x9"}, "content"),
        ({"importance": 11}, "importance"),
        ({"state": "current"}, "state"),
        ({"created_at": "2026-01-01T00:00:00Z"}, "created_at"),
        ({"valid_until": "1999-01-01T00:00:00Z"}, "valid_until"),
        ({"content": None}, "content"),
    ],
)
def test_an_edit_that_makes_no_sense_writes_nothing(
    api, alice, remember, nothing_written, change, field
):
    memory = remember(alice, "Alice is here.", valid_from="2020-01-01T00:00:00+00:00")
    with nothing_written():
        answer = api.patch(f"memories/{memory.id}", change)
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == field


def test_an_edit_without_a_change_is_refused(api, denver):
    answer = api.patch(f"memories/{denver.id}", {})
    assert answer.status_code == 400
    assert answer.json()["error"]["message"] == "Name at least one field to change."


def test_what_has_ended_cannot_be_edited(api, denver, austin, nothing_written):
    with nothing_written():
        answer = api.patch(f"memories/{denver.id}", {"importance": 9})
    assert answer.status_code == 409


def test_of_two_edits_that_began_together_one_is_refused(denver):
    edit_memory(denver, {"importance": 8}, store.SYSTEM)
    with pytest.raises(ConflictError):
        edit_memory(denver, {"importance": 9}, store.SYSTEM)


def test_an_edit_of_other_fields_needs_no_model(api, denver):
    with patch("memory.inference.embeddings._encoder", side_effect=UnavailableError("Away.")):
        assert api.patch(f"memories/{denver.id}", {"importance": 9}).status_code == 200
        version = Memory.objects.get(supersedes=denver)
        assert api.patch(f"memories/{version.id}", {"content": "Moved."}).status_code == 503


# Delete and erase.


def test_a_deleted_memory_is_hidden_and_can_be_brought_back(api, denver):
    assert api.delete(f"memories/{denver.id}").status_code == 204
    assert api.get(f"memories/{denver.id}").status_code == 404
    assert api.get("subjects/alice/memories?state=all").json()["total"] == 0
    assert api.post(f"memories/{denver.id}/undo").status_code == 200
    assert api.get(f"memories/{denver.id}").status_code == 200


def test_an_erased_memory_is_gone_with_its_claim_and_leaves_a_receipt(api, denver):
    answer = api.delete(f"memories/{denver.id}?erase=true")
    assert answer.status_code == 200
    assert answer.json()["extent"] == "memory"
    assert "Denver" not in str(answer.json())
    assert not Memory.objects.exists()
    assert not Claim.objects.exists()
    assert Tombstone.objects.exists()
    assert api.post(f"memories/{denver.id}/undo").status_code == 404


def test_a_hidden_memory_can_be_erased(api, denver):
    api.delete(f"memories/{denver.id}")
    assert api.delete(f"memories/{denver.id}?erase=true").status_code == 200


def test_erasing_cuts_the_words_out_of_the_turn(api):
    posted = api.post(
        "subjects/alice/turns?wait=true", {"role": "user", "content": "I live in Denver."}
    ).json()
    api.delete(f"memories/{posted['claims'][0]['verdict']['memory_id']}?erase=true")
    assert "Denver" not in Turn.objects.get().content


def test_erasing_needs_its_own_scope_and_hiding_does_not(key, denver, nothing_written):
    writer = key("write")
    with nothing_written():
        answer = writer.delete(f"memories/{denver.id}?erase=true")
    assert answer.status_code == 403
    assert "“erase”" in answer.json()["error"]["message"]
    assert writer.delete(f"memories/{denver.id}").status_code == 204


def test_a_key_that_may_only_erase_may_not_hide(key, denver):
    assert key("erase").delete(f"memories/{denver.id}").status_code == 403


def test_a_wrong_value_of_erase_is_named(api, denver, nothing_written):
    with nothing_written():
        answer = api.delete(f"memories/{denver.id}?erase=perhaps")
    assert answer.json()["error"]["field"] == "erase"
