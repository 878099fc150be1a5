"""The pure parts: marked words, values that follow a wording, moments, the second person."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.amend import value_after
from review.diff import Piece, differing_words, marked_span
from review.second_person import to_you
from review.times import day, relative
from review.wording import as_stored

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def marked(pieces: list[Piece]) -> list[str]:
    return [piece.text for piece in pieces if piece.differs]


def test_only_the_words_that_differ_are_marked():
    old, new = differing_words("User lives in Denver.", "User lives in Austin.")
    assert (marked(old), marked(new)) == (["Denver"], ["Austin"])


def test_a_change_of_several_words_is_one_mark():
    old, new = differing_words("Elias is allergic to eggs.", "Elias does not have an allergy.")
    assert (marked(old), marked(new)) == (["is allergic to eggs"], ["does not have an allergy"])


def test_words_apart_are_marked_apart():
    assert marked(differing_words("A red car and a red bike", "A blue car and a blue bike")[0]) == [
        "red",
        "red",
    ]


def test_both_statements_stay_whole():
    old, new = differing_words("Likes tea,  not coffee!", "Likes COFFEE now")
    assert "".join(piece.text for piece in old) == "Likes tea,  not coffee!"
    assert "".join(piece.text for piece in new) == "Likes COFFEE now"


def test_case_alone_is_no_difference():
    old, new = differing_words("Lives in denver.", "lives in Denver.")
    assert (marked(old), marked(new)) == ([], [])


def test_a_number_with_its_separator_is_one_word():
    assert marked(differing_words("Earns 1.500 a week", "Earns 1.600 a week")[0]) == ["1.500"]


@pytest.mark.parametrize(("start", "end"), [(None, None), (3, None), (5, 2), (0, 99)])
def test_a_span_that_does_not_fit_marks_nothing(start, end):
    assert marked(marked_span("Moved to Austin", start, end)) == []


def test_a_span_is_marked():
    pieces = marked_span("Busy! Moved. Bye", 6, 12)
    assert [piece.text for piece in pieces] == ["Busy! ", "Moved.", " Bye"]
    assert marked(pieces) == ["Moved."]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("Lives in Denver.", "Lives in Denver, Colorado.", ("city", "Denver")),
        ("Lives in Denver.", "Lives in Round Rock.", ("city", "Round Rock")),
        ("Lives in Denver.", "Has no fixed home.", ("", "")),
        ("Lives in the Mile High City.", "Lives in Austin.", ("", "")),
        ("Lives in Denver.", "Lives in .", ("", "")),
    ],
)
def test_a_value_follows_the_wording_or_is_given_up(before, after, expected):
    assert value_after("city", "Denver", before, after) == expected


def test_a_memory_without_a_key_gets_none():
    assert value_after("", "", "Has a dog.", "Has a cat.") == ("", "")


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("I live in Bonn", "User lives in Bonn."),
        ("User lives in Bonn.", "User lives in Bonn."),
        ("Lives in Bonn", "Lives in Bonn"),
    ],
)
def test_what_people_write_about_themselves_is_told_like_the_rest(written, stored):
    assert as_stored(written) == stored


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ("User lives in Denver.", "You live in Denver."),
        ("User's dog is called Rex.", "Your dog is called Rex."),
        ("Answer the user in short sentences.", "Answer you in short sentences."),
        ("User works from home and drives a Saab.", "You work from home and drive a Saab."),
        ("User no longer smokes.", "You no longer smoke."),
        ("User moved. User's dog barks. user likes it.", "You moved. Your dog barks. You like it."),
        ("The flat has two rooms.", "The flat has two rooms."),
    ],
)
def test_people_read_of_themselves_as_you(stored, read):
    assert to_you(stored) == read


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (timedelta(seconds=20), "just now"),
        (timedelta(minutes=7), "7 min ago"),
        (timedelta(hours=30), "30 h ago"),
        (timedelta(days=3), "3 days ago"),
        (timedelta(days=60), "1 Oct 2026"),
        (-timedelta(minutes=5), "in 5 min"),
    ],
)
def test_moments_are_told_as_people_say_them(before, words):
    assert relative(NOW - before, NOW) == words


def test_a_date_of_another_year_names_it():
    assert day(NOW, NOW) == "30 Nov"
    assert day(datetime(2024, 3, 1, tzinfo=UTC), NOW) == "1 Mar 2024"
