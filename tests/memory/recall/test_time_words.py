"""The time that a question is about."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.recall.time_words import asked_days, asked_span

TODAY = date(2026, 3, 10)  # a Tuesday


@pytest.mark.parametrize(
    ("query", "first", "after"),
    [
        ("what did i do last spring?", "2025-03-01", "2025-06-01"),
        ("how was my trip in May", "2025-05-01", "2025-06-01"),
        ("in the summer of 2024, where was i", "2024-06-01", "2024-09-01"),
        ("what happened on 3 March?", "2026-03-03", "2026-03-04"),
        ("on Monday i told you something", "2026-03-09", "2026-03-10"),
        ("what did i say yesterday", "2026-03-09", "2026-03-10"),
        ("who did i meet last week", "2026-03-02", "2026-03-09"),
        ("where did i live in 2019", "2019-01-01", "2020-01-01"),
        ("three months ago i had a plan", "2025-11-01", "2026-02-01"),
        ("what did we talk about in March", "2026-03-01", "2026-03-11"),
    ],
)
def test_past_days_are_found(query, first, after):
    assert asked_days(query, TODAY) == (date.fromisoformat(first), date.fromisoformat(after))


@pytest.mark.parametrize(
    "query",
    [
        "what's on tonight?",
        "plans for next week",
        "where should i go in May?",
        "may i ask you something",
        "remind me tomorrow",
        "march with me",
        "on 31 February",
        "999 decades ago",
        "",
    ],
)
def test_nothing_else_is_a_past_time(query):
    assert asked_days(query, TODAY) is None


def test_the_days_are_those_where_the_person_lives():
    zone = ZoneInfo("Pacific/Auckland")
    now = datetime(2026, 3, 9, 20, tzinfo=UTC)  # the 10th there

    assert asked_span("yesterday", now, zone) == (
        datetime(2026, 3, 9, tzinfo=zone),
        datetime(2026, 3, 10, tzinfo=zone),
    )
