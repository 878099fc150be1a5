"""What a person asks of the memory in a turn: `actions` in POST subjects/{id}/turns, GET turns/{id}"""

from __future__ import annotations

from unittest.mock import patch

import pytest

from memory.errors import UnavailableError
from memory.models import ChatRequest, Claim, ErasureReceipt, Memory, ReviewItem, Turn
from memory.requests import carry_out


@pytest.fixture
def phone(alice, remember):
    return remember(alice, "Alice's phone number is 555.", key="phone", value="555")


@pytest.fixture
def say(api):
    """One message of Alice's; the answer's JSON."""

    def one(content, path="subjects/alice/turns", with_api=api, **headers):
        answer = with_api.post(path, {"role": "user", "content": content}, **headers)
        assert answer.status_code in (200, 202), answer.json()
        return answer.json()

    return one


def test_a_request_is_done_before_the_answer(say, phone):
    body = say("please forget my phone number")
    [action] = body["actions"]
    assert action["kind"] == "forget"
    assert (action["state"], action["outcome"]) == ("settled", "forgotten")
    assert action["sentence"].startswith("Forgotten: ")
    assert (action["memory_ids"], action["memories"]) == ([phone.id], [])
    assert action["turn_id"] == body["turns"][0]["id"]
    assert body["claims"] == []
    phone.refresh_from_db()
    assert phone.deleted_at is not None


def test_a_message_without_requests_has_no_actions(say):
    assert say("I live in Oslo.")["actions"] == []


def test_undo_of_one_of_its_memories_takes_it_back(api, say, phone):
    [action] = say("forget my phone number")["actions"]
    assert api.post(f"memories/{action['memory_ids'][0]}/undo").status_code == 200
    phone.refresh_from_db()
    assert phone.deleted_at is None


def test_a_question_about_the_memory_is_answered_with_memories(say, phone):
    [action] = say("what do you know about me?")["actions"]
    assert action["outcome"] == "recalled"
    assert [memory["content"] for memory in action["memories"]] == [phone.content]


def test_a_key_that_may_only_write_is_not_told_what_is_remembered(say, key, phone):
    [action] = say("what do you know about me?", with_api=key("write"))["actions"]
    assert (action["outcome"], action["memories"]) == ("recalled", [])
    assert action["memory_ids"] == [phone.id]


def test_erasing_needs_a_key_with_that_scope(say, key, phone):
    message = "erase my phone number from your memory"
    [action] = say(message, with_api=key("read", "write"))["actions"]
    assert action["outcome"] == "forgotten"
    assert "scope erase" in action["sentence"]
    assert not ErasureReceipt.objects.exists()


def test_a_key_with_the_scope_erases_for_good(say, key, phone):
    [action] = say("erase my phone number from your memory", with_api=key("write", "erase"))[
        "actions"
    ]
    assert action["outcome"] == "erased"
    assert action["receipt_ids"] == [ErasureReceipt.objects.get().id]
    assert not Memory.objects.exists()


