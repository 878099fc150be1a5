"""A question about what was planned and has begun: whatever is answered, it is stored once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memory.beginnings import propose_begun
from memory.inference.fakes import use_fakes
from memory.models import Memory, ReviewItem
from memory.write_path import decide_claim
from review.actions import Action, Answer, resolve
from tests.memory.conftest import conflict, current
from tests.people import remember

OLD, NEW = "Mira's stall is in Pau.", "Mira's stall is in Bern."


@pytest.fixture
def item(mira) -> ReviewItem:
    """The plan was told two days ago, and has begun."""
    remember(mira, OLD)
    planned = remember(mira, NEW, valid_from=timezone.now() - timedelta(hours=1))
    Memory.objects.filter(id=planned.id).update(created_at=timezone.now() - timedelta(days=2))
    with use_fakes(conflict(("Pau", "Bern"))):
        [ref] = propose_begun(timezone.now())
        decide_claim(ref)
    return ReviewItem.objects.get()


@pytest.mark.parametrize(
    ("answer", "holds"),
    [
        (Answer(action=Action.REPLACE), {NEW}),
        (Answer(action=Action.KEEP_BOTH), {OLD, NEW}),
        (Answer(action=Action.REJECT), {OLD}),
        (Answer(action=Action.EDIT, content="Mira's stall is in Basel."), {"Mira's stall is in Basel."}),
    ],
    ids=lambda one: one.action.value if isinstance(one, Answer) else "",
)  # fmt: skip
def test_each_answer(mira, ana, decider, item, answer, holds):
    with use_fakes():
        resolve(item, answer, decider(ana))

    assert current(mira) == holds
    assert Memory.objects.filter(content=NEW).count() == 1


def test_a_replacement_is_one_chain(mira, ana, decider, item):
    with use_fakes():
        resolve(item, Answer(action=Action.REPLACE), decider(ana))

    assert Memory.objects.get(content=NEW).supersedes.content == OLD
