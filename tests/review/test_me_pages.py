"""A person's own page."""

from __future__ import annotations

import csv
import html
import json
import re
from datetime import date, timedelta
from io import BytesIO, StringIO
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from memory.digest import digest
from memory.links import make_link
from memory.models import Decision, ErasureReceipt, FollowUp, Memory, ReviewItem, Subject
from review import visits
from review.actions import Answer, resolve
from review.models import Resolution
from review.second_person import to_you
from tests.people import ask, everything, remember


def of_memory(name, memory):
    return reverse(f"review:{name}", kwargs={"memory_id": memory.id})


def of_item(name, item):
    return reverse(f"review:{name}", kwargs={"item_id": item.id})


def test_a_link_opens_the_page_and_leaves_the_address_bar(client, mira, denver):
    response = client.get(urlsplit(make_link(mira)).path)
    assert response.headers["Location"] == "/me/"
    assert "Lives in Denver." in client.get("/me/").content.decode()


def test_a_link_that_has_expired(client, mira):
    link = urlsplit(make_link(mira, lifetime=timedelta(hours=1))).path
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        response = client.get(link)
    assert response.status_code == 410
    assert "has expired" in response.content.decode()


def test_a_link_that_somebody_made_up(client, db):
    assert client.get("/me/enter/nonsense").status_code == 410


def test_the_page_without_a_link(client, db):
    assert client.get("/me/").status_code == 410


def test_a_visit_ends_after_a_while(visit_of, mira):
    browser = visit_of(mira)
    with time_machine.travel(timezone.now() + visits.LIFETIME + timedelta(seconds=1)):
        assert browser.get("/me/").status_code == 410


def test_a_visit_opens_no_page_of_the_operators(visit_of, mira):
    assert visit_of(mira).get("/review/").status_code == 302


def test_an_operator_has_no_own_page(ana, browser_of):
    assert browser_of(ana).get("/me/").status_code == 410


def test_memories_are_told_in_plain_words_with_their_origin(visit_of, mira, denver):
    remember(mira, "User is allergic to peanuts.", scope="constraint")
    page = visit_of(mira).get("/me/").content.decode()
    assert "Please always remember" in page
    assert "You are allergic to peanuts." in page
    assert "You said so on" in page
    assert "By the way: Lives in Denver." in page


def test_nobody_sees_what_others_said(visit_of, mira, noor):
    remember(noor, "Has a cat.")
    assert "Has a cat." not in visit_of(mira).get("/me/").content.decode()


def test_what_was_deleted_or_replaced_is_not_told(visit_of, mira, denver):
    browser = visit_of(mira)
    browser.post(of_memory("me_edit", denver), {"content": "Lives in Boulder."})
    page = browser.get("/me/").content.decode()
    assert "Lives in Boulder." in page
    assert "Lives in Denver." not in page.replace("By the way: Lives in Denver.", "")


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


def test_an_edit_is_the_persons_own_word(visit_of, mira, denver):
    visit_of(mira).post(of_memory("me_edit", denver), {"content": "I live in Boulder"})
    boulder = Memory.objects.get(supersedes=denver)
    assert boulder.content == "User lives in Boulder."
    assert boulder.source == "user"
    assert Decision.objects.get(action="edit").actor == "subject"


def test_the_edit_form_comes_alone_for_htmx(visit_of, mira, denver):
    browser = visit_of(mira)
    page = browser.get(of_memory("me_edit", denver), headers={"HX-Request": "true"})
    assert "<html" not in page.content.decode()
    assert "<html" in browser.get(of_memory("me_edit", denver)).content.decode()


def test_an_edit_that_is_empty(visit_of, mira, denver):
    before = everything()
    response = visit_of(mira).post(of_memory("me_edit", denver), {"content": ""})
    assert response.status_code == 422
    assert "Write the sentence" in response.content.decode()
    assert everything() == before


def test_an_edit_of_what_changed_meanwhile(visit_of, mira, denver):
    sent = {"content": "Lives in Boulder.", "shown": digest(denver)}
    Memory.objects.filter(id=denver.id).update(importance=9)
    before = everything()
    response = visit_of(mira).post(of_memory("me_edit", denver), sent)
    assert response.status_code == 409
    assert "Lives in Boulder." in response.content.decode()
    assert everything() == before


