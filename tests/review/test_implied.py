"""A proposal that rests on repeated requests, as operators, chatbots and its own person see it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from memory.api_keys import create_key
from memory.gate.verdict import Reason
from memory.models import Memory, ReviewItem, Subject
from memory.write_path import NewTurn, decide_claim, receive_turns
from tests.people import remember

REQUESTS = ["make it shorter", "that's too long", "can you shorten that?"]


@pytest.fixture
def proposed(mira: Subject) -> ReviewItem:
    """Mira asked for shorter answers three times."""
    for number, message in enumerate(REQUESTS):
        turns = [NewTurn("user", message), NewTurn("assistant", "Of course.")]
        for claim in receive_turns(mira, session=f"s{number}", turns=turns).claims:
            decide_claim(claim.id)
    return ReviewItem.objects.get(reason=Reason.IMPLIED)


def test_the_queue_names_it_and_filters_by_it(ana, browser_of, proposed):
    page = browser_of(ana).get("/review/", {"reason": "implied"}).content.decode()
    assert "Keep answers short." in page
    assert "asked for repeatedly" in page


def test_the_page_shows_every_request_and_nothing_else(ana, browser_of, proposed):
    address = reverse("review:item", kwargs={"item_id": proposed.id})
    page = browser_of(ana).get(address).content.decode()
    assert "Should this hold for every answer?" in page
    assert "nobody said this outright" in page
    assert page.count("shorten that?") == 1
    assert all(message.replace("'", "&#x27;") in page for message in REQUESTS)
    assert "Of course." not in page
    assert "Store it" in page


def test_an_operator_stores_it(ana, browser_of, proposed, mira):
    address = reverse("review:keep_both", kwargs={"item_id": proposed.id})
    browser_of(ana).post(address, {})
    memory = Memory.objects.get(subject=mira)
    assert (memory.content, memory.type) == ("Keep answers short.", "procedural")


def test_an_operator_can_reject_it_and_undo_that(ana, browser_of, proposed, mira):
    browser = browser_of(ana)
    browser.post(reverse("review:reject", kwargs={"item_id": proposed.id}), {})
    proposed.refresh_from_db()
    assert proposed.state == ReviewItem.State.RESOLVED
    browser.post(reverse("review:undo_answer", kwargs={"item_id": proposed.id}), {})
    proposed.refresh_from_db()
    assert proposed.state == ReviewItem.State.OPEN
    assert not Memory.objects.filter(subject=mira).exists()


def test_its_own_person_is_asked_in_plain_words(visit_of, proposed, mira):
    visit = visit_of(mira)
    page = visit.get("/me/").content.decode()
    assert "You have asked for this again and again" in page
    assert "Yes, always" in page
    assert "No, only when I ask" in page
    visit.post(reverse("review:me_keep_both", kwargs={"item_id": proposed.id}), {"shown": ""})
    assert Memory.objects.filter(subject=mira, content="Keep answers short.").exists()


def test_the_api_names_the_turns_and_takes_an_answer(harbour, proposed, mira):
    headers = {"Authorization": f"Bearer {create_key(harbour, name='bot', scopes=['review'])[1]}"}
    address = f"/api/v1/review-items/{proposed.id}"
    item = Client().get(address, headers=headers).json()
    assert item["reason"] == "implied"
    assert len(item["claim"]["shown_by"]) == 3
    assert item["actions"] == ["keep_both", "edit", "reject"]
    answer = Client().post(
        f"{address}/resolve",
        {"action": "keep_both"},
        content_type="application/json",
        headers=headers,
    )
    assert answer.status_code == 200
    assert Memory.objects.get(subject=mira).content == "Keep answers short."


def test_beside_another_value_both_are_shown(ana, browser_of, mira):
    remember(mira, "Keep your answers detailed.", type="procedural", scope="instruction",
             key="answer_length", value="detailed")  # fmt: skip
    for message in REQUESTS:
        for claim in receive_turns(mira, session="s", turns=[NewTurn("user", message)]).claims:
            decide_claim(claim.id)
    item = ReviewItem.objects.get(reason=Reason.IMPLIED)
    page = browser_of(ana).get(reverse("review:item", kwargs={"item_id": item.id}))
    assert item.memory is not None
    assert "Take the new one" in page.content.decode()
    assert item.suggestion == ReviewItem.Suggestion.REPLACE
