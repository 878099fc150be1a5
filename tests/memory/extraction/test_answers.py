from __future__ import annotations

import pytest

from memory.extraction.passing import told_in_passing
from memory.extraction.rules import extract

from .said import TUESDAY, ZONE, contents, heard


@pytest.mark.parametrize(
    ("question", "answer", "kept"),
    [
        ("How should I address you?", "Femke. I am allergic to latex.",
         ["User's name is Femke.", "User is allergic to latex."]),
        ("What may I call you? 🙂", "im femke", ["User's name is Femke."]),
        ("Could I have your name please?", "just call me Femke", ["User's name is Femke."]),
        ("Where are you based?", "Ghent, since 2021", ["User lives in Ghent."]),
        ("Where are you from?", "Ghent", ["User is from Ghent."]),
        ("What do you do for a living?", "baker", ["User works as a baker."]),
        ("What do you do for a living?", "in logistics", ["User works in logistics."]),
        ("Do you follow a special diet?", "pescatarian", ["User is pescatarian."]),
        ("Any allergies?", "latex", ["User is allergic to latex."]),
        ("What's your email?", "it's femke.k@example.org",
         ["User's email is femke.k@example.org."]),
        ("What is the best number to reach you?", "+32 470 12 34 56",
         ["User's phone number is +32 470 12 34 56."]),
        ("How old are you?", "61", ["User is 61."]),
        ("Are you vegetarian?", "no. i work at Initech",
         ["User is not vegetarian.", "User works at Initech."]),
    ],
)  # fmt: skip
def test_the_first_words_answer_the_question_and_the_rest_is_heard_as_ever(
    question: str, answer: str, kept: list[str]
) -> None:
    assert contents(answer, previous=question) == kept


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is your name?", "why?"),
        ("What is your name?", "not telling"),
        ("What is your name?", "tell me yours first"),
        ("What's your email?", "it's a secret"),
        ("Are you allergic to anything?", "yes"),
        ("Do you follow a special diet?", "no"),
        ("How old are you?", "none of your business"),
        ("How are you today?", "fine"),
    ],
)
def test_an_evasive_answer_says_nothing(question: str, answer: str) -> None:
    assert contents(answer, previous=question) == []


def test_the_answer_and_what_follows_keep_their_places() -> None:
    text = "Femke. I am allergic to latex."
    claims = heard(text, "How should I address you?")
    assert [text[slice(*claim.span)] for claim in claims if claim.span] == [
        "Femke",
        "I am allergic to latex",
    ]


@pytest.mark.parametrize(
    ("question", "answer", "kept"),
    [
        ("Could you tell me the policy number on the card?", "HX-20417", "User's policy number is HX-20417."),
        ("Got it. Waist size?", "32, thanks", "User's waist size is 32."),
        ("And your notice period?", "6 weeks", "User's notice period is 6 weeks."),
        ("Your depot is still Quay 9, Hull?", "yep", "User's depot is Quay 9, Hull."),
        ("Can I call you at a landline for this?", "0301 4455 667", "User's landline is 0301 4455 667."),
        ("Which router do you use?", "Fritz 7590", "User's router is Fritz 7590."),
        ("Rough budget?", "40k. no, 45", "User's rough budget is 45."),
    ],
)  # fmt: skip
def test_a_figure_alone_takes_the_name_of_what_was_asked_for(
    question: str, answer: str, kept: str
) -> None:
    claims = extract(
        answer,
        previous=question,
        said_at=TUESDAY,
        zone=ZONE,
        judge=lambda doubtful: [one.claim for one in doubtful],
    )
    assert kept in [claim.content for claim in claims]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Anything else?", "42"),
        ("Really?", "100 percent"),
        ("Any idea?", "3 maybe"),
        ("Your depot is still Quay 9, Hull?", "no"),
        ("And the sum?", "900, or 1200"),
    ],
)
def test_a_figure_that_answers_no_question_after_a_thing_gets_no_name(
    question: str, answer: str
) -> None:
    assert contents(answer, previous=question) == []


@pytest.mark.parametrize(
    ("asked", "said", "kept"),
    [
        ("Are you vegetarian?", "no, pescatarian", "User is pescatarian."),
        ("So you are single?", "married actually", "User is married."),
        ("You're 29, right?", "30 now", "User is 30."),
        ("Do you work for Globex?", "nope, Initech", "User works for Initech."),
        ("Do you still live in Lille?", "nah, Ghent these days", "User lives in Ghent."),
        ("Do you have pets?", "yes, two hens", "User has two hens."),
        ("Do you have any children?", "yep, a daughter", "User has a daughter."),
        ("Have you got any allergies?", "yes, latex", "User is allergic to latex."),
        ("What are you allergic to?", "just wasps", "User is allergic to wasps."),
        ("Are you still with Globex?", "no", "User is no longer with Globex."),
        ("Do you still work at Globex?", "no", "User no longer works at Globex."),
    ],
)
def test_what_is_named_beside_yes_and_no_is_the_answer(asked: str, said: str, kept: str) -> None:
    assert contents(said, asked) == [kept]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Are you sure?", "positive"),
        ("Are you hungry?", "no, tired"),
        ("Do you have a minute?", "yes, a quick question first"),
        ("Are you ready?", "35"),
        ("How many?", "6 and 9"),
        ("And now?", "8 now"),
    ],
)
def test_what_answers_nothing_is_no_statement(asked: str, said: str) -> None:
    assert contents(said, asked) == []


@pytest.mark.parametrize("said", ["35", "6 and 9", "8 now.", "about 40, or 50"])
def test_a_bare_figure_says_nothing_of_what(said: str) -> None:
    assert told_in_passing(said, []) == ""