def test_delete_and_undo(visit_of, mira, denver):
    browser = visit_of(mira)
    page = browser.post(of_memory("me_delete", denver), follow=True).content.decode()
    undo = reverse(
        "review:me_undo", kwargs={"decision_id": Decision.objects.get(action="delete").id}
    )
    assert undo in page
    assert "Lives in Denver." not in page
    assert "Lives in Denver." in browser.post(undo, follow=True).content.decode()


def test_only_own_changes_can_be_undone(visit_of, mira, denver):
    added = Decision.objects.get(action="add")
    before = everything()
    undo = reverse("review:me_undo", kwargs={"decision_id": added.id})
    assert visit_of(mira).post(undo).status_code == 404
    assert everything() == before


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


@pytest.mark.parametrize("name", ["me_edit", "me_delete", "me_wrong"])
def test_nobody_changes_the_memories_of_others(visit_of, noor, denver, name):
    before = everything()
    response = visit_of(noor).post(of_memory(name, denver), {"content": "Lives at sea."})
    assert response.status_code == 404
    assert everything() == before


def downloaded(browser):
    """The files of the archive by name."""
    response = browser.get("/me/download/")
    assert "my-memories.zip" in response.headers["Content-Disposition"]
    packed = ZipFile(BytesIO(response.content))
    return {name: packed.read(name).decode() for name in packed.namelist()}


def test_everything_can_be_downloaded(visit_of, mira, denver, moved):
    files = downloaded(visit_of(mira))
    (memory,) = json.loads(files["memories.json"])["memories"]
    assert memory["content"] == "Lives in Denver."
    assert "embedding" not in memory
    (row,) = csv.DictReader(StringIO(files["memories.csv"].removeprefix("\ufeff")))
    assert (row["id"], row["content"], row["key"]) == (denver.id, "Lives in Denver.", "city")
    assert "By the way: Lives in Denver." in files["memories.html"]


def test_what_is_to_be_read_tells_what_held_earlier_too(visit_of, mira, denver):
    remember(mira, "User is <b>vegan</b>.", scope="constraint")
    Memory.objects.filter(id=denver.id).update(valid_until=timezone.now())
    page = downloaded(visit_of(mira))["memories.html"]
    assert "You are &lt;b&gt;vegan&lt;/b&gt;." in page
    assert page.index("What held earlier") < page.index("<li>Lives in Denver.")


@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_no_cell_of_the_table_is_a_formula(visit_of, mira, start):
    remember(mira, f"{start}HYPERLINK(A1)")
    assert f"'{start}HYPERLINK(A1)" in downloaded(visit_of(mira))["memories.csv"]


def test_nothing_of_others_is_in_the_archive(visit_of, mira, noor, denver):
    remember(noor, "Has a cat.", said="I tell you: Has a cat.")
    assert not any("Has a cat." in text for text in downloaded(visit_of(mira)).values())


def test_what_is_wrong_goes_and_can_be_brought_back(visit_of, mira, denver):
    browser = visit_of(mira)
    assert of_memory("me_wrong", denver) in browser.get("/me/").content.decode()
    page = browser.post(of_memory("me_wrong", denver), {"shown": digest(denver)}, follow=True)
    denver.refresh_from_db()
    assert denver.deleted_at is not None
    assert Decision.objects.filter(memory_ref=denver.id, reason="called_wrong").count() == 1
    undo = re.search(r"/me/decisions/dec_\w+/undo/", page.content.decode())
    browser.post(undo[0])
    denver.refresh_from_db()
    assert denver.deleted_at is None


def test_what_was_wrongly_replaced_holds_again(visit_of, mira, denver, moved, ana, decider):
    resolve(moved, Answer(action=Resolution.Action.REPLACE), decider(ana))
    austin = Memory.objects.get(supersedes=denver)
    visit_of(mira).post(of_memory("me_wrong", austin))
    denver.refresh_from_db()
    austin.refresh_from_db()
    assert denver.is_current(timezone.now())
    assert austin.deleted_at is not None


def test_what_changed_meanwhile_is_not_called_wrong(visit_of, mira, denver):
    before = everything()
    answer = visit_of(mira).post(of_memory("me_wrong", denver), {"shown": "of something else"})
    assert answer.status_code == 409
    assert everything() == before


def test_erasing_shows_exact_counts_first(visit_of, mira, denver, moved):
    page = " ".join(visit_of(mira).get("/me/erase/").content.decode().split())
    assert '<span>things I remember now</span><strong class="font-semibold tabular-nums">1<' in page
    assert '<span>messages</span><strong class="font-semibold tabular-nums">3<' in page


