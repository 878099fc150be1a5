"""Two people at the same item, on two connections."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from memory.errors import ConflictError
from memory.models import Decision, Memory, ReviewItem
from review.actions import Answer, resolve
from review.models import Resolution
from review.policies import Action
from tests.people import ask

pytestmark = pytest.mark.django_db(transaction=True)


def both(*steps):
    """Run the steps at the same moment; answers their results or refusals."""
    barrier = Barrier(len(steps))

    def run(step):
        try:
            barrier.wait(timeout=10)
            return step()
        except ConflictError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(steps)) as pool:
        return [future.result(timeout=30) for future in [pool.submit(run, s) for s in steps]]


def test_two_reviewers_at_once_make_one_decision(ana, ben, decider, mira, moved):
    results = both(
        lambda: resolve(moved, Answer(action=Action.REPLACE), decider(ana)),
        lambda: resolve(moved, Answer(action=Action.REJECT), decider(ben)),
    )
    assert sorted(type(result) for result in results if isinstance(result, Resolution)) == [
        Resolution
    ]
    assert sum(isinstance(result, ConflictError) for result in results) == 1
    assert Resolution.objects.count() == 1
    people = Decision.objects.filter(actor="operator", subject_ref=mira.id)
    assert people.count() == 1


def test_a_double_click_makes_one_decision(ana, decider, mira, moved):
    def click():
        return resolve(moved, Answer(action=Action.REPLACE), decider(ana))

    first, second = both(click, click)
    assert first == second
    assert Memory.objects.filter(subject=mira, content="Lives in Austin.").count() == 1
    assert ReviewItem.objects.get(id=moved.id).state == ReviewItem.State.RESOLVED


def test_two_questions_about_one_memory_at_once_replace_it_once(
    ana, ben, decider, mira, denver, moved
):
    """Whoever comes second is told; the other question closed by itself."""
    other = ask(mira, "Lives in Boston.", denver)
    results = both(
        lambda: resolve(moved, Answer(action=Action.REPLACE), decider(ana)),
        lambda: resolve(other, Answer(action=Action.REPLACE), decider(ben)),
    )
    assert sum(isinstance(result, ConflictError) for result in results) == 1
    assert Memory.objects.filter(subject=mira, supersedes=denver).count() == 1
    states = ReviewItem.objects.filter(id__in=[moved.id, other.id]).values_list("state", flat=True)
    assert sorted(states) == ["closed", "resolved"]
