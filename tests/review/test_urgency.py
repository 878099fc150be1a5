"""How urgent an item is: the sum that is explained, and the same sum in the database."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest
from django.utils import timezone

from memory.models import Memory, ReviewItem
from review.listings.items import queue as queued
from review.urgency import at_level, by_urgency, urgency_of
from tests.people import ask, remember

WAITED = (timedelta(0), timedelta(hours=13), timedelta(days=2), timedelta(days=8), timedelta(15))


def age(item, waited, **fields):
    ReviewItem.objects.filter(id=item.id).update(created_at=timezone.now() - waited, **fields)


def test_the_database_and_the_explanation_agree(mira):
    for importance, used, (at, waited) in product((1, 5, 8), (0, 1, 10), enumerate(WAITED)):
        said = f"Has {importance} {used} {at}."
        memory = remember(mira, f"{said} Once.", importance=importance)
        Memory.objects.filter(id=memory.id).update(access_count=used)
        item = ask(mira, said, memory, importance=importance)
        age(item, waited, asked_at=timezone.now() if at == 4 and used == 1 else None)
    now = timezone.now()
    rows = list(by_urgency(ReviewItem.objects.select_related("memory"), now))
    assert len(rows) == 45
    for row in rows:
        explained = urgency_of(row, now)
        assert row.urgency == explained.points
        assert row.due_at == explained.due
        assert row in by_urgency(ReviewItem.objects.all(), now).filter(at_level(explained.level))


def test_the_parts_say_why(denver, moved):
    Memory.objects.filter(id=denver.id).update(access_count=12)
    age(moved, timedelta(days=4))
    item = ReviewItem.objects.select_related("memory").get()
    told = urgency_of(item, timezone.now())
    assert [part.points for part in told.parts] == [5, 2, 2]
    assert [part.why for part in told.parts][1:] == [
        "the stored one was used for 12 answers",
        "it is overdue",
    ]
    assert (told.level, told.overdue) == (2, True)


def test_the_clock_stands_still_while_the_person_is_asked(moved):
    age(moved, timedelta(days=30), asked_at=timezone.now())
    told = urgency_of(ReviewItem.objects.select_related("memory").get(), timezone.now())
    assert (told.due, told.overdue) == (None, False)


def test_what_is_used_more_comes_first(harbour, mira, noor, moved):
    dog = remember(noor, "Has a dog.")
    other = ask(noor, "Has a cat.", dog)
    assert list(queued(harbour, {})) == [moved, other]
    Memory.objects.filter(id=dog.id).update(access_count=10)
    assert list(queued(harbour, {})) == [other, moved]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"age": "overdue"}, True),
        ({"age": "day"}, False),
        ({"age": "week"}, True),
        ({"age": "month"}, False),
        ({"priority": "3"}, True),
        ({"priority": "1"}, False),
        ({"key": "city"}, True),
        ({"key": "job"}, False),
        ({"sort": "due"}, True),
    ],
)
def test_filters_by_age_priority_and_key(harbour, moved, filters, found):
    age(moved, timedelta(days=9))
    assert (moved in queued(harbour, filters)) is found
