"""What a person is asked on their own page, and answers there."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.digest import digest
from memory.models import FollowUp, Memory, ReviewItem
from tests.people import ask, everything, remember


def of_memory(name, memory):
    return reverse(f"review:{name}", kwargs={"memory_id": memory.id})


def of_item(name, item):
    return reverse(f"review:{name}", kwargs={"item_id": item.id})


@pytest.fixture
def planned(mira):
    return FollowUp.objects.create(
        subject=mira, question="How did the interview go?", due_date=date(2026, 3, 2)
    )


def of_follow_up(name, follow_up):
    return reverse(f"review:{name}", kwargs={"follow_up_id": follow_up.id})


@pytest.mark.parametrize(
    ("button", "status"), [("me_follow_up_done", "done"), ("me_follow_up_dismiss", "dismissed")]
)
def test_a_planned_question_is_settled_by_its_person(visit_of, mira, planned, button, status):
    browser = visit_of(mira)
    page = browser.get("/me/").content.decode()
    assert "How did the interview go?" in page
    assert of_follow_up(button, planned) in page
    assert browser.post(of_follow_up(button, planned)).headers["Location"] == "/me/"
    planned.refresh_from_db()
    assert planned.status == status
    assert "interview" not in browser.get("/me/").content.decode()
    # The other button of a page that was opened before finds nothing to settle.
    assert browser.post(of_follow_up(button, planned)).status_code == 404


def test_nobody_settles_the_question_of_another(visit_of, noor, planned):
    browser = visit_of(noor)
    assert "interview" not in browser.get("/me/").content.decode()
    assert browser.post(of_follow_up("me_follow_up_done", planned)).status_code == 404
    planned.refresh_from_db()
    assert planned.status == "pending"


def test_a_planned_question_goes_with_its_memory(visit_of, mira, denver, planned):
    FollowUp.objects.update(memory=denver)
    browser = visit_of(mira)
    browser.post(of_memory("me_delete", denver))
    assert "interview" not in browser.get("/me/").content.decode()


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("me_replace", ["Lives in Austin."]),
        ("me_keep_both", ["Lives in Austin.", "Lives in Denver."]),
        ("me_reject", ["Lives in Denver."]),
    ],
)
def test_an_open_question_is_answered_by_the_person(visit_of, mira, denver, moved, name, stored):
    sent = {"memory": denver.id, "shown": digest(denver)}
    visit_of(mira).post(of_item(name, moved), sent)
    moved.refresh_from_db()
    assert moved.state == ReviewItem.State.RESOLVED
    current = Memory.objects.current(timezone.now()).filter(subject=mira)
    assert sorted(current.values_list("content", flat=True)) == stored


def test_questions_are_shown_as_cards(visit_of, mira, moved):
    page = visit_of(mira).get("/me/").content.decode()
    assert "May I ask you?" in page
    assert of_item("me_replace", moved) in page
    assert of_item("me_keep_both", moved) in page


def test_an_answer_that_comes_too_late(visit_of, mira, denver, moved):
    browser = visit_of(mira)
    browser.post(of_item("me_reject", moved))
    before = everything()
    assert browser.post(of_item("me_replace", moved)).status_code == 409
    assert everything() == before


@pytest.mark.parametrize("name", ["me_replace", "me_keep_both", "me_reject", "me_retire"])
def test_nobody_answers_the_questions_of_others(visit_of, noor, moved, name):
    before = everything()
    assert visit_of(noor).post(of_item(name, moved)).status_code == 404
    assert everything() == before


def test_copies_are_asked_about_too(visit_of, mira):
    from memory.gate.verdict import Reason

    copy = remember(mira, "Home is Denver.")
    item = ask(mira, "Lives in Austin.", copy, reason=Reason.COPIES, decided=True)
    browser = visit_of(mira)
    assert of_item("me_retire", item) in browser.get("/me/").content.decode()
    browser.post(of_item("me_retire", item))
    copy.refresh_from_db()
    assert copy.valid_until is not None
