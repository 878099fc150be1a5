"""Whom a memory is about, what was never said, and what is remembered."""

from __future__ import annotations

import pytest

from memory import store
from memory.api.changes import undo_last
from memory.models import Claim, Memory, ReviewItem
from memory.requests.moving import about
from tests.memory.conftest import current, tell


def the(content: str) -> Memory:
    return Memory.objects.get(content=content)


@pytest.mark.parametrize(
    ("content", "before", "person", "after"),
    [
        ("User is vegan.", "self", "neighbour", "User's neighbour is vegan."),
        ("User's phone is 555.", "self", "neighbour", "User's neighbour's phone is 555."),
        ("User is vegan.", "self", "neighbour Ben", "User's neighbour Ben is vegan."),
        ("User is vegan.", "self", "Kuba", "Kuba is vegan."),
        ("User's neighbour is vegan.", "neighbour", "self", "User is vegan."),
        ("User's sister's cat is ill.", "sister", "mother", "User's mother's cat is ill."),
        ("Answer briefly.", "self", "neighbour", "Answer briefly."),
    ],
)
def test_a_statement_reads_as_one_about_the_other(content, before, person, after):
    assert about(content, before=before, person=person) == after


def test_the_last_memory_of_the_session_moves_to_the_other(alma, say):
    say(alma, "i live in Pau")
    say(alma, "i'm allergic to peanuts")

    done = say(alma, "that was about my neighbour, not me")

    moved = the("User's neighbour is allergic to peanuts.")
    assert (done.outcome, done.memory_refs) == ("moved", [moved.id])
    assert (moved.beneficiary, moved.key) == ("neighbour", "allergy")
    assert moved.supersedes.content == "User is allergic to peanuts."
    assert current(alma) == {"User lives in Pau.", moved.content}


def test_undo_moves_it_back(alma, say):
    say(alma, "i'm allergic to peanuts")
    done = say(alma, "that was about my neighbour, not me")
    undo_last(Memory.objects.get(id=done.memory_refs[0]), store.SYSTEM)
    assert current(alma) == {"User is allergic to peanuts."}
    assert the("User is allergic to peanuts.").beneficiary == "self"


def test_what_it_had_replaced_holds_again(alma, say):
    say(alma, "i live in Pau")
    say(alma, "i live in Lyon")
    assert current(alma) == {"User lives in Lyon."}

    say(alma, "no that was about my sister, not me")

    assert current(alma) == {"User lives in Pau.", "User's sister lives in Lyon."}


def test_a_statement_that_waits_is_proposed_anew_about_the_other(alma, say):
    tell(alma, "User lives in Pau.", key="city", value="Pau", source="user", importance=9)
    say(alma, "i moved to Lyon last week")
    assert ReviewItem.objects.get().state == "open"

    assert say(alma, "that was about my sister, not me").outcome == "moved"

    assert ReviewItem.objects.get().state == "resolved"
    assert Claim.objects.filter(beneficiary="sister", state="pending").count() == 1
    assert current(alma) == {"User lives in Pau."}


def test_a_named_thing_moves_whenever_it_was_said(alma, say):
    say(alma, "i'm allergic to peanuts", session="monday")
    say(alma, "i live in Pau", session="tuesday")
    done = say(alma, "the peanuts thing was about my nephew, not me", session="tuesday")
    assert done.outcome == "moved"
    assert current(alma) == {"User's nephew is allergic to peanuts.", "User lives in Pau."}


@pytest.mark.parametrize(
    "message", ["that was about my neighbour", "that was about my sister, not me"]
)
def test_nothing_moves_where_it_is_not_clear_what_is_meant(alma, say, message):
    if "neighbour" in message:
        say(alma, "i live in Pau")
    done = say(alma, message)
    assert done.outcome == "unclear"
    assert current(alma) <= {"User lives in Pau."}


def test_another_session_is_not_touched(alma, say):
    say(alma, "i live in Pau", session="monday")
    assert say(alma, "that was about my sister, not me", session="tuesday").outcome == "unclear"
    assert current(alma) == {"User lives in Pau."}


# Never said.


def test_what_was_never_said_goes(alma, say):
    tell(alma, "User is vegan.", key="diet", value="vegan")
    done = say(alma, "no, i never said i was vegan")
    assert (done.outcome, current(alma)) == ("forgotten", set())


def test_what_it_had_replaced_wrongly_holds_again(alma, say):
    tell(alma, "User lives in Pau.", key="city", value="Pau")
    tell(alma, "User lives in Lyon.", key="city", value="Lyon")
    assert current(alma) == {"User lives in Lyon."}
    say(alma, "no, i never said i live in Lyon")
    assert current(alma) == {"User lives in Pau."}


def test_a_denial_of_what_is_not_stored_says_nothing(alma, phone, say):
    assert say(alma, "i never said i was tall").outcome == "dropped"
    assert current(alma) == {phone.content}


# What is remembered.


def test_everything_is_told_the_most_important_first(alma, phone, say):
    tell(alma, "User is allergic to nuts.", scope="constraint", importance=10)
    done = say(alma, "what do you know about me?")
    assert done.outcome == "recalled"
    assert done.memory_refs == [the("User is allergic to nuts.").id, phone.id]


def test_a_topic_is_told_with_what_belongs_to_it(alma, phone, say):
    tell(alma, "User works at Globex.", key="employer", value="Globex")
    tell(alma, "User is a welder.", key="job_title", value="welder")
    done = say(alma, "what do you remember about my job?")
    assert {Memory.objects.get(id=ref).content for ref in done.memory_refs} == {
        "User works at Globex.",
        "User is a welder.",
    }


def test_what_was_forgotten_is_not_told(alma, phone, say):
    say(alma, "forget my phone number")
    assert say(alma, "what do you know about me?").memory_refs == []


def test_what_was_just_said_is_told(alma, say):
    from tests.memory.requests.conftest import heard

    heard(alma, "i live in Pau")
    done = say(alma, "what do you know about me?")
    assert [Memory.objects.get(id=ref).content for ref in done.memory_refs] == [
        "User lives in Pau."
    ]
