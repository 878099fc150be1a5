from __future__ import annotations

import pytest

from memory.extraction.slips import without_slips

from .said import contents, heard


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("my favourite team is Ajax, no wait, Feyenoord", ["User's favourite team is Feyenoord."]),
        ("my favourite colour is teal... no, sorry, ochre", ["User's favourite colour is ochre."]),
        ("i'm allergic to latex - scratch that, nickel", ["User is allergic to nickel."]),
        ("i prefer cocoa, sorry, mint tea", ["User prefers mint tea."]),
        ("i prefer cocoa, sorry, mint", ["User prefers mint."]),
        ("i live in Lille, i mean in Ghent", ["User lives in Ghent."]),
        ("i live in Lille, actually Ghent", ["User lives in Ghent."]),
        ("i work at Initech, no wait, i work at Globex", ["User works at Globex."]),
        ("we moved from Lille to Bruges, sorry, Ghent", ["User moved from Lille to Ghent."]),
    ],
)
def test_only_the_mended_value_is_kept(said: str, kept: list[str]) -> None:
    assert contents(said) == kept


@pytest.mark.parametrize(
    "text",
    [
        "i can't wait, i live for this",
        "i work at Globex, actually in the lab",
        "sorry, i live in Ghent",
        "i live in Ghent, sorry for the delay with the form and everything else",
        "i'm vegan, by the way",
    ],
)
def test_what_takes_nothing_back_stays_as_it_is(text: str) -> None:
    assert without_slips(text) == text


def test_the_places_in_the_text_stay_the_same() -> None:
    text = "the sea is rough. i live in Lille, no wait, Ghent"
    assert len(without_slips(text)) == len(text)
    [claim] = heard(text)
    assert claim.span == (18, len(text))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("the fee is 310. no, 330", "the fee is 330"),
        ("we're 12 people. sorry, 14 people", "we're 14 people"),
        ("my locker is KT-4471. no, 4417", "my locker is KT-4417"),
        ("18k. no not 18, 16", "16"),
        ("10-14 june, ref QX-77. wait it's 10-15", "10-15 june, ref QX-77."),
    ],
)
def test_a_figure_that_is_said_again_stands_for_the_first(text: str, meant: str) -> None:
    mended = without_slips(text)
    assert len(mended) == len(text)
    assert " ".join(mended.split()).rstrip(". ") == meant.rstrip(". ")


@pytest.mark.parametrize(
    "text",
    [
        "i have 2 cats. no, i like dogs",
        "born in 1980. no, 5 of us were",
        "room 4. sorry, 20 minutes late",
    ],
)
def test_a_figure_of_another_kind_takes_back_nothing(text: str) -> None:
    assert without_slips(text) == text


@pytest.mark.parametrize(
    "joke",
    [
        "i love 6 am. said no drummer ever",
        "i live for tax season. said nobody ever!",
        "i'm moving to the moon. just kidding",
        "i work at Initech, jk",
    ],
)
def test_what_a_joke_takes_back_is_not_heard(joke):
    assert contents(joke) == []


def test_only_the_clause_before_the_joke_goes():
    assert contents("i'm vegetarian, i love mondays. said no one ever") == ["User is vegetarian."]
    assert contents("i live in Ghent. my boss was just kidding") != []
