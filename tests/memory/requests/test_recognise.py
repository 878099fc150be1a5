"""Which messages ask something of the memory, and which only use its words."""

from __future__ import annotations

import time

import pytest

from memory.requests.kinds import Kind
from memory.requests.recognise import MOST, requests_in, without_requests
from tests.memory.requests.phrasings import (
    ABOUT_ANOTHER,
    DENY,
    FORGET,
    FORGET_ALL,
    FORGET_LAST,
    NOT_REQUESTS,
    OFF_RECORD,
    OFF_SESSION,
    PAUSE,
    RECALL,
    RESUME,
)

WITH_TOPIC = [
    *((text, Kind.FORGET, about) for text, about in FORGET),
    *((text, Kind.RECALL, about) for text, about in RECALL),
    *((text, Kind.DENY, about) for text, about in DENY),
]
WITHOUT_TOPIC = [
    (text, kind)
    for kind, texts in (
        (Kind.FORGET_ALL, FORGET_ALL),
        (Kind.FORGET_LAST, FORGET_LAST),
        (Kind.OFF_RECORD, OFF_RECORD),
        (Kind.OFF_SESSION, OFF_SESSION),
        (Kind.PAUSE, PAUSE),
        (Kind.RESUME, RESUME),
    )
    for text in texts
]


@pytest.mark.parametrize(("text", "kind", "about"), WITH_TOPIC)
def test_a_request_is_heard_with_what_it_is_about(text, kind, about):
    [request] = requests_in(text)
    assert (request.kind, request.about) == (kind, about)


@pytest.mark.parametrize(("text", "kind"), WITHOUT_TOPIC)
def test_a_request_is_heard(text, kind):
    assert [request.kind for request in requests_in(text)] == [kind]


@pytest.mark.parametrize(("text", "person"), ABOUT_ANOTHER)
def test_it_is_heard_whom_something_was_about(text, person):
    [request] = requests_in(text)
    assert (request.kind, request.person, request.sure) == (Kind.ABOUT_ANOTHER, person, True)


@pytest.mark.parametrize("text", NOT_REQUESTS)
def test_the_same_words_in_another_sense_ask_for_nothing(text):
    assert requests_in(text) == []


@pytest.mark.parametrize("text", [text for text, *_ in WITH_TOPIC])
def test_shouting_and_a_phones_quotes_change_nothing(text):
    kinds = [request.kind for request in requests_in(text)]
    assert [r.kind for r in requests_in(text.replace("'", "\u2019"))] == kinds
    assert [r.kind for r in requests_in(f"\u200b  {text}  !!")] == kinds or "?" in text


def test_the_span_holds_the_words_of_the_request_and_no_others():
    text = "I live in Pau. Please forget my phone number! Nice day."
    [request] = requests_in(text)
    start, end = request.span
    assert text[start:end] == "Please forget my phone number"


def test_the_rest_of_the_message_is_left_with_its_places():
    text = "I live in Pau. Please forget my phone number! Nice day."
    rest = without_requests(text, requests_in(text))
    assert len(rest) == len(text)
    assert rest.startswith("I live in Pau.") and rest.endswith("! Nice day.")
    assert "phone" not in rest


def test_several_things_are_several_requests():
    found = requests_in(
        "forget that i live in Pau and that i work at Globex. what do you know about me?"
    )
    assert [(one.kind, one.about) for one in found] == [
        (Kind.FORGET, "i live in Pau"),
        (Kind.FORGET, "i work at Globex"),
        (Kind.RECALL, ""),
    ]


@pytest.mark.parametrize(
    ("text", "final"),
    [
        ("forget my phone number", False),
        ("delete my phone number from your memory", False),
        ("erase my phone number from your memory", True),
        ("delete my phone number for good", True),
        ("wipe what you know about my health", True),
    ],
)
def test_only_hard_words_ask_for_erasure(text, final):
    assert requests_in(text)[0].final is final


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("please forget the day rate", True),
        ("delete the salary, i don't want that stored", True),
        ("forget the hotel", False),
        ("delete the salary", False),
        ("that was about my neighbour", False),
    ],
)
def test_words_that_may_mean_something_else_are_not_sure(text, sure):
    assert requests_in(text)[0].sure is sure


def test_everything_is_more_than_one_thing():
    assert requests_in("delete everything you know about my ex")[0].everything
    assert not requests_in("forget my ex's birthday")[0].everything


@pytest.mark.parametrize(
    "text",
    [
        "please " * 1100,
        "forget that i " * 550,
        "what do you know about " * 340,
        "that was about my " * 440,
        "off the record " * 520,
        "i never said " * 600,
        "delete everything you know about " + "a " * 3900,
        "don't remember " + "anything " * 800,
        "\u200b" * 7900 + "forget my name",
        "forget " + "," * 7900,
    ],
)
def test_no_message_freezes_the_patterns(text):
    start = time.monotonic()
    assert len(requests_in(text)) <= MOST + 1
    assert time.monotonic() - start < 2


@pytest.mark.parametrize(
    "text",
    [
        "Forget my phone number. Never mind, keep it.",
        "forget that I am vegan... actually, keep it",
        "please erase everything about me. No wait, don't delete anything!",
        "Remove my address, on second thought no, leave it.",
        "forget what I just said. nvm",
        "Delete what you know about my ex\u2026 I take that back.",
        "forget my salary. oh please keep it after all",
    ],
)
def test_a_request_that_is_taken_back_was_not_asked(text):
    assert requests_in(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Forget my phone number and keep it that way.",
        "Please forget my phone number. Never mind why.",
        "Forget my phone number but keep the address.",
        "No, forget my phone number. Don't forget to call me.",
    ],
)
def test_what_only_sounds_like_taking_it_back_takes_nothing_back(text):
    assert [request.kind for request in requests_in(text)] == [Kind.FORGET]
