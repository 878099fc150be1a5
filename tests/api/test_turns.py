"""POST subjects/{id}/turns"""

from __future__ import annotations

from unittest.mock import patch

from memory.errors import UnavailableError
from memory.inference.fakes import use_fakes
from memory.models import Claim, Memory, Subject, Turn


def test_it_takes_several_turns_and_answers_their_claims(api, alice):
    turns = [
        {"role": "user", "content": "I live in Denver.", "created_at": "2026-03-01T09:00:00Z"},
        {"role": "assistant", "content": "Noted!"},
    ]
    answer = api.post("subjects/alice/turns", {"session": "s1", "turns": turns})

    assert answer.status_code == 202
    body = answer.json()
    assert [turn["role"] for turn in body["turns"]] == ["user", "assistant"]
    assert {claim["state"] for claim in body["claims"]} == {"pending"}
    assert body["claims"][0]["turn_id"] == body["turns"][0]["id"]
    assert body["claims"][0]["verdict"] is None
    assert not Memory.objects.exists()


def test_it_takes_a_single_turn(api):
    answer = api.post("subjects/alice/turns", {"role": "user", "content": "I live in Denver."})
    assert answer.status_code == 202
    assert Turn.objects.get().session.external_id == "default"


def test_the_first_message_makes_the_subject(api, acme):
    api.post("subjects/new%20person/turns", {"role": "user", "content": "Hello."})
    assert Subject.objects.get().external_id == "new person"
    assert Subject.objects.get().workspace == acme


def test_the_same_id_in_another_workspace_is_another_person(api, key, globex):
    api.post("subjects/alice/turns", {"role": "user", "content": "I live in Denver."})
    key("write", workspace=globex).post(
        "subjects/alice/turns", {"role": "user", "content": "I live in Oslo."}
    )
    assert Subject.objects.filter(external_id="alice").count() == 2


def test_who_waits_is_told_the_verdict(api):
    answer = api.post(
        "subjects/alice/turns?wait=true", {"role": "user", "content": "I live in Denver."}
    )
    assert answer.status_code == 200
    claim = answer.json()["claims"][0]
    verdict = claim["verdict"]
    assert claim["state"] == "decided"
    assert verdict["outcome"] == "add"
    assert verdict["sentence"].startswith("Added")
    assert verdict["memory_id"] == Memory.objects.get().id
    assert verdict["superseded_id"] == verdict["review_item_id"] == ""


def test_a_replacement_names_what_it_superseded(api, denver):
    answer = api.post(
        "subjects/alice/claims?wait=true",
        {"content": "Alice lives in Austin.", "key": "city", "value": "Austin"},
    )
    verdict = answer.json()["claims"][0]["verdict"]
    assert verdict["outcome"] == "replace"
    assert verdict["superseded_id"] == denver.id


def test_a_verdict_that_waits_for_a_person_names_the_review_item(api, alice, remember):
    remember(alice, "Alice plays the green cello every day.")
    with use_fakes(lambda premise, hypothesis: (0.97 if "green" in premise else 0.1, 0.0, 0.0)):
        answer = api.post(
            "subjects/alice/claims?wait=true", {"content": "Alice plays the red cello every day."}
        )
    claim = answer.json()["claims"][0]
    assert (claim["state"], claim["verdict"]["outcome"]) == ("waiting", "review")
    assert claim["verdict"]["review_item_id"] == alice.review_items.get().id


def test_a_turn_that_says_nothing_to_remember_has_no_claims(api):
    answer = api.post("subjects/alice/turns?wait=true", {"role": "assistant", "content": "Hello!"})
    assert (answer.status_code, answer.json()["claims"]) == (200, [])


def test_a_model_that_is_away_loses_no_turn(api):
    with patch("memory.write_path.decide_claim", side_effect=UnavailableError("No model.")):
        answer = api.post(
            "subjects/alice/turns?wait=true", {"role": "user", "content": "I live in Denver."}
        )
    assert answer.status_code == 202
    assert answer.json()["message"] == "Stored, and decided later: No model."
    assert Claim.objects.get().state == "pending"
