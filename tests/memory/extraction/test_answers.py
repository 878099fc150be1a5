from __future__ import annotations

import pytest

from .said import contents, heard


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
