"""What lies ahead is told with its day, before it begins and not after."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import store
from memory.models import Memory
from memory.read_path import build_context
from tests.people import remember

from .conftest import section

DAY = timedelta(days=1)

pytestmark = pytest.mark.usefixtures("fakes")


def planned(subject, content: str, days: float, **fields: object) -> Memory:
    return remember(subject, content, valid_from=timezone.now() + days * DAY, **fields)


def told(subject, **request: object) -> list[str]:
    block = build_context(subject, query="", **request)
    return [line.said for line in section(block, "upcoming")]


def test_an_appointment_is_told_on_its_day_and_a_change_from_its_day(alma):
    episode = {"type": "episodic", "scope": "event"}
    interview = planned(alma, "User has an interview at Initech.", 2, **episode)
    planned(alma, "User's stall is in Bern.", 9)

    first, second = told(alma)

    day = interview.valid_from.astimezone(alma.zone_info)
    assert "User has an interview at Initech." in first
    assert f"on {day.day} " in first
    assert "from " in second


def test_the_next_first_and_no_more_than_fit(alma):
    for days in range(12, 2, -1):
        planned(alma, f"User sees film {days}.", days)

    lines = told(alma)

    assert [line for line in lines if "film 3." in line] == [lines[0]]
    assert len(lines) == 5


def test_what_has_begun_lies_far_ahead_or_is_gone_is_not_coming_up(alma):
    planned(alma, "User's stall is in Pau.", -1)
    planned(alma, "User sails to Oslo.", 200)
    hidden = planned(alma, "User dines with Ned.", 3)
    with store.change(alma.id, store.SYSTEM) as c:
        store.delete(c, hidden)

    assert told(alma) == []


def test_it_is_nobody_elses(alma, bruno):
    planned(bruno, "User has an interview at Initech.", 2)
    assert told(alma) == []
    assert len(told(bruno)) == 1


def test_a_past_moment_is_told_what_was_planned_then(alma):
    plan = planned(alma, "User dines with Ned.", -1)
    Memory.objects.filter(id=plan.id).update(created_at=timezone.now() - 5 * DAY)

    assert len(told(alma, as_of=timezone.now() - 2 * DAY)) == 1
    assert told(alma, as_of=timezone.now() - 6 * DAY) == []
