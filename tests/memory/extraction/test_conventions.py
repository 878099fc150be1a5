"""Standing orders that are told as facts or in half a sentence, and limits."""

from __future__ import annotations

import pytest

from memory.vocabulary import MemoryType

from .said import contents, heard


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("From now on release notes are written in French.", "Release notes are written in French."),
        ("going forward every ticket must have an owner", "Every ticket must have an owner."),
        ("New rule, it replaces the old one: invoices are numbered by year", "Invoices are numbered by year."),
        ("the bot signs every letter with Mira", "The bot signs every letter with Mira."),
        ("answers: the result first, then why", "Answers: the result first, then why."),
        ("just ask questions, no tips unless i ask", "Ask questions, no tips unless the user ask."),
        ("in general: at most 4 lines for everything", "At most 4 lines for everything."),
        ("one step at a time please", "One step at a time please."),
        ("ok. now back to Dutch please", "Answer in Dutch."),
        ("reply always in Polish please, even here", "Answer in Polish."),
        ("no tables please", "No tables please."),
    ],
)  # fmt: skip
def test_it_is_a_standing_instruction(text: str, kept: str) -> None:
    found = [claim for claim in heard(text) if claim.type is MemoryType.PROCEDURAL]
    assert [claim.content.replace(" please.", ".") for claim in found] == [
        kept.replace(" please.", ".")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "From now on my office is in Leeds.",
        "from now on i'm on nights",
        "i went back to French class",
        "one thing is sure",
        "the answers were fine",
    ],
)
def test_a_fact_is_none(text: str) -> None:
    assert all(claim.type is not MemoryType.PROCEDURAL for claim in heard(text))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("and no fennel ever, tastes like aniseed", "User wants no fennel ever, tastes like aniseed."),
        ("i get carsick so no coaches unless under an hour", "User wants no coaches unless under an hour."),
        ("no parcels before noon pls", "User wants no parcels before noon."),
    ],
)  # fmt: skip
def test_a_limit_is_kept(text: str, kept: str) -> None:
    assert kept in contents(text)


@pytest.mark.parametrize("text", ["no idea at all", "no time for this before lunch", "no problem"])
def test_a_phrase_with_no_is_none(text: str) -> None:
    assert contents(text) == []
