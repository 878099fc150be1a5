"""What ends, ends at its instant and in its person's zone; what lasts, lasts; reading changes neither."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from memory.models import Memory
from memory.read_path import build_context
from tests.memory.conftest import current, tell
from tests.memory.imports.conftest import take_in, work
from tests.memory.recall.conftest import section
from tests.system.doing import hear, run_periodic_tasks, store_many

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fakes")]


def clock(case) -> datetime:
    return datetime.fromisoformat(case.incoming.removeprefix("CLOCK "))


@pytest.mark.case("time-009")
def test_a_day_ends_in_the_person_s_own_zone(case, alice):
    alice.zone = case.context["tz"]
    alice.save()
    line = {"content": "User has a voucher for the shop.", "valid_until": "2026-06-30"}
    with time_machine.travel("2026-06-10T08:00:00Z"):
        work(take_in(alice.workspace, line, default_subject="alice"))
        tell(alice, "User is staying at the lake until 30 June 2026.")
    for memory in Memory.objects.all():
        assert memory.valid_until == datetime(2026, 6, 30, 16, tzinfo=UTC)
    with time_machine.travel("2026-06-30T15:59:59Z", tick=False):
        assert len(current(alice)) == 2
    with time_machine.travel(clock(case), tick=False):
        assert current(alice) == set()


@pytest.mark.case("time-012")
def test_the_instant_of_the_end_is_not_part_of_it(case, alice):
    end = clock(case)
    with time_machine.travel(end - timedelta(days=30)):
        tell(alice, "User has a visitor badge.", valid_until=end)
    with time_machine.travel(end - timedelta(microseconds=1), tick=False):
        assert len(current(alice)) == 1
    with time_machine.travel(end, tick=False):
        assert current(alice) == set()


@pytest.mark.case("time-014")
def test_a_passing_state_has_an_end_without_anybody_naming_one(case, alice):
    with time_machine.travel(f"{case.context['created']}T09:00:00Z"):
        tell(alice, case.existing[0].removesuffix(" (temporary)"))
        hear(alice, "I'm sore after the race on 28 June.")
        assert current(alice)
    with time_machine.travel(clock(case)):
        assert current(alice) == set()
        block = build_context(alice, query="How am I after the race?")
        assert "sore" not in "".join(line.text for line in section(block, "recall"))


@pytest.mark.case("time-017")
def test_what_has_ended_takes_no_place_from_what_holds(case, alice):
    """Also where what has ended is far nearer to the question."""
    over = [content.removeprefix("[expired] ") for content in case.existing[:-1]]
    over += [f"User's locker number was {number}." for number in range(80)]
    store_many(alice, over, told_as=["locker number"] * len(over))
    Memory.objects.update(valid_until=timezone.now() - timedelta(days=1))
    tell(alice, case.existing[-1])
    lines = section(build_context(alice, query="locker number"), "recall")
    assert [line.text for line in lines] == [case.existing[-1]]


@pytest.mark.case("time-019")
def test_reading_shortens_no_life(case, alice, api, told):
    end = timezone.now() + timedelta(days=7)
    tell(alice, "User's parking permit is in the drawer.", valid_until=end)
    memory = Memory.objects.get()
    for _ in range(3):
        assert "parking permit" in told(alice, "parking permit")
    assert api.get(f"memories/{memory.id}").status_code == 200
    memory.refresh_from_db()
    assert memory.access_count > 0
    assert memory.valid_until == end


@pytest.mark.case("con-002")
def test_a_rule_for_answers_does_not_grow_old(case, alice, told):
    hear(alice, case.existing[0])
    assert "one-line summary" in told(alice, "")
    for days in (2, 400):
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            run_periodic_tasks()
            assert "one-line summary" in told(alice, "What is the weather like?")