def test_a_retry_of_an_erasing_message_is_replayed(api, phone):
    turn = {"role": "user", "content": "erase my phone number from your memory"}
    first = api.post("subjects/alice/turns", turn, Idempotency_Key="once")
    again = api.post("subjects/alice/turns", turn, Idempotency_Key="once")
    assert again["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()
    assert Turn.objects.count() == 1


def test_an_erasure_later_takes_the_kept_answer_with_it(api, phone):
    from memory.forget.erase import erase_memory
    from memory.models import IdempotencyRecord
    from memory.store import SYSTEM

    turn = {"role": "user", "content": "what do you know about me?"}
    api.post("subjects/alice/turns", turn, Idempotency_Key="once")
    assert "555" in str(IdempotencyRecord.objects.get().body)
    erase_memory(phone, SYSTEM)
    assert not IdempotencyRecord.objects.exists()


def test_two_matches_are_a_review_item_with_candidates(say, alice, remember):
    remember(alice, "Alice likes hiking.")
    remember(alice, "Alice likes hiking in the Alps.")
    [action] = say("forget that I like hiking")["actions"]
    assert action["outcome"] == "queued"
    assert action["review_item_id"] == ReviewItem.objects.get().id
    assert len(action["memories"]) == 2


def test_the_review_item_is_answered_over_the_api(api, say, alice, remember):
    for content in ("Alice likes hiking.", "Alice likes hiking in the Alps."):
        remember(alice, content)
    [action] = say("forget that I like hiking")["actions"]
    item = api.get(f"review-items/{action['review_item_id']}").json()
    assert item["actions"] == ["forget", "delete", "reject"]
    assert item["suggestion"] == "forget"

    done = api.post(f"review-items/{item['id']}/resolve", {"action": "forget"})

    assert done.status_code == 200, done.json()
    assert not Memory.objects.visible().exists()
    assert not Claim.objects.filter(state="waiting").exists()


def test_what_was_dropped_is_not_told(say, alice):
    assert say("forget the pasta")["actions"] == []
    assert ChatRequest.objects.get().outcome == "dropped"


def test_claims_of_the_same_message_are_decided_as_ever(say, phone):
    body = say("forget my phone number. I live in Oslo.", path="subjects/alice/turns?wait=true")
    assert [claim["verdict"]["outcome"] for claim in body["claims"]] == ["add"]
    assert len(body["actions"]) == 1


def test_claims_that_the_request_removed_are_no_fault(api, alice):
    turns = [
        {"role": "user", "content": "I live in Zarautz."},
        {"role": "user", "content": "erase that I live in Zarautz from your memory"},
    ]
    answer = api.post("subjects/alice/turns?wait=true", {"turns": turns})
    assert answer.status_code == 200
    assert answer.json()["claims"] == []
    assert not Memory.objects.exists()


def test_a_model_that_is_away_is_told(api, phone):
    with patch.object(carry_out, "look_for_what", side_effect=UnavailableError("No model.")):
        answer = api.post(
            "subjects/alice/turns", {"role": "user", "content": "forget my phone number"}
        )
    assert answer.status_code == 202
    body = answer.json()
    assert body["message"] == "Stored, and done later: No model."
    assert (body["actions"][0]["state"], body["actions"][0]["outcome"]) == ("pending", "")


def test_what_is_withheld_is_told_with_the_reason(say):
    body = say("off the record, i hate my boss")
    assert body["turns"][0]["withheld"] is True
    assert body["turns"][0]["nothing"] == {
        "reason": "off_record",
        "sentence": "Refused: the person asked not to keep it.",
    }
    assert [action["outcome"] for action in body["actions"]] == ["not_kept"]


def test_it_is_told_why_a_turn_stores_nothing(say):
    assert say("hello!")["turns"][0]["nothing"]["reason"] == "nothing_durable"
    assert say("I live in Oslo.")["turns"][0]["nothing"] is None


def test_a_claim_posted_during_a_pause_is_refused_with_the_reason(api, say):
    say("pause your memory")
    answer = api.post("subjects/alice/claims?wait=true", {"content": "Alice lives in Zarautz."})
    verdict = answer.json()["claims"][0]["verdict"]
    assert (verdict["outcome"], verdict["reason"]) == ("reject", "paused")
    assert "Zarautz" not in str(list(Claim.objects.values()))


# GET turns/{id}


def test_a_turns_outcome_can_be_read_later(api, say, phone):
    body = say("what do you know about me? I live in Oslo.")
    outcome = api.get(f"turns/{body['turns'][0]['id']}").json()
    assert outcome["turn"] == body["turns"][0]
    assert [claim["content"] for claim in outcome["claims"]] == ["User lives in Oslo."]
    assert outcome["actions"] == body["actions"]


def test_the_question_about_a_request_is_no_claim_of_the_turn(api, say, alice, remember):
    for content in ("Alice likes hiking.", "Alice likes hiking in the Alps."):
        remember(alice, content)
    body = say("forget that I like hiking")
    assert api.get(f"turns/{body['turns'][0]['id']}").json()["claims"] == []


def test_a_memory_that_was_forgotten_since_is_told_by_its_id_alone(api, say, phone):
    first = say("what do you know about me?")
    say("forget my phone number")
    [action] = api.get(f"turns/{first['turns'][0]['id']}").json()["actions"]
    assert (action["memory_ids"], action["memories"]) == ([phone.id], [])


# GET subjects/{id}/export


def test_the_export_tells_what_was_asked(api, say, phone):
    say("forget my phone number")
    say("pause your memory")
    exported = api.get("subjects/alice/export").json()
    asked = [(row["kind"], row["outcome"]) for row in exported["requests"]]
    assert asked == [("forget", "forgotten"), ("pause", "stopped")]
    assert exported["requests"][0]["memory_ids"] == [phone.id]
    assert exported["paused_at"] is not None
