"""A told memory that a later message seems to revise is told with its doubt."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memory.models import ChatRequest, Memory, Turn
from memory.read_path import build_context
from memory.requests.kinds import Kind
from memory.vocabulary import REMARK
from tests.memory.recall.conftest import section, talk
from tests.memory.recall.test_search import remember

DAY = timedelta(days=1)
RENAMED = "renamed!! my bakery is called Rosso since may, not Blu anymore"


@pytest.fixture
def bakery(alma) -> Memory:
    return remember(alma, "User's bakery is called Blu.", said_at=timezone.now() - 90 * DAY)


def told(alma):
    lines = section(build_context(alma, query="the name of my bakery"), "recall")
    [line] = [one for one in lines if "Blu" in one.text]
    return line


def test_what_was_said_since_stands_with_the_memory(alma, bakery):
    talk(alma, RENAMED)

    assert told(alma).doubt.startswith("may have changed: on ")
    assert "Rosso" in told(alma).doubt


@pytest.mark.parametrize(
    "said",
    [
        "my cat moved from the sofa to the bed today",
        "my bakery is doing fine, thanks",
    ],
)
def test_other_matters_and_no_change_are_no_doubt(alma, bakery, said):
    talk(alma, said)

    assert told(alma).doubt == ""


def test_what_was_said_before_is_no_doubt(alma, bakery):
    talk(alma, RENAMED, at=timezone.now() - 100 * DAY)

    assert told(alma).doubt == ""


def test_the_message_that_the_memory_came_from_is_no_doubt(alma, bakery):
    [turn] = talk(alma, RENAMED)
    Memory.objects.filter(id=bakery.id).update(source_turn=turn)

    assert told(alma).doubt == ""


def test_the_chatbots_own_words_are_no_doubt(alma, bakery):
    talk(alma, "hi", RENAMED)
    Turn.objects.update(change_likelihood=0.9)

    assert told(alma).doubt == ""


def test_requests_and_withheld_words_are_not_quoted(alma, bakery):
    first, _, second = talk(alma, RENAMED, "Fine.", RENAMED)
    ChatRequest.objects.create(subject=alma, session=first.session, turn=first, kind=Kind.RECALL)
    Turn.objects.filter(id=second.id).update(withheld=True)

    assert told(alma).doubt == ""


def test_another_person_s_words_are_no_doubt(alma, bruno, bakery):
    talk(bruno, RENAMED)

    assert told(alma).doubt == ""


def test_a_past_moment_knows_nothing_of_what_was_said_later(alma, bakery):
    Memory.objects.update(created_at=timezone.now() - 90 * DAY)
    talk(alma, RENAMED, at=timezone.now() - 10 * DAY)

    block = build_context(alma, query="the name of my bakery", as_of=timezone.now() - 20 * DAY)
    assert [line.doubt for line in section(block, "recall")] == [""]


def test_what_was_told_in_passing_is_told_with_that_doubt(alma, bakery):
    Memory.objects.filter(id=bakery.id).update(category=REMARK)

    assert told(alma).doubt == "said in passing, may have changed since"


# What the person asked to forget ------------------------------------------------------------------

UNWANTED = "do not bring it up: on "


def ask_to_forget(alma, said="please forget what my bakery is called", **fields) -> ChatRequest:
    [turn] = talk(alma, said, session="asked")
    return ChatRequest.objects.create(
        subject=alma, session=turn.session, turn=turn, kind=Kind.FORGET, **fields
    )


def test_what_is_like_something_to_forget_is_told_as_unwanted(alma, bakery):
    ask_to_forget(alma)

    assert told(alma).doubt.startswith(UNWANTED)


def test_that_it_is_unwanted_goes_before_that_it_has_changed(alma, bakery):
    talk(alma, RENAMED)
    ask_to_forget(alma)

    assert told(alma).doubt.startswith(UNWANTED)


def test_a_request_about_other_matters_is_no_doubt(alma, bakery):
    ask_to_forget(alma, "please forget that my cat sleeps all day")

    assert told(alma).doubt == ""


@pytest.mark.parametrize("moment", ["said_at", "last_confirmed"])
def test_what_was_said_or_confirmed_after_the_request_is_no_doubt(alma, bakery, moment):
    ask_to_forget(alma)
    Memory.objects.filter(id=bakery.id).update(**{moment: timezone.now()})

    assert told(alma).doubt == ""


def test_what_a_person_brought_back_after_the_request_is_no_doubt(alma, bakery):
    ask_to_forget(alma, memory_refs=[bakery.id])

    assert told(alma).doubt == ""


def test_a_constraint_is_never_told_as_unwanted(alma, bakery):
    ask_to_forget(alma)
    Memory.objects.filter(id=bakery.id).update(scope="constraint")

    [line] = section(build_context(alma, query=""), "constraints")
    assert line.doubt == ""


# How it was learned -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("learned", "doubt"),
    [
        (
            {"type": "episodic", "source": "inferred"},
            "summed up from what was said then, may have changed since",
        ),
        ({"source": "assistant"}, "the assistant's words, not the user's"),
        ({"confidence": 0.4}, "said with a doubt"),
        ({"source": "operator", "confidence": 0.5}, ""),
    ],
)
def test_what_nobody_stood_by_is_told_with_that_doubt(alma, bakery, learned, doubt):
    Memory.objects.filter(id=bakery.id).update(**learned)

    assert told(alma).doubt == doubt
