"""Moods by plain words; what cannot be told is not guessed."""

from __future__ import annotations

import pytest

from memory.sessions.moods import moods_of


@pytest.mark.parametrize(
    ("message", "mood"),
    [
        ("i'm so stressed about work", "stressed"),
        ("feeling a bit low today", "sad"),
        ("exhausted", "tired"),
        ("this makes me furious", "angry"),
        ("😢", "sad"),
        ("phew, it went well", "relieved"),
        ("i feel much better", "calm"),
        ("omg so excited", "excited"),
        ("can't wait for the trip!", "excited"),
        ("so proud of my daughter", "proud"),
        ("i got mad at him", "angry"),
        ("i cried in the car", "sad"),
        ("i feel invisible at family dinners", "lonely"),
    ],
)
def test_a_mood_that_is_told_is_heard(message, mood):
    assert moods_of([message]) == (mood, mood)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "what should i cook?",
        "are you sad?",
        "not happy with this",
        "i'm not sad",
        "happy birthday to my sister",
        "my sister is angry",
        "sad song",
        "mad skills",
        "i'm down for pizza",
        "i'm lost in the city",
        "i'm tired of pasta",
        "i live in Leeds",
    ],
)
def test_where_it_cannot_be_told_there_is_none(message):
    assert moods_of([message]) == ("", "")


def test_start_and_end_are_told_apart():
    said = ["i'm so anxious about the scan", "it was fine", "ok", "i feel so relieved"]
    assert moods_of(said) == ("anxious", "relieved")
    assert moods_of(["i'm so anxious about the scan", "ok", "ok", "ok"]) == ("anxious", "")
    assert moods_of([]) == ("", "")
