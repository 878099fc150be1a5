from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.extraction.calendar_words import easter
from memory.extraction.person import third_person
from memory.extraction.times import TimeKind, find_times, without_times

from .said import TUESDAY, ZONE, classified, day


@pytest.mark.parametrize(
    ("text", "kind", "start", "end"),
    [
        ("about four years now", "since", "2022-03-10", None),
        ("for the past two months", "since", "2026-01-10", None),
        ("since 2018", "since", "2018-01-01", None),
        ("since last August", "since", "2025-08-01", None),
        ("since Friday", "since", "2026-03-06", None),
        ("until Saturday", "until", None, "2026-03-15"),
        ("till the 20th", "until", None, "2026-03-21"),
        ("until Easter", "until", None, "2026-04-06"),
        ("till christmas", "until", None, "2026-12-26"),
        ("since new year", "since", "2026-01-01", None),
        ("until Halloween", "until", None, "2026-11-01"),
        ("until my boss is back on Thursday", "until", None, "2026-03-13"),
        ("till the new flat is ready in May", "until", None, "2026-06-01"),
        ("until May", "until", None, "2026-06-01"),
        ("until the end of May", "until", None, "2026-06-01"),
        ("till the very end of next month", "until", None, "2026-05-01"),
        ("until end of 2027", "until", None, "2028-01-01"),
        ("until the end of the month", "until", None, "2026-04-01"),
        ("through the end of the week", "until", None, "2026-03-16"),
        ("from July", "from", "2026-07-01", None),
        ("starting next week", "from", "2026-03-16", None),
        ("as of 1 January", "from", "2027-01-01", None),
        ("last month", "past", "2026-02-01", "2026-03-01"),
        ("yesterday", "past", "2026-03-09", "2026-03-10"),
        ("three weeks ago", "past", "2026-02-17", "2026-02-18"),
        ("in 2017", "past", "2017-01-01", "2018-01-01"),
        ("this week", "now", "2026-03-09", "2026-03-16"),
        ("tomorrow morning", "ahead", "2026-03-11", "2026-03-12"),
        ("on Friday", "ahead", "2026-03-13", "2026-03-14"),
        ("next year", "ahead", "2027-01-01", "2028-01-01"),
        ("in six weeks", "ahead", "2026-04-21", "2026-04-22"),
        ("on 2026-05-04", "ahead", "2026-05-04", "2026-05-05"),
    ],
)
def test_an_expression_is_an_interval_around_the_moment_of_speaking(
    text: str, kind: str, start: str | None, end: str | None
) -> None:
    [interval] = find_times(text, said_at=TUESDAY, zone=ZONE)
    assert interval.kind == TimeKind(kind)
    assert interval.start == (day(start) if start else None)
    assert interval.end == (day(end) if end else None)


def test_a_duration_begins_at_the_moment_of_speaking() -> None:
    [interval] = find_times("for six weeks", said_at=TUESDAY, zone=ZONE)
    assert (interval.kind, interval.start, interval.end) == (
        TimeKind.FOR,
        TUESDAY,
        day("2026-04-21"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "we may sit in the sun",
        "room 2019 is free",
        "he will march on",
        "30 February",
        "mon ami",
        "until the end of the street",
    ],
)
def test_words_that_only_look_like_times_are_not_times(text: str) -> None:
    assert find_times(text, said_at=TUESDAY, zone=ZONE) == []


def test_the_day_is_the_one_of_the_speakers_zone() -> None:
    late = datetime(2026, 3, 10, 23, 30, tzinfo=UTC)
    [interval] = find_times("today", said_at=late, zone=ZoneInfo("Asia/Tokyo"))
    assert interval.start == datetime(2026, 3, 10, 15, tzinfo=UTC)


def test_a_naive_moment_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        find_times("today", said_at=datetime(2026, 3, 10), zone=ZONE)


def test_a_sentence_without_its_times_still_reads_well() -> None:
    text = "User swims, about four years now."
    assert without_times(text, find_times(text, said_at=TUESDAY, zone=ZONE)) == "User swims."


@pytest.mark.parametrize(
    ("year", "sunday"),
    [
        (1961, "04-02"),
        (2000, "04-23"),
        (2008, "03-23"),
        (2011, "04-24"),
        (2025, "04-20"),
        (2038, "04-25"),
    ],
)
def test_easter_is_the_day_of_the_calendar(year: int, sunday: str) -> None:
    assert easter(year).isoformat() == f"{year}-{sunday}"


def test_every_easter_is_a_sunday_from_22_march_to_25_april() -> None:
    for year in range(1900, 2200):
        assert easter(year).isoweekday() == 7
        assert (3, 22) <= (easter(year).month, easter(year).day) <= (4, 25)


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("i started at Globex in january", "2026-01-01"),
        ("i joined Initech in november", "2025-11-01"),
        ("we moved to Ghent on friday", "2026-03-06"),
        ("i quit smoking in august", "2025-08-01"),
        ("i flew to Oslo on sunday", "2026-03-08"),
    ],
)
def test_what_has_happened_lies_behind(said: str, begins: str) -> None:
    assert classified(third_person(said)).valid_from == day(begins)


@pytest.mark.parametrize(
    "text",
    ["for the past 999 years", "in 500 years", "until 31 December 9999", "on 1066-10-14", "since 900 decades ago",
     "for 999 decades", "until 9999-12-31", "on 0000-00-00"],
)  # fmt: skip
def test_a_time_beyond_everybodys_life_is_none(text: str) -> None:
    assert find_times(f"vegan {text}", said_at=TUESDAY, zone=ZONE) == []
