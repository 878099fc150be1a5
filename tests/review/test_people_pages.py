"""The pages of people and of single memories."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memory import store
from memory.digest import digest
from memory.models import Decision, ErasureReceipt, FollowUp, Memory
from review.actions import Answer, resolve
from review.changes import reword
from review.models import Resolution
from review.policies import Action
from tests.people import ago, everything, remember


def of_memory(name, memory):
    return reverse(f"review:{name}", kwargs={"memory_id": memory.id})


def of_subject(subject):
    return reverse("review:subject", kwargs={"subject_id": subject.id})


def of_decision(decision):
    return reverse("review:undo", kwargs={"decision_id": decision.id})


def test_people_are_listed_with_their_numbers(ana, browser_of, moved, noor):
    page = " ".join(browser_of(ana).get("/review/subjects/").content.decode().split())
    assert "1 open question<" in page
    assert "1 memory" in page
    assert "0 memories" in page


def test_people_are_found_by_their_id(ana, browser_of, mira, noor):
    page = browser_of(ana).get("/review/subjects/?text=MIR").content.decode()
    assert "mira" in page
    assert "noor" not in page


def test_an_empty_list_says_how_people_appear(ana, browser_of):
    assert "Nobody is known yet" in browser_of(ana).get("/review/subjects/").content.decode()


def test_a_persons_constraints_are_on_top(ana, browser_of, mira, denver):
    remember(mira, "Is allergic to peanuts.", scope="constraint")
    remember(mira, "Answer briefly.", type="procedural", scope="instruction")
    page = browser_of(ana).get(of_subject(mira)).content.decode()
    order = ["Is allergic to peanuts.", "Lives in Denver.", "Answer briefly."]
    places = [page.index(text) for text in order]
    assert places == sorted(places)


def test_a_persons_page_shows_what_is_due_and_what_waits(ana, browser_of, mira, moved):
    FollowUp.objects.create(subject=mira, question="Did the move go well?", due_date="2026-12-01")
    page = browser_of(ana).get(of_subject(mira)).content.decode()
    assert "Did the move go well?" in page
    assert "Waits for a person" in page


def test_history_shows_what_no_longer_holds(ana, browser_of, mira):
    remember(mira, "Lived in Rome.", valid_until=ago(days=100), valid_from=ago(days=300))
    browser = browser_of(ana)
    assert "Lived in Rome." not in without_log(browser.get(of_subject(mira)))
    assert "Lived in Rome." in without_log(browser.get(of_subject(mira) + "?history=on"))


def without_log(response):
    return response.content.decode().partition('id="log"')[0]


def test_a_persons_memories_can_be_searched(ana, browser_of, mira, denver):
    remember(mira, "Has a dog.")
    page = without_log(browser_of(ana).get(of_subject(mira) + "?text=dog"))
    assert "Has a dog." in page
    assert "Lives in Denver." not in page


def test_a_memorys_page_shows_its_chain(ana, browser_of, denver):
    boulder = reword(denver, "Lives in Boulder.", store.SYSTEM)
    page = browser_of(ana).get(of_memory("memory", boulder)).content.decode()
    assert page.index("Boulder") < page.index("Lives in Denver.")
    assert "held until" in page


def test_an_edit_opens_the_new_version_and_offers_undo(ana, browser_of, denver):
    sent = {"content": "Lives in Boulder.", "shown": digest(denver)}
    response = browser_of(ana).post(of_memory("edit_memory", denver), sent, follow=True)
    boulder = Memory.objects.get(content="Lives in Boulder.")
    assert response.redirect_chain[-1][0] == of_memory("memory", boulder)
    assert (boulder.supersedes, boulder.value, boulder.source) == (denver, "Boulder", "operator")
    assert of_decision(Decision.objects.get(action="edit")) in response.content.decode()


@pytest.mark.parametrize(
    ("content", "status"),
    [("", 422), ("Lives in Denver.", 422), ("x" * 8_001, 422), ("My password is hunter22x!", 422)],
)
def test_an_edit_that_cannot_be_taken(ana, browser_of, denver, content, status):
    before = everything()
    response = browser_of(ana).post(of_memory("edit_memory", denver), {"content": content})
    assert response.status_code == status
    assert everything() == before


def test_an_edit_of_what_changed_meanwhile(ana, browser_of, denver):
    sent = {"content": "Lives in Boulder.", "shown": digest(denver)}
    Memory.objects.filter(id=denver.id).update(importance=9)
    before = everything()
    response = browser_of(ana).post(of_memory("edit_memory", denver), sent)
    assert response.status_code == 409
    assert "Lives in Boulder." in response.content.decode()
    assert everything() == before


def test_delete_hides_and_undo_brings_back(ana, browser_of, mira, denver):
    browser = browser_of(ana)
    page = browser.post(of_memory("delete_memory", denver), follow=True).content.decode()
    decision = Decision.objects.get(action="delete")
    assert of_decision(decision) in page
    browser.post(of_decision(decision))
    denver.refresh_from_db()
    assert denver.deleted_at is None


def test_undo_leads_back_to_where_one_was_but_to_no_other_site(ana, browser_of, mira, denver):
    browser = browser_of(ana)
    browser.post(of_memory("delete_memory", denver))
    decision = Decision.objects.get(action="delete")
    sent = {"next": "https://evil.example/"}
    assert browser.post(of_decision(decision), sent).headers["Location"] == of_subject(mira)


def test_what_cannot_be_undone_is_refused_with_a_reason(ana, browser_of, denver):
    added = Decision.objects.get(action="add")
    reword(denver, "Lives in Boulder.", store.SYSTEM)
    before = everything()
    response = browser_of(ana).post(of_decision(added))
    assert response.status_code == 409
    assert "newer memory" in response.content.decode()
    assert everything() == before


def test_erasing_asks_first(ada, browser_of, denver):
    before = everything()
    browser = browser_of(ada)
    assert "cannot be undone" in browser.get(of_memory("erase_memory", denver)).content.decode()
    assert browser.post(of_memory("erase_memory", denver)).status_code == 422
    assert everything() == before


def test_erasing_removes_and_leaves_a_receipt(ada, browser_of, mira, denver):
    page = browser_of(ada).post(of_memory("erase_memory", denver), {"sure": "on"}, follow=True)
    assert not Memory.objects.filter(id=denver.id).exists()
    assert ErasureReceipt.objects.get(subject_ref=mira.id).id in page.content.decode()
    assert "Denver" not in page.content.decode()


def test_a_reviewer_may_not_erase(ana, browser_of, denver):
    before = everything()
    response = browser_of(ana).post(of_memory("erase_memory", denver), {"sure": "on"})
    assert response.status_code == 403
    assert "administrators" in response.content.decode()
    assert everything() == before


@pytest.mark.parametrize("name", ["edit_memory", "delete_memory", "erase_memory"])
def test_a_viewer_may_change_nothing(vera, browser_of, denver, name):
    before = everything()
    sent = {"content": "Lives in Boulder.", "sure": "on"}
    assert browser_of(vera).post(of_memory(name, denver), sent).status_code == 403
    assert browser_of(vera).post(of_decision(Decision.objects.first())).status_code == 403
    assert everything() == before


def test_another_workspace_finds_nobody(otto, browser_of, mira, denver):
    browser = browser_of(otto)
    before = everything()
    assert browser.get(of_subject(mira)).status_code == 404
    assert browser.get(of_memory("memory", denver)).status_code == 404
    assert browser.post(of_decision(Decision.objects.first())).status_code == 404
    for name in ("edit_memory", "delete_memory", "erase_memory"):
        sent = {"content": "Lives in Boulder.", "sure": "on"}
        assert browser.post(of_memory(name, denver), sent).status_code == 404
    assert everything() == before


def test_erasing_takes_answers_and_their_notes_too(ada, browser_of, decider, denver, moved):
    resolve(moved, Answer(action=Action.REJECT, note="She is only visiting."), decider(ada))
    browser_of(ada).post(of_memory("erase_memory", denver), {"sure": "on"})
    assert not Resolution.objects.exists()
