"""A small person among many, and an old statement among many newer ones, are found all the same."""

from __future__ import annotations

import pytest

from memory.inference.fakes import use_fakes
from memory.models import Memory
from memory.read_path import build_context
from tests.memory.conftest import conflict, current, tell, verdict_on
from tests.memory.recall.conftest import section
from tests.people import remember
from tests.system.doing import store_many

pytestmark = pytest.mark.django_db

OTHERS = 2_000
"""As good as 200,000: all of them are nearer to the new statement than the person's own row, and
any search that takes the nearest of all first finds only them."""


def of_user(words: str) -> str:
    return words.removeprefix("(user u9) ")


@pytest.mark.case("perf-001")
def test_a_conflict_is_found_however_many_rows_others_have(case, alice, bob):
    incoming = of_user(case.incoming)
    with use_fakes(conflict(("sunflower", "tulip"))):
        store_many(bob, [f"{incoming} {at}" for at in range(OTHERS)], told_as=[incoming] * OTHERS)
        own = remember(alice, case.existing[-1])
        verdict = verdict_on(tell(alice, incoming))
        assert (verdict.action, verdict.target_ref) == ("replace", own.id)
    assert current(alice) == {incoming}
    assert Memory.objects.filter(subject=bob, valid_until=None).count() == OTHERS


@pytest.mark.models
@pytest.mark.case("perf-003")
def test_the_oldest_of_many_statements_is_recalled(case, alice):
    first, *later = case.existing
    store_many(alice, [first], told_as=[first])
    store_many(alice, later, told_as=["chat fact"] * len(later))
    lines = section(build_context(alice, query="keyboard budget"), "recall")
    assert lines[0].text == first


ABOUT = ("rents a garage", "visited a museum", "has a green door", "reads the paper late")


@pytest.mark.models
@pytest.mark.case("perf-005")
def test_a_thousand_unrelated_facts_change_no_recall(case, alice):
    [tea] = case.existing
    store_many(alice, [tea], told_as=[tea])
    told_as = [f"User {ABOUT[at % len(ABOUT)]}." for at in range(1_000)]
    store_many(alice, [f"{words} ({at})" for at, words in enumerate(told_as)], told_as=told_as)
    lines = section(build_context(alice, query="tea"), "recall")
    assert lines[0].text == tea
