"""Taking decisions back, one by one or with all that one answer changed."""

from __future__ import annotations

import pytest
from django.utils import timezone

from memory import store
from memory.amend import delete_memory
from memory.errors import ConflictError
from memory.gate.verdict import Reason
from memory.models import Claim, Decision, Memory, ReviewItem
from review.actions import Answer, resolve
from review.changes import reword, undo_answer, undo_decision
from review.policies import Action
from tests.people import ask, everything, remember


def current(subject):
    memories = Memory.objects.current(timezone.now()).filter(subject=subject)
    return sorted(memories.values_list("content", flat=True))


@pytest.mark.parametrize(
    "action",
    [
        Action.REPLACE,
        Action.KEEP_BOTH,
        Action.EDIT,
        Action.REJECT,
        Action.NO_CONFLICT,
        Action.RETIRE,
        Action.DELETE,
    ],
)
def test_every_answer_can_be_taken_back(ana, decider, mira, denver, moved, action):
    resolve(moved, Answer(action=action, content="Lives in Waco."), decider(ana))
    moved.refresh_from_db()
    undo_answer(moved, store.SYSTEM)
    moved.refresh_from_db()
    assert current(mira) == ["Lives in Denver."]
    assert moved.state == ReviewItem.State.OPEN
    assert moved.claim.state == Claim.State.WAITING


def test_retired_copies_come_back_together(ana, decider, mira):
    first, second = remember(mira, "Home: Denver."), remember(mira, "Denver is home.")
    item = ask(
        mira, "Lives in Austin.", first, others=(second,), reason=Reason.COPIES, decided=True
    )
    done = resolve(item, Answer(action=Action.RETIRE), decider(ana))
    undo_decision(mira, Decision.objects.get(id=done.decisions[1]), store.SYSTEM)
    assert current(mira) == ["Denver is home.", "Home: Denver."]


def test_an_item_can_be_answered_again_after_undo(ana, ben, decider, mira, moved):
    resolve(moved, Answer(action=Action.REJECT), decider(ana))
    moved.refresh_from_db()
    undo_answer(moved, store.SYSTEM)
    resolve(moved, Answer(action=Action.REPLACE), decider(ben))
    assert current(mira) == ["Lives in Austin."]
    assert moved.resolutions.count() == 2


def test_an_answer_that_later_changes_rest_on_stays(ana, decider, mira, moved):
    resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    reword(Memory.objects.get(content="Lives in Austin."), "Lives in Austin, Texas.", store.SYSTEM)
    moved.refresh_from_db()
    before = everything()
    with pytest.raises(ConflictError, match="newer memory"):
        undo_answer(moved, store.SYSTEM)
    assert everything() == before


def test_nothing_is_undone_twice(ana, decider, mira, moved):
    done = resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    decision = Decision.objects.get(id=done.decisions[0])
    undo_decision(mira, decision, store.SYSTEM)
    before = everything()
    with pytest.raises(ConflictError, match="already"):
        undo_decision(mira, decision, store.SYSTEM)
    assert everything() == before


def test_a_deleted_memory_comes_back(mira, denver):
    delete_memory(denver, store.SYSTEM)
    assert current(mira) == []
    undo_decision(mira, Decision.objects.get(action="delete"), store.SYSTEM)
    assert current(mira) == ["Lives in Denver."]


def test_deleting_twice_is_deleting_once(mira, denver):
    delete_memory(denver, store.SYSTEM)
    delete_memory(denver, store.SYSTEM)
    assert Decision.objects.filter(action="delete").count() == 1


def test_a_question_that_waits_has_no_answer_to_undo(moved):
    with pytest.raises(ConflictError, match="none to undo"):
        undo_answer(moved, store.SYSTEM)
