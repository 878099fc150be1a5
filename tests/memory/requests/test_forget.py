"""Forgetting on request: one clear match at once, others by a person, the hard words for good."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.utils import timezone

from memory import store, tasks
from memory.api.changes import undo_last
from memory.errors import UnavailableError
from memory.gate.verdict import Reason
from memory.models import ChatRequest, Claim, Decision, ErasureReceipt, Memory, ReviewItem, Turn
from memory.requests import carry_out as carrying
from memory.requests.answers import sentence_of
from memory.write_path import NewTurn, decide_claim, receive_turns
from tests.memory.conftest import current, tell
from tests.memory.forget.test_erase import traces
from tests.memory.requests.conftest import heard


def test_one_clear_match_is_forgotten_at_once(alma, phone, say):
    tell(alma, "User plays the tuba.")

    done = say(alma, "please forget my phone number")

    assert (done.outcome, done.memory_refs) == ("forgotten", [phone.id])
    assert current(alma) == {"User plays the tuba."}
    log = Decision.objects.get(action="delete")
    assert (log.actor, log.reason) == ("subject", "asked_in_chat")


def test_undo_brings_it_back(alma, phone, say):
    say(alma, "forget my phone number")
    undo_last(Memory.objects.get(id=phone.id), store.SYSTEM)
    assert current(alma) == {phone.content}


def test_a_request_is_never_stored_as_a_fact(alma, phone, say):
    for message in ("forget my phone number", "what do you know about me?", "pause your memory"):
        say(alma, message)
    assert Memory.objects.count() == 1
    assert Claim.objects.count() == 1  # the one that made the memory


def test_what_else_the_message_says_is_still_remembered(alma, phone, say):
    say(alma, "forget my phone number. i live in Pau")
    assert current(alma) == {"User lives in Pau."}


def test_two_matches_wait_for_a_person(alma, say):
    tell(alma, "User likes hiking.")
    tell(alma, "User likes hiking in the Alps.")

    done = say(alma, "forget that I like hiking")

    item = ReviewItem.objects.get()
    assert (done.outcome, done.review_item_ref) == ("queued", item.id)
    assert (item.reason, item.suggestion, item.state) == (Reason.FORGET, "forget", "open")
    assert {item.memory.content, *(m.content for m in item.others.all())} == {
        "User likes hiking.",
        "User likes hiking in the Alps.",
    }
    assert len(current(alma)) == 2


def test_a_doubtful_match_waits_for_a_person(alma, say):
    tell(alma, "User does not like jazz.")
    assert say(alma, "forget that i like jazz").outcome == "queued"
    assert current(alma) == {"User does not like jazz."}


def test_words_that_may_mean_something_else_wait_for_a_person(alma, say):
    tell(alma, "User's hotel is the Ibis.")
    assert say(alma, "forget the hotel").outcome == "queued"
    assert current(alma) == {"User's hotel is the Ibis."}


def test_a_dropped_topic_is_no_request_where_nothing_is_stored_of_it(alma, phone, say):
    assert say(alma, "forget the pasta").outcome == "dropped"
    assert current(alma) == {phone.content}


def test_it_says_where_nothing_fits(alma, phone, say):
    done = say(alma, "please forget my blood type")
    assert (done.outcome, done.memory_refs) == ("not_found", [])
    assert sentence_of(done) == "Nothing that is remembered fits this."
    assert current(alma) == {phone.content}


def test_the_question_is_never_decided_as_a_statement(alma, say):
    tell(alma, "User likes hiking.")
    tell(alma, "User likes hiking in the Alps.")
    say(alma, "forget that I like hiking")
    asked = ReviewItem.objects.get().claim
    Memory.objects.update(deleted_at=timezone.now())
    from review.tasks import close_stale_items

    close_stale_items()
    tasks.decide_claim(asked.id)

    assert ReviewItem.objects.get().state == "closed"
    assert current(alma) == set()


def test_everything_about_somebody_goes_together_and_comes_back_together(alma, say):
    tell(alma, "User's ex kept the flat.", beneficiary="ex")
    tell(alma, "User's ex is called Marcus.")
    tell(alma, "User plays the tuba.")

    done = say(alma, "delete everything you know about my ex")

    assert (done.outcome, len(done.memory_refs)) == ("forgotten", 2)
    assert current(alma) == {"User plays the tuba."}
    undo_last(Memory.objects.get(id=done.memory_refs[0]), store.SYSTEM)
    assert len(current(alma)) == 3


def test_everything_about_the_person_asks_for_their_own_confirmation(alma, phone, say):
    done = say(alma, "delete everything you know about me", may_erase=True)
    assert done.outcome == "confirm"
    assert current(alma) == {phone.content}


def test_what_is_still_to_be_decided_is_forgotten_too(alma, say):
    receipt = heard(alma, "i live in Pau")
    assert receipt.claims[0].state == "pending"

    assert say(alma, "forget where i live").outcome == "forgotten"

    assert current(alma) == set()


def test_what_is_said_after_the_request_stays(alma, say):
    receipt = heard(alma, "i live in Pau", "forget where i live", "i live in Lyon")
    carrying.act_on(receipt.requests)
    for claim in receipt.claims:
        decide_claim(claim.id)
    assert current(alma) == {"User lives in Lyon."}


@pytest.fixture
def waiting(alma) -> Claim:
    """What the chatbot says against what Alma has said: a person is asked."""
    tell(alma, "User lives in Pau.", key="city", value="Pau")
    claim = tell(alma, "User lives in Lyon.", key="city", value="Lyon", source="assistant")
    assert claim.state == "waiting"
    return claim


def test_what_waits_for_a_decision_about_it_is_not_learned_afterwards(alma, waiting, say):
    say(alma, "forget where i live")
    tasks.decide_claim(waiting.id)

    waiting.refresh_from_db()
    assert waiting.state == "decided"
    assert current(alma) == set()


def test_undo_asks_the_question_about_it_again(alma, waiting, say):
    done = say(alma, "forget where i live")
    undo_last(Memory.objects.get(id=done.memory_refs[0]), store.SYSTEM)

    waiting.refresh_from_db()
    assert waiting.state == "waiting"
    assert ReviewItem.objects.get().state == "open"


# For good.


def said_and_stored(alma, message: str) -> Memory:
    receipt = receive_turns(alma, session="s1", turns=[NewTurn("user", message)])
    for claim in receipt.claims:
        decide_claim(claim.id)
    return Memory.objects.get()


def test_hard_words_leave_no_word_behind(alma, say):
    said_and_stored(alma, "i live in Zarautz")

    done = say(alma, "erase that i live in Zarautz from your memory", may_erase=True)

    assert done.outcome == "erased"
    assert done.receipt_refs == [ErasureReceipt.objects.get().id]
    assert traces("Zarautz") == []


def test_hard_words_take_older_values_with_them(alma, say):
    said_and_stored(alma, "i live in Zarautz")
    tell(alma, "User lives in Lyon.", key="city", value="Lyon")

    say(alma, "erase my city from your memory", may_erase=True)

    assert not Memory.objects.exists()
    assert traces("Zarautz") == traces("Lyon") == []


def test_without_the_right_to_erase_it_is_hidden_and_the_answer_says_so(alma, phone, say):
    done = say(alma, "erase my phone number from your memory")
    assert done.outcome == "forgotten"
    assert "scope erase" in sentence_of(done)
    assert Memory.objects.get(id=phone.id).deleted_at is not None
    assert not ErasureReceipt.objects.exists()


def test_erasing_several_is_not_guessed(alma, say):
    for content in ("User's ex kept the flat.", "User's ex is called Marcus."):
        tell(alma, content)
    done = say(alma, "erase everything you know about my ex", may_erase=True)
    assert done.outcome == "queued"
    assert len(current(alma)) == 2


def test_the_question_goes_with_a_memory_that_is_erased(alma, say):
    from memory.forget.erase import erase_memory

    tell(alma, "User likes Zarzuela.")
    tell(alma, "User likes Zarzuela at night.")
    say(alma, "forget that i like Zarzuela")
    for memory in Memory.objects.all():
        erase_memory(memory, store.SYSTEM)
    assert "Zarzuela" not in str(list(Claim.objects.values()))
    assert "Zarzuela" not in str(list(Turn.objects.values()))


def test_a_settled_request_holds_no_words(alma, phone, say):
    say(alma, "forget that i have Zoster")
    row = ChatRequest.objects.get()
    assert "Zoster" not in str(ChatRequest.objects.values().get(id=row.id))


# Work that waits.


def test_a_model_that_is_away_leaves_it_to_the_sweep(alma, phone, say):
    receipt = heard(alma, "forget my phone number")
    with patch.object(
        carrying, "look_for_what", side_effect=UnavailableError("The model is away.")
    ):
        [row], message = carrying.act_on(receipt.requests)
        tasks.carry_out_request(row.id)
    assert message == "Stored, and done later: The model is away."
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("pending", 0)

    ChatRequest.objects.update(created_at=timezone.now() - 2 * tasks.LOST_AFTER)
    tasks.sweep_requests()

    row.refresh_from_db()
    assert (row.state, row.outcome) == ("settled", "forgotten")


def test_it_is_done_once(alma, phone, say):
    done = say(alma, "forget my phone number")
    tasks.carry_out_request(done.id)
    assert carrying.carry_out(done.id).outcome == "forgotten"
    assert Decision.objects.filter(action="delete").count() == 1


def test_what_always_fails_is_given_up_without_its_words(alma, phone):
    [row] = heard(alma, "forget my phone number").requests
    with patch.object(carrying, "look_for_what", side_effect=RuntimeError("about 0171")):
        for _ in range(tasks.MAX_ATTEMPTS):
            tasks.carry_out_request(row.id)
    ChatRequest.objects.update(created_at=timezone.now() - 2 * tasks.LOST_AFTER)
    tasks.sweep_requests()
    row.refresh_from_db()
    assert (row.state, row.last_error, row.about) == ("failed", "RuntimeError", "")
    assert current(alma) == {phone.content}


def test_another_persons_memory_is_never_touched(alma, bruno, phone, say):
    tell(bruno, "User's phone number is 0999.", key="phone_number", value="0999")
    assert say(bruno, "forget my phone number").outcome == "forgotten"
    assert current(alma) == {phone.content}
