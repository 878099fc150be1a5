from __future__ import annotations

import pytest

from memory.demo import load_people
from memory.demo.load import load_person
from memory.gate.verdict import Reason
from memory.models import ReviewItem

WANTED = {
    Reason.EVENT,
    Reason.NEAR_MISS,
    Reason.TOO_CLOSE,
    Reason.HIGH_STAKES,
    Reason.LOWER_SOURCE,
    Reason.COPIES,
    Reason.ONE_DIRECTION,
    Reason.POLICY,
}


@pytest.mark.models
@pytest.mark.django_db
def test_the_demo_puts_an_item_of_every_reason_into_the_queue() -> None:
    for person in load_people():
        load_person(person)
    reasons = set(ReviewItem.objects.values_list("reason", flat=True))
    assert {reason.value for reason in WANTED} <= reasons
