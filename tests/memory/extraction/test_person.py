from __future__ import annotations

import re

import pytest

from memory.extraction.person import retold, third_person, with_subject
from memory.extraction.restate import restate

from .said import contents, heard


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("i use Zettlr for my case notes", "User uses Zettlr for their case notes."),
        ("i live in Ghent with my sister and two dogs",
         "User lives in Ghent with their sister and two dogs."),
        ("my boss uses Zettlr", "User's boss uses Zettlr."),
        ("my desk is next to our printer", "User's desk is next to their printer."),
        ("my brother drives my van", "User's brother drives User's van."),
    ],
)  # fmt: skip
def test_whose_it_is_is_said_once(said: str, written: str) -> None:
    assert third_person(said) == written


def test_the_restated_sentence_says_their_and_begins_with_the_user() -> None:
    [switched] = heard("i switched from Notion to Zettlr for my case notes")
    assert switched.restated == "User uses Zettlr for their case notes."
    [moved] = heard("we moved our studio to Ghent")
    assert moved.restated == "User's studio is in Ghent."


@pytest.mark.parametrize(
    "said", ["we broke up", "my boyfriend and i broke up", "me and Ana split up"]
)
def test_a_breakup_says_no_more_than_that_the_partner_is_gone(said: str) -> None:
    [claim] = heard(said)
    assert (claim.restated, claim.key) == ("User is no longer with their partner.", "")


@pytest.mark.parametrize(
    "said", ["i used to vape", "used to vape", "i used to work lates", "used to work lates"]
)
def test_what_used_to_be_is_past_with_and_without_a_subject(said: str) -> None:
    [claim] = heard(said)
    assert claim.content.startswith("User used to ") and claim.modality == "past"


@pytest.mark.parametrize(
    ("said", "beneficiary"),
    [
        ("My mom has a sesame allergy", "mother"),
        ("my son has an allergy to latex", "son"),
        ("my wife Ana is coeliac", "wife Ana"),
    ],
)
def test_an_allergy_of_ones_own_people_is_theirs(said: str, beneficiary: str) -> None:
    [claim] = heard(said)
    assert (claim.scope, claim.beneficiary) == ("constraint", beneficiary)


@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("i'm Femke and my email is femke@example.org", "email", "femke@example.org"),
        ("my number is +32 470 123456", "phone_number", "+32 470 123456"),
    ],
)
def test_how_to_reach_the_user_fills_its_slot(said: str, key: str, value: str) -> None:
    claim = heard(said)[-1]
    assert (claim.key, claim.value) == (key, value)


@pytest.mark.parametrize(
    "said",
    [
        "forget that i'm coeliac",
        "forget that i'm coeliac and i live in Ghent",
        "please forget my birthday",
        "from now on forget my birthday",
        "can you erase my email?",
        "don't remember that i live in Ghent",
        "what's my birthday?",
        "do you know where i live?",
    ],
)
def test_a_request_to_forget_and_a_question_give_nothing(said: str) -> None:
    assert contents(said) == []


def test_what_is_stated_after_a_request_to_forget_is_heard() -> None:
    assert contents("forget that i'm vegan, i live in Ghent now") == ["User lives in Ghent now."]


OWNERS = ["my", "our", "User's", "user's", "the user's"]


@pytest.mark.parametrize("first", OWNERS)
@pytest.mark.parametrize("second", OWNERS)
def test_whose_something_is_stands_there_once(first, second):
    told = third_person(f"{first} {second} phone is old")
    restated = restate(f"{first} {second} phone was renamed to Bell")
    for statement in (told, restated.content if restated else "", third_person(told)):
        assert len(re.findall(r"(?i)user's|\bmy\b|\bour\b|\btheir\b", statement)) <= 1, statement
    assert told.endswith("phone is old.")


def test_the_friend_of_a_friend_is_owned_twice_by_right():
    assert third_person("my sister's dog is old") == "User's sister's dog is old."
    assert third_person("a friend of mine's dog died") == "A friend of User's dog died."


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("found a flat near the station", "User found a flat near the station."),
        ("just submitted my thesis", "User just submitted their thesis."),
        ("tore a muscle at training", "User tore a muscle at training."),
        ("been to Chile once", "User has been to Chile once."),
        ("never been on a plane", "User has never been on a plane."),
        ("don't own a telly, we stream", "User does not own a telly, they stream."),
        ("haven't got a garden", "User has not got a garden."),
        ("love rye bread", "User loves rye bread."),
        ("currently on crutches", "User is currently on crutches."),
        ("wife works at the harbour", "User's wife works at the harbour."),
        ("little brother moved to Ghent", "User's little brother moved to Ghent."),
        ("sister act is on tonight", "Sister act is on tonight."),
        ("based in Bonn", "Based in Bonn."),
        ("left ankle hurts", "Left ankle hurts."),
        ("lost property is downstairs", "Lost property is downstairs."),
        ("broken fridge again", "Broken fridge again."),
    ],
)
def test_a_deed_without_a_subject_is_the_users(said: str, written: str) -> None:
    assert third_person(with_subject(said)) == written


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("mom works nights", "User's mom works nights."),
        ("grandpa's turning 90", "User's grandpa is turning 90."),
        ("my husband's allergic to bees", "User's husband is allergic to bees."),
        ("our youngest's coeliac", "User's youngest is coeliac."),
        ("my sister's expecting twins", "User's sister is expecting twins."),
        ("my name's Wout", "User's name is Wout."),
        ("my sister's training is on monday", "User's sister's training is on monday."),
        ("my dad's car is blue", "User's dad's car is blue."),
        ("dad jokes are my thing", "Dad jokes are User's thing."),
    ],
)
def test_whose_and_what_they_are(said: str, written: str) -> None:
    assert third_person(said) == written


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("i sleep badly when i drink coffee", "User sleeps badly when they drink coffee."),
        ("we eat what we grow", "User eats what they grow."),
        ("i was told i have asthma", "User was told they have asthma."),
        ("i know i am late", "User knows they are late."),
        ("my doctor told me i should swim", "User's doctor told User that they should swim."),
    ],
)
def test_the_user_is_named_once(said: str, written: str) -> None:
    assert third_person(said) == written


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("my router is in the loft", "User's router is in the loft."),
        ("im based in norwich", "User is based in norwich."),
        ("We've moved our stall to the harbour.", "User has moved their stall to the harbour."),
        ("Mira lives in the US.", ""),
        ("The router is in the loft.", ""),
        ('Dilys said "I am a morning person".', ""),
    ],
)
def test_a_posted_statement_is_retold_where_it_speaks_as_i(statement, told):
    assert retold(statement) == told
