"""Nobody writes a stale snapshot back: not a slow job, nor the second of two at once."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from memory.amend import edit_memory
from memory.digest import digest
from memory.errors import ConflictError
from memory.inference.fakes import use_fakes
from memory.models import Memory
from memory.store import SYSTEM
from tests.memory.conftest import current, tell
from tests.memory.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.case("conc-002")
def test_what_is_added_while_a_slow_job_thinks_is_still_there_after_it(case, alice):
    added = []

    def slow(premise: str, hypothesis: str) -> tuple[float, float, float]:
        if not added:
            added.append(True)
            tell(alice, "note 3")
        return (0.0, 0.0, 1.0)

    with use_fakes(slow):
        for content in case.existing:
            tell(alice, content)
        added.clear()
        Memory.objects.filter(content="note 3").delete()
        tell(alice, "note 1 once more")
    assert added
    assert current(alice) >= {*case.existing, "note 3"}


@pytest.mark.case("conc-004")
def test_of_two_that_add_at_once_the_second_is_told_and_adds_to_the_new_value(case, alice):
    with use_fakes():
        tell(alice, "User has 10 orders in total.")

        def orders() -> tuple[Memory, int]:
            memory = Memory.objects.current(timezone.now()).get()
            return memory, int(re.findall(r"\d+", memory.content)[0])

        seen = orders()

        def add(number: int, to: tuple[Memory, int] = seen) -> int:
            memory, count = to
            try:
                words = {"content": f"User has {count + number} orders in total."}
                edit_memory(memory, words, SYSTEM, shown=digest(memory))
            except ConflictError:
                return number
            return 0

        refused = [number for number in at_once(add, [5, 3]) if number]
        assert len(refused) == 1
        add(refused[0], orders())
    assert current(alice) == {"User has 18 orders in total."}
