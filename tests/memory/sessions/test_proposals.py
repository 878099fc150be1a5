"""What is asked for three times within a month becomes a question for a person, once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from memory import store
from memory.gate.verdict import Reason
from memory.models import Claim, Decision, Memory, ReviewItem, Subject
from memory.vocabulary import PolicyMode, Source
from memory.write_path import NewTurn, decide_claim, receive_turns
from tests.memory.conftest import current, tell, verdict_on
from tests.memory.test_concurrency import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fakes")]
NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def ask(subject: Subject, message: str, *, days_ago: float = 0, session: str = "chat"):
    """One message, with all claims that come of it decided."""
    at = timezone.now() - timedelta(days=days_ago)
    receipt = receive_turns(
        subject, session=session, turns=[NewTurn("user", message, created_at=at)]
    )
    for claim in receipt.claims:
        decide_claim(claim.id)
    return receipt


def proposals(subject: Subject) -> list[ReviewItem]:
    return list(ReviewItem.objects.filter(subject=subject, reason=Reason.IMPLIED))


def test_the_third_request_of_a_kind_waits_for_a_person_with_its_evidence(alma):
    first = ask(alma, "make it shorter", days_ago=20).turns
    second = ask(alma, "that's too long", days_ago=10).turns
    assert proposals(alma) == []
    third = ask(alma, "can you shorten that?").turns

    [item] = proposals(alma)
    assert item.claim.content == "Keep answers short."
    assert item.claim.source == Source.INFERRED
    assert item.suggestion == ReviewItem.Suggestion.KEEP_BOTH
    assert set(item.claim.shown_by.all()) == {*first, *second, *third}
    assert current(alma) == set()


def test_two_requests_or_three_in_more_than_a_month_are_not_enough(alma):
    ask(alma, "make it shorter", days_ago=40)
    ask(alma, "too long", days_ago=10)
    ask(alma, "shorter")
    assert proposals(alma) == []


def test_kinds_and_people_are_counted_apart(alma, bruno):
    for subject, message in [
        (alma, "make it shorter"),
        (alma, "in french please"),
        (alma, "as bullet points"),
        (bruno, "make it shorter"),
        (bruno, "too long"),
        (alma, "in german please"),
    ]:
        ask(subject, message)
    assert proposals(alma) == proposals(bruno) == []


def test_the_chatbots_own_words_do_not_count(alma):
    for _ in range(3):
        receive_turns(alma, session="chat", turns=[NewTurn("assistant", "too long")])
    assert not Claim.objects.exists()


def test_three_requests_in_one_batch_make_one_proposal(alma):
    turns = [NewTurn("user", "make it shorter") for _ in range(5)]
    receipt = receive_turns(alma, session="chat", turns=turns)
    assert [claim.content for claim in receipt.claims] == ["Keep answers short."]


def test_a_proposal_that_waits_is_not_made_again(alma):
    for _ in range(7):
        ask(alma, "make it shorter")
    assert len(proposals(alma)) == 1
    assert Claim.objects.count() == 1


@pytest.mark.parametrize("action", ["keep_both", "reject"])
def test_what_a_person_decided_is_not_proposed_again(alma, action):
    from review import actions, policies

    for _ in range(3):
        ask(alma, "make it shorter")
    [item] = proposals(alma)
    actions.resolve(item, actions.Answer(action=action), policies.subject_self(alma))
    assert current(alma) == ({"Keep answers short."} if action == "keep_both" else set())
    for _ in range(4):
        ask(alma, "too long")
    assert len(proposals(alma)) == 1


def test_approved_it_is_told_as_an_instruction_and_undo_asks_again(alma):
    from review import actions, policies

    for _ in range(3):
        ask(alma, "in french please")
    [item] = proposals(alma)
    actions.resolve(item, actions.Answer(action="keep_both"), policies.subject_self(alma))
    memory = Memory.objects.get(subject=alma)
    assert (memory.type, memory.key, memory.value) == ("procedural", "answer_language", "French")

    from memory.undo import last_undoable, undo

    decision = last_undoable(memory)
    assert decision is not None
    with store.change(alma.id, store.SYSTEM) as c:
        undo(c, decision)
    item.refresh_from_db()
    assert item.state == ReviewItem.State.OPEN
    assert current(alma) == set()


def test_what_is_stored_already_is_not_asked_about_and_is_counted_anew(alma):
    tell(alma, "Keep your answers short.")
    for _ in range(3):
        ask(alma, "make it shorter")
    assert proposals(alma) == []
    assert current(alma) == {"Keep your answers short."}
    assert Decision.objects.filter(reason=Reason.SAME_VALUE).count() == 1


def test_another_value_of_the_same_setting_is_the_memory_in_question(alma):
    tell(alma, "Keep your answers detailed.")
    for _ in range(3):
        ask(alma, "too long")
    [item] = proposals(alma)
    assert item.memory is not None
    assert item.memory.content == "Keep your answers detailed."
    assert item.suggestion == ReviewItem.Suggestion.REPLACE
    assert current(alma) == {"Keep your answers detailed."}


@pytest.mark.parametrize("policy", PolicyMode.values)
def test_no_policy_stores_it_by_itself(alma, policy):
    alma.workspace.policy = policy
    alma.workspace.save()
    for _ in range(3):
        ask(alma, "as bullet points")
    assert len(proposals(alma)) == 1
    assert current(alma) == set()


def test_a_question_that_closes_by_itself_is_asked_again_and_not_stored(alma):
    from review.tasks import close_stale_items

    tell(alma, "Keep your answers detailed.")
    for _ in range(3):
        ask(alma, "too long")
    memory = Memory.objects.get(subject=alma)
    with store.change(alma.id, store.SYSTEM) as c:
        store.delete(c, memory)
    close_stale_items()
    for claim in Claim.objects.filter(state=Claim.State.PENDING):
        decide_claim(claim.id)
    assert [item.state for item in ReviewItem.objects.order_by("created_at")] == ["closed", "open"]
    assert current(alma) == set()


def test_an_instruction_that_was_erased_is_not_proposed(alma):
    from memory.forget.erase import erase_memory

    tell(alma, "Keep answers short.")
    erase_memory(Memory.objects.get(subject=alma), store.SYSTEM)
    for _ in range(3):
        ask(alma, "make it shorter")
    assert proposals(alma) == []
    assert current(alma) == set()
    assert Decision.objects.filter(reason=Reason.ERASED_BEFORE).exists()


@pytest.mark.parametrize(
    ("message", "stored"),
    [
        ("shorter answers please", "Shorter answers."),
        ("please keep your answers short", "Keep your answers short."),
        ("always answer in French", "Answer in French."),
        ("no emojis please", "No emojis."),
        ("can you be more concise from now on", "Be more concise."),
    ],
)
def test_what_is_said_outright_is_stored_at_once(alma, message, stored):
    [claim] = ask(alma, message).claims
    assert verdict_on(claim).action == Decision.Action.ADD
    memory = Memory.objects.get(subject=alma)
    assert (memory.content, memory.type, memory.scope) == (stored, "procedural", "instruction")


@pytest.mark.parametrize("message", ["write it in German", "explain it in simple words"])
def test_a_request_for_one_answer_is_no_standing_instruction(alma, message):
    assert ask(alma, message).claims == []


@pytest.mark.django_db(transaction=True)
def test_requests_at_once_make_one_proposal(alma):
    ask(alma, "make it shorter", days_ago=1)
    ask(alma, "too long", days_ago=1)

    def shorter(number: int) -> None:
        receive_turns(alma, session=f"s{number}", turns=[NewTurn("user", "shorter")])

    at_once(shorter, range(4))
    assert Claim.objects.filter(subject=alma).count() == 1


def test_a_context_tells_it_as_a_supposition(alma):
    from memory.read_path import build_context

    for _ in range(3):
        ask(alma, "make it shorter")
    text = build_context(alma, query="hello").text
    assert "The user seems to want: “Keep answers short.”" in text
    assert "the user said: Keep answers short." not in text
