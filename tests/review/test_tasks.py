"""Items that close by themselves."""

from __future__ import annotations

import pytest

from memory import store
from memory.amend import delete_memory
from memory.gate.verdict import Reason
from memory.inference.embeddings import embed
from memory.models import Claim, ReviewItem
from review.changes import reword
from review.tasks import close_stale_items
from tests.people import ask, everything, make_claim, remember


@pytest.fixture
def nudged(monkeypatch):
    """Ids of the claims that the workers were told of."""
    ids = []
    monkeypatch.setattr("review.tasks.nudge", ids.extend)
    return ids


def test_an_item_stays_as_long_as_its_memory_holds(moved, nudged):
    before = everything()
    assert close_stale_items() == 0
    assert everything() == before


def supersede(memory, content):
    """A newer statement takes the memory's place, as the gate lets it."""
    claim = make_claim(memory.subject, content)
    with store.change(memory.subject_id, store.GATE) as c:
        store.supersede(c, claim, memory, embed([content])[0], reason=Reason.KEYED)


def test_a_question_follows_the_correction_of_its_memory(denver, moved, nudged):
    boulder = reword(denver, "Lives in Boulder.", store.SYSTEM)
    assert close_stale_items() == 0
    moved.refresh_from_db()
    assert moved.memory == boulder


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda memory: supersede(memory, "Lives in Boulder."), "memory_superseded"),
        (lambda memory: delete_memory(memory, store.SYSTEM), "memory_deleted"),
    ],
)
def test_an_item_closes_with_the_cause(
    denver, moved, nudged, change, reason, django_capture_on_commit_callbacks
):
    change(denver)
    with django_capture_on_commit_callbacks(execute=True):
        assert close_stale_items() == 1
    moved.refresh_from_db()
    assert (moved.state, moved.closed_reason) == (ReviewItem.State.CLOSED, reason)
    assert moved.claim.state == Claim.State.PENDING
    assert nudged == [moved.claim_id]


def test_closing_twice_does_nothing_more(denver, moved, nudged):
    delete_memory(denver, store.SYSTEM)
    close_stale_items()
    before = everything()
    assert close_stale_items() == 0
    assert everything() == before


def test_copies_stay_in_question_while_one_of_them_holds(mira, nudged):
    first, second = remember(mira, "Home: Denver."), remember(mira, "Denver is home.")
    ask(mira, "Lives in Austin.", first, others=(second,), reason=Reason.COPIES, decided=True)
    delete_memory(first, store.SYSTEM)
    assert close_stale_items() == 0
    delete_memory(second, store.SYSTEM)
    assert close_stale_items() == 1


def test_a_claim_that_was_decided_is_not_decided_again(
    mira, nudged, django_capture_on_commit_callbacks
):
    copy = remember(mira, "Home: Denver.")
    item = ask(mira, "Lives in Austin.", copy, reason=Reason.COPIES, decided=True)
    delete_memory(copy, store.SYSTEM)
    with django_capture_on_commit_callbacks(execute=True):
        close_stale_items()
    item.claim.refresh_from_db()
    assert item.claim.state == Claim.State.DECIDED
    assert nudged == []


def test_a_question_about_no_memory_never_closes_by_itself(noor, nudged):
    ask(noor, "May own a boat.", None)
    assert close_stale_items() == 0
