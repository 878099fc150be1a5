"""How long something holds where only a day is told, through every door; and what never ends."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from memory import store
from memory.amend import edit_memory
from memory.api_keys import create_key
from memory.errors import InvalidError
from memory.extraction.classify import classify
from memory.forget import lapse
from memory.forget.fading import FADES_AFTER, without_faded
from memory.forget.lapse import set_retention
from memory.lifetimes import begins_at, ends_at
from memory.models import ApiKey, Memory, Subject
from memory.vocabulary import MemoryType
from tests.memory.conftest import tell
from tests.memory.imports.conftest import take_in, work

pytestmark = pytest.mark.usefixtures("fakes")
DAY = date(2190, 6, 30)
ZONES = {
    "America/New_York": datetime(2190, 7, 1, 4, tzinfo=UTC),
    "Asia/Tokyo": datetime(2190, 6, 30, 15, tzinfo=UTC),
    "UTC": datetime(2190, 7, 1, tzinfo=UTC),
}


@pytest.fixture(params=ZONES)
def zone(request, alma) -> str:
    Subject.objects.filter(id=alma.id).update(zone=request.param)
    alma.zone = request.param
    return str(request.param)


def api(alma: Subject, method: str, path: str, data: object):
    _, secret = create_key(alma.workspace, name="all", scopes=list(ApiKey.Scope.values))
    return getattr(Client(), method)(
        f"/api/v1/{path}", data=data, content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )  # fmt: skip


def test_in_the_api(alma, zone):
    path = "subjects/person-1/claims?wait=true"
    answer = api(alma, "post", path, {"content": "Plays the tuba.", "valid_until": str(DAY)})
    assert answer.status_code == 200, answer.json()
    memory = Memory.objects.get()
    assert memory.valid_until == ZONES[zone]
    assert memory.is_current(ZONES[zone] - timedelta(seconds=1))
    assert not memory.is_current(ZONES[zone])

    api(alma, "patch", f"memories/{memory.id}", {"valid_until": "2190-07-30"})

    assert Memory.objects.get(supersedes=memory).valid_until == ZONES[zone] + timedelta(days=30)


def test_in_a_file_that_is_imported(alma, zone):
    run = take_in(alma.workspace, {"content": "Plays the tuba.", "valid_until": str(DAY)})
    work(run)

    assert Memory.objects.get().valid_until == ZONES[zone]


def test_in_what_a_person_says(zone):
    said = datetime(2190, 6, 3, 12, tzinfo=UTC)
    for words in ("30 June", "2190-06-30"):
        read = classify(f"I'm in Rome until {words}.", said_at=said, zone=ZoneInfo(zone))
        assert read.valid_until == ZONES[zone]


def test_for_a_correction(alma, zone):
    tell(alma, "Plays the tuba.")

    version = edit_memory(Memory.objects.get(), {"valid_until": DAY}, store.SYSTEM)

    assert version.valid_until == ZONES[zone]


def test_a_day_begins_at_its_beginning_and_a_moment_is_itself():
    zone = ZoneInfo("Asia/Tokyo")
    moment = datetime(2190, 6, 30, 8, tzinfo=UTC)

    assert begins_at(DAY, zone) == datetime(2190, 6, 29, 15, tzinfo=UTC)
    assert (begins_at(moment, zone), ends_at(moment, zone), ends_at(None, zone)) == (moment, moment, None)  # fmt: skip


@pytest.mark.parametrize(
    ("start", "end", "good"),
    [
        ("2190-06-30", "2190-06-30", True),
        ("2190-06-30", "2190-06-29", False),
        ("2190-06-30", "2190-06-30T16:00:00Z", True),
        ("2190-06-30T16:00:00Z", "2190-06-30", False),  # over at 15:00 UTC in Tokyo
    ],
)
def test_days_and_moments_are_compared_in_the_persons_zone(alma, start, end, good):
    Subject.objects.update(zone="Asia/Tokyo")
    body = {"content": "Plays the tuba.", "valid_from": start, "valid_until": end}

    answer = api(alma, "post", "subjects/person-1/claims?wait=true", body)

    assert answer.status_code == (200 if good else 400), answer.json()
    if not good:
        assert "valid_until" in answer.content.decode()
    assert Memory.objects.exists() is good


def test_no_day_that_is_none_is_taken(alma):
    for wrong in ("2190-13-01", "2190-02-30", "1890-01-01", "in March!!", 5):
        body = {"content": "Plays the tuba.", "valid_until": wrong}
        assert api(alma, "post", "subjects/person-1/claims", body).status_code == 400
    with pytest.raises(InvalidError):
        edit = {"valid_from": date(2190, 7, 2), "valid_until": DAY}
        tell(alma, "Plays the tuba.")
        edit_memory(Memory.objects.get(), edit, store.SYSTEM)


@pytest.mark.parametrize("kind", MemoryType.values)
def test_a_constraint_ends_neither_by_fading_nor_by_retention(alma, kind):
    tell(alma, "Is allergic to peanuts.", scope="constraint", type=kind, importance=1)
    tell(alma, "Has a small blue umbrella.", scope="fact", type=kind, importance=1)
    long_ago = timezone.now() - max(FADES_AFTER.values()) * 10
    Memory.objects.update(created_at=long_ago, said_at=long_ago, valid_from=None)
    set_retention(alma.workspace, kind, 1)

    recalled = without_faded(Memory.objects.current(timezone.now()), timezone.now())
    assert recalled.filter(scope="constraint").exists()

    lapse.remove_what_is_old(timezone.now())

    assert Memory.objects.get().content == "Is allergic to peanuts."
    assert Memory.objects.get().valid_until is None
