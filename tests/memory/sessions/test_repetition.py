"""Which messages ask for a change of an answer, and of which kind. A table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.extraction.classify import instruction_claim
from memory.sessions.repetition import LONGEST, implied_instructions, is_repeated

SHORT = "Keep answers short."
DETAILED = "Keep answers detailed."
BULLETS = "Answer in bullet points."
NO_TABLE = "Answer without tables."
PROSE = "Answer without bullet points."
SIMPLE = "Explain in simple words."
FORMAL = "Keep a formal tone."
CASUAL = "Keep a casual tone."
CODE = "Give only the code, without explanations."
STEPS = "Answer step by step."

ASKED = [
    ("make it shorter", SHORT),
    ("too long", SHORT),
    ("can you shorten that", SHORT),
    ("can you shorten that?", SHORT),
    ("That's too long.", SHORT),
    ("still too long!!", SHORT),
    ("way too long. one line", SHORT),
    ("shorter", SHORT),
    ("tldr?", SHORT),
    ("could you make that a bit shorter?", SHORT),
    ("more concise please", SHORT),
    ("cut that in half", SHORT),
    ("get to the point", SHORT),
    ("i said shorter", SHORT),
    ("that's longer than the original 😂 shorter please", SHORT),
    ("less waffle", SHORT),
    ("in one sentence pls", SHORT),
    ("more detail please", DETAILED),
    ("can you elaborate on that", DETAILED),
    ("in french please", "Answer in French."),
    ("In French, please!", "Answer in French."),
    ("french please", "Answer in French."),
    ("can you say that in french?", "Answer in French."),
    ("write it in german", "Answer in German."),
    ("back to english please", "Answer in English."),
    ("without the table", NO_TABLE),
    ("no table please", NO_TABLE),
    ("lose the table", NO_TABLE),
    ("can you do that without a table?", NO_TABLE),
    ("don't put it in a table", NO_TABLE),
    ("as bullet points", BULLETS),
    ("bullets please", BULLETS),
    ("can i have that as bullet points?", BULLETS),
    ("turn it into bullets", BULLETS),
    ("too long i'm literally chewing. bullets", BULLETS),
    ("no bullet points this time", PROSE),
    ("explain simpler", SIMPLE),
    ("simpler please", SIMPLE),
    ("can you explain that more simply", SIMPLE),
    ("explain it like i'm five", SIMPLE),
    ("in plain english please", SIMPLE),
    ("explain it in simple words", SIMPLE),
    ("that's too technical for me", SIMPLE),
    ("dumb it down", SIMPLE),
    ("more formal", FORMAL),
    ("make it more formal please", FORMAL),
    ("that's too casual", FORMAL),
    ("less formal", CASUAL),
    ("too stiff", CASUAL),
    ("just the code", CODE),
    ("just give me the code", CODE),
    ("only the code please", CODE),
    ("no explanations please, just the code", CODE),
    ("step by step please", STEPS),
]

NOT_ASKED = [
    "the queue was too long",
    "it took too long to get there",
    "i've been waiting too long",
    "my commute is too long",
    "it was too long",
    "the movie was too long",
    "how long is too long?",
    "is 20 minutes too long for pasta?",
    "my hair is too long",
    "my essay is too long: Lorem ipsum dolor",
    "i bought a shorter desk",
    "the days are getting shorter",
    "longer days in summer",
    "in short, i moved to Leeds",
    "i'm too short for basketball",
    "she is too short",
    "the coat is too short for me",
    "translate this to french: hello",
    "translate it into Italian for my gran",
    "how do you say dog in french",
    "i'm learning french",
    "my french is bad",
    "i grew up in french polynesia",
    "drop the users table",
    "a table for two please",
    "book a table for four",
    "can you recommend a table for my kitchen",
    "what does bullet mean",
    "i took a bullet for you",
    "the dress code is formal",
    "a more formal event is next week",
    "my boss is too formal",
    "i want to learn to code",
    "what is the code for the door",
    "just the two of us",
    "can you write code for a parser",
    "no explanation was given by my boss",
    "is there a simpler recipe?",
    "i need a simpler life",
    "my life is too complicated",
    "it was too hard",
    "it's too hot",
    "write an email to my boss",
    "summarise this article: http://example.com",
    "i can't read",
    "make dinner",
    "thanks",
    "",
    "😂",
    "bulletproof vest please",
]


@pytest.mark.parametrize(("message", "instruction"), ASKED)
def test_a_request_to_change_an_answer_has_a_kind(message, instruction):
    assert instruction in implied_instructions(message)


@pytest.mark.parametrize("message", NOT_ASKED)
def test_what_asks_for_no_change_has_none(message):
    assert implied_instructions(message) == []


@pytest.mark.parametrize(
    "message",
    ["shorter answers please", "always answer in french", "no emojis please", "keep it brief"],
)
def test_what_is_said_outright_is_no_hint(message):
    assert implied_instructions(message) == []


def test_a_message_asks_for_several_kinds_and_for_each_once():
    assert implied_instructions("shorter. way shorter. and in french please") == [
        SHORT,
        "Answer in French.",
    ]


def test_a_long_message_is_more_than_a_request():
    assert implied_instructions("make it shorter. " + "x" * LONGEST) == []


@pytest.mark.parametrize(
    ("instruction", "slot"),
    [
        (SHORT, ("answer_length", "short")),
        (DETAILED, ("answer_length", "detailed")),
        (BULLETS, ("answer_format", "bullet points")),
        ("Answer in French.", ("answer_language", "French")),
    ],
)
def test_what_is_implied_fills_the_same_slot_as_what_is_said(instruction, slot):
    claim = instruction_claim(instruction)
    assert (claim.key, claim.value) == slot


def test_three_times_within_a_month_are_enough():
    last = datetime(2026, 11, 30, 9, tzinfo=UTC)
    assert is_repeated([last - timedelta(days=29), last - timedelta(days=3), last], last=last)
    assert not is_repeated([last - timedelta(days=3), last], last=last)
    assert not is_repeated([last - timedelta(days=31), last - timedelta(days=3), last], last=last)
    later = last + timedelta(hours=1)
    assert not is_repeated([last - timedelta(days=3), last, later], last=last)
