"""What a person changes of their memory: correct, delete, call wrong, undo."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.digest import digest
from memory.models import Decision, Memory
from review.actions import Answer, resolve
from review.models import Resolution
from review.second_person import to_you
from tests.people import everything, remember


def of_memory(name, memory):
    return reverse(f"review:{name}", kwargs={"memory_id": memory.id})


def test_an_edit_is_the_persons_own_word(visit_of, mira, denver):
    visit_of(mira).post(of_memory("me_edit", denver), {"content": "I live in Boulder"})
    boulder = Memory.objects.get(supersedes=denver)
    assert boulder.content == "User lives in Boulder."
    assert boulder.source == "user"
    assert Decision.objects.get(action="edit").actor == "subject"


def test_what_was_corrected_says_so_beside_the_words_it_came_from(visit_of, mira, denver):
    visitor = visit_of(mira)
    then = "It was corrected since. What was said then:"
    assert then not in visitor.get("/me/").content.decode()
    visitor.post(of_memory("me_edit", denver), {"content": "I live in Boulder"})
    page = visitor.get("/me/").content.decode()
    assert f"{then} “By the way: Lives in Denver.”" in page


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


@pytest.mark.parametrize("name", ["me_edit", "me_delete", "me_wrong"])
def test_nobody_changes_the_memories_of_others(visit_of, noor, denver, name):
    before = everything()
    response = visit_of(noor).post(of_memory(name, denver), {"content": "Lives at sea."})
    assert response.status_code == 404
    assert everything() == before


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


@pytest.mark.parametrize(
    ("came_from", "leads"),
    [
        ("http://testserver/me/?text=denver", "/me/?text=denver"),
        ("http://testserver/me/?page=2", "/me/?page=2"),
        ("http://testserver/me/forgotten/?text=x", "/me/"),
        ("https://evil.example/", "/me/"),
        ("//[", "/me/"),
        ("", "/me/"),
    ],
)
def test_after_a_change_one_is_back_at_what_was_searched_for(
    visit_of, mira, denver, came_from, leads
):
    answer = visit_of(mira).post(of_memory("me_delete", denver), headers={"referer": came_from})
    assert answer.headers["Location"] == leads
