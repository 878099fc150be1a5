"""Only what is certainly a value fills a slot, since a slot's value is replaced without a model."""

from __future__ import annotations

import pytest

from memory.vocabulary import Modality

from .said import classified, heard


@pytest.mark.parametrize(
    "statement",
    [
        "I live in a flat", "I live in hope", "i live in fear", "User lives in the moment",
        "i live in a small house", "I live in Colorado", "I live in the USA", "User lives in France",
        "I live in Ghent part-time", "I live in Ghent on weekdays", "User lives near Ghent",
        "I work at night", "i work at home", "User works for fun", "User works for a startup",
        "User likes to be called before 9", "I go by train",
        "i want to live in Ghent", "I want to work at Globex", "User hopes to live in Ghent",
        "My city is Colorado",
    ],
)  # fmt: skip
def test_words_that_are_no_name_fill_no_slot(statement: str) -> None:
    assert classified(statement).key == ""


@pytest.mark.parametrize(
    ("statement", "key", "value"),
    [
        ("I live in Ghent", "city", "Ghent"),
        ("i live in ghent", "city", "ghent"),
        ("i live in new york", "city", "new york"),
        ("User lives in The Hague", "city", "The Hague"),
        ("I work at Globex", "employer", "Globex"),
        ("User goes by Nes", "preferred_name", "Nes"),
    ],
)
def test_a_name_fills_its_slot(statement: str, key: str, value: str) -> None:
    claim = classified(statement)
    assert (claim.key, claim.value) == (key, value)


@pytest.mark.parametrize(
    "statement",
    [
        "i want to live in Ghent", "I want to work at Globex", "User hopes to live in Ghent",
        "I would like to live in Ghent", "User should be in Ghent", "I'm supposed to be in Ghent",
        "User needs to move to Ghent",
    ],
)  # fmt: skip
def test_a_wish_is_not_current(statement: str) -> None:
    claim = classified(statement)
    assert claim.modality in (Modality.FUTURE, Modality.HEDGED)
    assert (claim.key, claim.restated) == ("", "")


def test_a_wish_in_chat_is_no_current_claim() -> None:
    assert all(c.modality is not Modality.CURRENT for c in heard("i want to live in Ghent"))


@pytest.mark.parametrize(
    ("note", "key", "value"),
    [
        ("my email: noor@example.org", "email", "noor@example.org"),
        ("email: noor@example.org", "email", "noor@example.org"),
        ("phone: 0301 234567", "phone_number", "0301 234567"),
    ],
)
def test_a_terse_note_says_what_a_sentence_says(note: str, key: str, value: str) -> None:
    [claim] = heard(note)
    for read in (claim, classified(note)):
        assert (read.key, read.value) == (key, value)


def test_what_is_eaten_or_drunk_is_no_possession() -> None:
    assert classified("i bought a coffee").restated == ""
    assert classified("i bought a canoe").restated == "User has a canoe."