def test_erasing_without_the_tick_erases_nothing(visit_of, mira, denver):
    before = everything()
    assert visit_of(mira).post("/me/erase/").status_code == 422
    assert everything() == before


def test_erasing_everything_ends_the_visit_and_gives_a_receipt(visit_of, mira, denver, moved):
    browser = visit_of(mira)
    page = browser.post("/me/erase/", {"sure": "on"}, follow=True).content.decode()
    assert ErasureReceipt.objects.get(extent="subject").id in page
    assert not Subject.objects.filter(id=mira.id).exists()
    assert browser.get("/me/").status_code == 410


def test_a_receipt_is_shown_only_to_who_asked(client, db):
    assert client.get("/me/erased/").status_code == 404


def test_copies_are_asked_about_too(visit_of, mira):
    from memory.gate.verdict import Reason

    copy = remember(mira, "Home is Denver.")
    item = ask(mira, "Lives in Austin.", copy, reason=Reason.COPIES, decided=True)
    browser = visit_of(mira)
    assert of_item("me_retire", item) in browser.get("/me/").content.decode()
    browser.post(of_item("me_retire", item))
    copy.refresh_from_db()
    assert copy.valid_until is not None


def test_a_link_that_is_not_valid_says_so(client, db):
    page = client.get("/me/enter/nonsense").content.decode()
    assert "This link is not valid" in page
    assert "has ended" not in page


def test_after_erasing_everything_the_page_says_that_nothing_is_stored(visit_of, mira, denver):
    link, browser = urlsplit(make_link(mira)).path, visit_of(mira)
    browser.post("/me/erase/", {"sure": "on"})
    for path in ("/me/", link):
        assert "Nothing is stored about you any more" in browser.get(path).content.decode()


def test_a_visit_whose_person_was_erased_by_others_says_so_too(visit_of, mira):
    browser = visit_of(mira)
    mira.delete()
    assert "Nothing is stored about you any more" in browser.get("/me/").content.decode()


def test_a_new_visit_after_an_erasure_ends_as_every_other(visit_of, mira, noor):
    browser = visit_of(mira)
    browser.post("/me/erase/", {"sure": "on"})
    browser.get(urlsplit(make_link(noor)).path)
    with time_machine.travel(timezone.now() + visits.LIFETIME + timedelta(seconds=1)):
        assert "This link has ended" in browser.get("/me/").content.decode()


@pytest.mark.parametrize(
    ("stored", "shown", "written", "then"),
    [
        ("User drives a Saab.", "You drive a Saab.", "You drive a Volvo.", "User drives a Volvo."),
        ("User is vegan.", "You are vegan.", "You're not vegan.", "User is not vegan."),
        ("User's dog is Rex.", "Your dog is Rex.", "Your dog is Max.", "User's dog is Max."),
        (
            "User has a cat and drives a Saab.",
            "You have a cat and drive a Saab.",
            "You have a dog and drive a Saab.",
            "User has a dog and drives a Saab.",
        ),
        (
            "Answer the user briefly.",
            "Answer you briefly.",
            "Answer you at length.",
            "Answer User at length.",
        ),
    ],
)
def test_the_edit_box_speaks_to_its_person_and_stores_as_ever(
    visit_of, mira, stored, shown, written, then
):
    memory = remember(mira, stored)
    browser, path = visit_of(mira), of_memory("me_edit", memory)
    assert f"required autofocus>{shown}</textarea>" in html.unescape(
        browser.get(path).content.decode()
    )
    browser.post(path, {"content": written, "shown": digest(memory)})
    assert Memory.objects.get(supersedes=memory).content == then


def test_saving_the_shown_sentence_as_it_is_changes_nothing(visit_of, mira):
    memory = remember(mira, "User's dog, a collie, likes the user.")
    before = everything()
    response = visit_of(mira).post(
        of_memory("me_edit", memory), {"content": to_you(memory.content)}
    )
    assert response.status_code == 422
    assert "Change the sentence" in response.content.decode()
    assert everything() == before


def test_when_a_memory_was_used_says_for_what(visit_of, mira, denver):
    Memory.objects.filter(id=denver.id).update(last_accessed=timezone.now())
    assert "last used for an answer" in visit_of(mira).get("/me/").content.decode()
