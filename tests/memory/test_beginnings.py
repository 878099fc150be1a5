"""What was planned begins: the gate is asked once more about the same memory."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from memory import store
from memory.beginnings import propose_begun
from memory.inference.fakes import use_fakes
from memory.models import Claim, Memory, ReviewItem, Subject
from memory.undo import last_undoable, undo
from memory.write_path import decide_claim

from .conftest import conflict, current, tell, verdict_on

IN_TEN_DAYS = timedelta(days=10)


@pytest.fixture(autouse=True)
def pau_is_not_bern():
    with use_fakes(conflict(("Pau", "Bern"))):
        yield


def plan(subject: Subject, content: str, **fields: object) -> Memory:
    """A statement about the time from ten days on."""
    tell(subject, content, valid_from=timezone.now() + IN_TEN_DAYS, **fields)
    return Memory.objects.get(content=content)


def begin(days: int = 11) -> list[Claim]:
    """What the sweep and the workers do once so many days have passed."""
    with time_machine.travel(timezone.now() + timedelta(days=days)):
        return [decide_claim(ref) for ref in propose_begun(timezone.now())]


def later(subject: Subject, days: int = 11) -> set[str]:
    with time_machine.travel(timezone.now() + timedelta(days=days)):
        return current(subject)


def test_before_its_day_a_plan_replaces_nothing(alma):
    tell(alma, "Alma's stall is in Pau.")
    plan(alma, "Alma's stall is in Bern.")

    assert begin(days=9) == []
    assert current(alma) == {"Alma's stall is in Pau."}


def test_once_it_has_begun_a_person_is_asked_whether_the_old_one_ends(alma):
    tell(alma, "Alma's stall is in Pau.")
    planned = plan(alma, "Alma's stall is in Bern.")

    [claim] = begin()

    assert verdict_on(claim).action == "review"
    item = ReviewItem.objects.get()
    assert (item.memory.content, item.claim.begins) == ("Alma's stall is in Pau.", planned)
    assert begin() == []  # the sweep asks once


def test_where_events_replace_the_planned_memory_itself_takes_the_place(alma):
    alma.workspace.events = "replace"
    alma.workspace.save()
    tell(alma, "Alma's stall is in Pau.")
    planned = plan(alma, "Alma's stall is in Bern.")

    [claim] = begin()

    assert verdict_on(claim).action == "replace"
    planned.refresh_from_db()
    assert planned.supersedes.content == "Alma's stall is in Pau."
    assert later(alma) == {"Alma's stall is in Bern."}
    assert Memory.objects.count() == 2
    with (
        time_machine.travel(timezone.now() + timedelta(days=12)),
        store.change(alma.id, store.SYSTEM) as c,
    ):
        undo(c, last_undoable(planned))
    assert later(alma, days=12) == {"Alma's stall is in Pau."}


def test_the_day_itself_is_not_compared(alma):
    tell(alma, "Alma's stall is in Pau.")
    tell(alma, "Alma's stall is in Bern from next month.")

    [claim] = begin(days=40)

    assert claim.restated == "Alma's stall is in Bern."


def test_what_speaks_against_nothing_stays_as_it_is(alma):
    tell(alma, "Alma owns a tuba.")
    plan(alma, "Alma's stall is in Bern.")

    [claim] = begin()

    assert (verdict_on(claim).action, verdict_on(claim).reason) == ("skip", "begun")
    assert later(alma) == {"Alma owns a tuba.", "Alma's stall is in Bern."}
    assert not ReviewItem.objects.exists()


def test_of_a_key_with_one_value_too(alma):
    tell(alma, "Alma's city is Pau.", key="city", value="Pau")
    planned = plan(alma, "Alma's city is Bern.", key="city", value="Bern")

    [claim] = begin()

    assert verdict_on(claim).action == "review"
    assert ReviewItem.objects.get().claim.begins == planned


def test_who_has_paused_their_memory_is_asked_after_they_resume(alma):
    tell(alma, "Alma's stall is in Pau.")
    plan(alma, "Alma's stall is in Bern.")
    Subject.objects.filter(id=alma.id).update(paused_at=timezone.now())
    assert begin() == []

    Subject.objects.filter(id=alma.id).update(paused_at=None)
    assert len(begin()) == 1


def test_an_appointment_is_no_change(alma):
    plan(alma, "Alma meets Ned in Bern.", type="episodic")
    assert begin() == []
