"""Answering from the page of a question: what follows, and what is refused."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from memory import store
from memory.digest import digest, fieldwise
from memory.models import Memory, ReviewItem, Subject
from review.actions import Answer, resolve
from review.changes import reword, undo_answer
from review.policies import Action
from tests.people import ask, everything, remember

ACTIONS = ["replace", "keep_both", "edit", "reject", "no_conflict", "retire", "delete"]


def address(name, item):
    return reverse(f"review:{name}", kwargs={"item_id": item.id})


def form(memory, **fields):
    return {"memory": memory.id, "shown": digest(memory), **fields}


def refused_page(browser, item, memory, **fields):
    """The page that a late answer gets, and that nothing changed."""
    before = everything()
    response = browser.post(address("replace", item), form(memory, **fields))
    assert response.status_code == 409
    assert everything() == before
    return response.content.decode()


@pytest.mark.parametrize("action", ACTIONS)
def test_after_a_decision_the_next_item_opens_and_undo_is_offered(
    ana, browser_of, noor, denver, moved, action
):
    other = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    browser = browser_of(ana)
    response = browser.post(address(action, moved), form(denver, content="Lives in Waco."))
    assert response.headers["Location"] == address("item", other)
    (message,) = get_messages(response.wsgi_request)
    assert message.extra_tags == address("undo_answer", moved)
    moved.refresh_from_db()
    assert moved.state == ReviewItem.State.RESOLVED


def test_after_the_last_item_the_queue_opens(ana, browser_of, denver, moved):
    response = browser_of(ana).post(address("replace", moved), form(denver))
    assert response.headers["Location"] == "/review/"


def test_undo_from_the_toast(ana, browser_of, denver, moved):
    browser = browser_of(ana)
    browser.post(address("replace", moved), form(denver))
    page = browser.post(address("undo_answer", moved), follow=True).content.decode()
    assert "The question waits again" in page
    assert Memory.objects.get(id=denver.id).valid_until is None


@pytest.mark.parametrize("action", [*ACTIONS, "forget"])
def test_a_viewer_may_not_decide(vera, browser_of, denver, moved, action):
    before = everything()
    assert browser_of(vera).post(address(action, moved), form(denver)).status_code == 403
    assert everything() == before


@pytest.mark.parametrize(
    "name", ["item", *ACTIONS, "forget", "heartbeat", "take_over", "undo_answer"]
)
def test_another_workspace_finds_nothing(otto, browser_of, denver, moved, name):
    before = everything()
    browser = browser_of(otto)
    send = browser.get if name == "item" else browser.post
    assert send(address(name, moved)).status_code == 404
    assert everything() == before


def test_a_memory_that_changed_gives_409_and_keeps_what_was_typed(ana, browser_of, denver, moved):
    sent = form(denver, note="My note", content="My words", seen=fieldwise(denver))
    Memory.objects.filter(id=denver.id).update(importance=9)
    before = everything()
    response = browser_of(ana).post(address("edit", moved), sent)
    page = response.content.decode()
    assert response.status_code == 409
    assert "changed after the page was opened" in page
    assert "Changed: importance, now 9." in page
    assert "My note" in page
    assert "My words" in page
    assert everything() == before


def test_a_memory_that_was_worded_anew_is_shown_in_both_wordings(ana, browser_of, denver, moved):
    reword(denver, "Lives in Denver, Colorado.", store.SYSTEM)
    page = refused_page(browser_of(ana), moved, denver)
    assert "changed after the page was opened" in page
    assert "“Lives in Denver.” was worded anew just now: “Lives in Denver, Colorado.”" in page


def test_an_answer_that_came_first_is_named(ana, ben, browser_of, decider, denver, moved):
    resolve(moved, Answer(action=Action.REJECT), decider(ben))
    page = refused_page(browser_of(ana), moved, denver, version=1)
    assert "answered already" in page
    assert "Ben answered just now: keep the old one." in page


def test_an_answer_that_was_taken_back_makes_the_page_an_old_one(
    ana, ben, browser_of, decider, denver, moved
):
    resolve(moved, Answer(action=Action.REJECT), decider(ben))
    moved.refresh_from_db()
    undo_answer(moved, decider(ben).actor)
    page = refused_page(browser_of(ana), moved, denver, version=1)
    assert "asked again" in page
    assert "That answer was taken back" in page


@pytest.mark.parametrize("version", ["1", ""])
def test_the_item_as_it_was_shown_can_be_answered(ana, browser_of, denver, moved, version):
    browser_of(ana).post(address("replace", moved), form(denver, version=version))
    moved.refresh_from_db()
    assert moved.state == ReviewItem.State.RESOLVED


def test_both_are_kept_until_the_end_of_a_day_of_the_subjects(ana, browser_of, denver, moved):
    Subject.objects.update(zone="America/New_York")
    browser = browser_of(ana)
    browser.cookies["zone"] = "Asia/Tokyo"  # where the operator looks from
    browser.post(address("keep_both", moved), form(denver, until="2190-06-30"))
    austin = Memory.objects.get(content="Lives in Austin.")
    assert austin.valid_until.isoformat() == "2190-07-01T04:00:00+00:00"


def test_a_wording_that_is_missing_gives_422(ana, browser_of, denver, moved):
    response = browser_of(ana).post(address("edit", moved), form(denver, content=" "))
    assert response.status_code == 422
    assert "an empty text cannot be remembered" in response.content.decode()


def test_a_note_that_is_too_long_gives_422(ana, browser_of, denver, moved):
    before = everything()
    response = browser_of(ana).post(address("reject", moved), form(denver, note="x" * 2_001))
    assert response.status_code == 422
    assert everything() == before
