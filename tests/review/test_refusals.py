"""Answers that are refused. Each leaves everything as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.utils import timezone

from memory import store
from memory.digest import digest
from memory.errors import ConflictError, InvalidError
from memory.inference.embeddings import embed
from memory.models import Memory
from review import queue
from review.actions import Answer, resolve
from review.changes import reword
from review.policies import Action, subject_self
from tests.people import ask, everything, remember


@contextmanager
def refused(sentence: str | None, kind: type[Exception] = ConflictError) -> Iterator[None]:
    before = everything()
    with pytest.raises(kind, match=sentence):
        yield
    assert everything() == before


def test_a_second_reviewer_comes_too_late(ana, ben, decider, moved):
    resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    with refused("answered already"):
        resolve(moved, Answer(action=Action.REJECT), decider(ben))


def test_another_answer_of_the_same_reviewer_comes_too_late(ana, decider, moved):
    resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    with refused("answered already"):
        resolve(moved, Answer(action=Action.KEEP_BOTH), decider(ana))


def test_an_item_that_somebody_else_has_open(ana, ben, decider, moved):
    queue.open_item(moved, ben)
    with refused("ben is looking at this one"):
        resolve(moved, Answer(action=Action.REPLACE), decider(ana))


def test_the_subject_does_not_wait_for_a_reviewer(ben, mira, moved):
    queue.open_item(moved, ben)
    assert resolve(moved, Answer(action=Action.REPLACE), subject_self(mira)).actor == "subject"


def test_a_wording_that_holds_a_secret(ana, decider, moved):
    with refused("password", InvalidError):
        resolve(moved, Answer(action=Action.EDIT, content="My password is hunter2."), decider(ana))


def test_a_viewer_decides_nothing(vera, decider, moved):
    with refused("decide nothing"):
        resolve(moved, Answer(action=Action.REPLACE), decider(vera))


def test_a_memory_that_was_edited_meanwhile(ana, decider, denver, moved):
    shown = digest(denver)
    reword(denver, "Lives in Denver, Colorado.", store.SYSTEM)
    with refused("changed after the page was opened"):
        resolve(moved, Answer(action=Action.REPLACE, shown=shown), decider(ana))


def test_a_page_that_shows_the_wording_before(ana, decider, denver, moved):
    reword(denver, "Lives in Denver, Colorado.", store.SYSTEM)
    with refused("changed after the page was opened"):
        resolve(moved, Answer(action=Action.REPLACE, memory=denver.id), decider(ana))


def test_a_memory_whose_fields_changed_meanwhile(ana, decider, denver, moved):
    shown = digest(denver)
    Memory.objects.filter(id=denver.id).update(importance=9)
    with refused("changed after the page was opened"):
        resolve(moved, Answer(action=Action.REPLACE, shown=shown), decider(ana))


def test_a_memory_that_was_deleted_meanwhile(ana, decider, mira, denver, moved):
    with store.change(mira.id, store.SYSTEM) as c:
        store.delete(c, denver)
    with refused("no longer current"):
        resolve(moved, Answer(action=Action.KEEP_BOTH), decider(ana))


def test_an_unrelated_memory_may_change_meanwhile(ana, decider, mira, denver, moved):
    remember(mira, "Has a dog.")
    assert resolve(moved, Answer(action=Action.REPLACE, shown=digest(denver)), decider(ana))


def test_being_recalled_is_no_change(ana, decider, denver, moved):
    shown = digest(denver)
    Memory.objects.filter(id=denver.id).update(access_count=7, confirmations=2)
    assert resolve(moved, Answer(action=Action.REPLACE, shown=shown), decider(ana))


def test_an_answer_that_does_not_fit_the_question(ana, decider, moved):
    with refused("does not fit"):
        resolve(moved, Answer(action=Action.FORGET), decider(ana))


def test_a_limit_in_time_that_is_over(ana, decider, moved):
    with refused("a day to come", InvalidError):
        answer = Answer(action=Action.KEEP_BOTH, until=timezone.now())
        resolve(moved, answer, decider(ana))


def test_the_subject_is_offered_no_answer_of_the_operators(mira, moved):
    for action in (Action.RETIRE, Action.NO_CONFLICT, Action.DELETE, Action.EDIT):
        with refused("does not fit"):
            resolve(moved, Answer(action=action, content="x"), subject_self(mira))


def test_an_older_version_of_the_question(ana, decider, moved):
    with refused("Look again"):
        resolve(moved, Answer(action=Action.REJECT, version=2), decider(ana))


def test_the_subject_cannot_reword_by_a_card(mira, moved):
    with refused("does not fit"):
        resolve(moved, Answer(action=Action.EDIT, content="Lives at sea."), subject_self(mira))


def test_a_memory_that_is_not_in_question(ana, decider, mira, moved):
    other = remember(mira, "Has a dog.")
    with refused("not one of those in question"):
        resolve(moved, Answer(action=Action.REPLACE, memory=other.id), decider(ana))


def test_a_memory_of_somebody_else(ana, decider, noor, moved):
    other = remember(noor, "Has a dog.")
    with refused("not one of those in question"):
        resolve(moved, Answer(action=Action.REPLACE, memory=other.id), decider(ana))


@pytest.mark.parametrize("content", ["", "   ", "a\x00b", "x" * 8_001])
def test_a_wording_that_no_memory_can_hold(ana, decider, moved, content):
    with refused(None, InvalidError):
        resolve(moved, Answer(action=Action.EDIT, content=content), decider(ana))


def test_an_item_that_was_erased_meanwhile(ana, decider, moved):
    moved.claim.delete()
    with refused("erased meanwhile"):
        resolve(moved, Answer(action=Action.REPLACE), decider(ana))


def test_a_slot_stays_single(ana, decider, mira, denver, moved):
    """Keeping both cities does not put two memories into a slot that holds one."""
    resolve(moved, Answer(action=Action.KEEP_BOTH), decider(ana))
    assert Memory.objects.filter(subject=mira, key="city", single_valued=True).count() == 1


def test_two_questions_about_one_memory_one_after_the_other(ana, decider, mira, denver, moved):
    second = ask(mira, "Lives in Boston.", denver, key="city", value="Boston")
    resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    with refused("closed by itself"):
        resolve(second, Answer(action=Action.REPLACE), decider(ana))


def test_a_vector_is_made_for_what_is_stored(ana, decider, moved):
    resolve(moved, Answer(action=Action.EDIT, content="Lives in Waco."), decider(ana))
    stored = Memory.objects.get(content="Lives in Waco.")
    assert list(stored.embedding) == pytest.approx(embed(["Lives in Waco."])[0].values)
