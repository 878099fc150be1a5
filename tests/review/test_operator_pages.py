"""The queue and the item page, as a browser without JavaScript sees them."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from memory.digest import digest
from memory.gate.verdict import Reason
from memory.models import Memory, ReviewItem
from review import queue
from tests.people import ask, everything, remember

ACTIONS = ["replace", "keep_both", "edit", "reject", "delete"]


def address(name, item):
    return reverse(f"review:{name}", kwargs={"item_id": item.id})


def form(memory, **fields):
    return {"memory": memory.id, "shown": digest(memory), **fields}


def test_the_address_itself_leads_to_the_queue(client):
    assert client.get("/").headers["Location"] == "/review/"


@pytest.mark.parametrize("path", ["/review/", "/review/subjects/"])
def test_strangers_are_asked_to_log_in(client, db, path):
    assert client.get(path).headers["Location"] == f"/login/?next={path}"


def test_somebody_without_a_workspace_is_told_so(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("nina"))
    response = client.get("/review/")
    assert response.status_code == 403
    assert "no workspace yet" in response.content.decode()


def test_the_queue_shows_both_statements(ana, browser_of, moved):
    page = browser_of(ana).get("/review/").content.decode()
    assert "Lives in Austin." in page
    assert "Lives in Denver." in page
    assert "told as an event" in page


@pytest.mark.parametrize("query", ["", "?reason=&text=&subject="])
def test_an_empty_queue_says_what_to_do_next(ana, browser_of, query):
    page = browser_of(ana).get(f"/review/{query}").content.decode()
    assert "Nothing waits for you" in page
    assert "Look at the people" in page


def test_the_queue_of_another_workspace_is_empty(otto, browser_of, moved):
    assert "Lives in Austin." not in browser_of(otto).get("/review/").content.decode()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("reason=event", True),
        ("reason=copies", False),
        ("type=semantic", True),
        ("type=procedural", False),
        ("scope=goal", False),
        ("subject=mira", True),
        ("subject=noor", False),
        ("text=denver", True),
        ("text=austin", True),
        ("text=paris", False),
        ("state=resolved", False),
        ("sort=newest", True),
        ("page=99", True),
        ("page=nonsense", True),
    ],
)
def test_filters(ana, browser_of, moved, query, found):
    page = browser_of(ana).get(f"/review/?{query}").content.decode()
    assert (f"/review/items/{moved.id}/" in page) is found


def test_a_filter_that_is_none_is_named(ana, browser_of, moved):
    page = browser_of(ana).get("/review/?reason=whatever").content.decode()
    assert "Reason: Select a valid choice" in page


def test_htmx_gets_only_the_list(ana, browser_of, moved):
    page = browser_of(ana).get("/review/", headers={"HX-Request": "true"}).content.decode()
    assert "Lives in Austin." in page
    assert "<html" not in page


def test_a_boosted_link_gets_the_whole_page(ana, browser_of):
    headers = {"HX-Request": "true", "HX-Boosted": "true"}
    assert "<html" in browser_of(ana).get("/review/", headers=headers).content.decode()


def test_the_item_page_marks_the_words_for_eyes_and_screen_readers(ana, browser_of, moved):
    page = browser_of(ana).get(address("item", moved)).content.decode()
    assert '<del class="piece-removed"><span class="sr-only">removed: </span>Denver' in page
    assert '<ins class="piece-added"><span class="sr-only">added: </span>Austin' in page


def test_the_item_page_shows_the_evidence(ana, browser_of, moved):
    page = browser_of(ana).get(address("item", moved)).content.decode()
    assert '<mark class="piece-marked">Moved to Austin last month.</mark>' in page
    assert "How was your month?" in page
    assert "may have changed a stored fact" in page
    assert "0.71" in page


def test_the_item_page_survives_evidence_of_what_was_erased(ana, browser_of, moved):
    candidates = [{"id": "mem_000000000000", "similarity": 0.5}]
    ReviewItem.objects.filter(id=moved.id).update(evidence={"candidates": candidates})
    assert "erased or deleted" in browser_of(ana).get(address("item", moved)).content.decode()


def test_opening_an_item_leases_it(ana, ben, browser_of, moved):
    browser_of(ana).get(address("item", moved))
    page = browser_of(ben).get(address("item", moved)).content.decode()
    assert "ana is looking at this" in page
    assert "Take over" in page
    assert address("replace", moved) not in page


def test_a_viewer_leases_nothing_and_sees_no_buttons(vera, browser_of, moved):
    page = browser_of(vera).get(address("item", moved)).content.decode()
    moved.refresh_from_db()
    assert moved.leased_by is None
    assert "decide nothing" in page
    assert address("replace", moved) not in page


def test_an_item_can_be_taken_over(ana, ben, browser_of, moved):
    queue.open_item(moved, ana)
    browser_of(ben).post(address("take_over", moved))
    moved.refresh_from_db()
    assert moved.leased_by == ben


def test_a_heartbeat_says_who_has_the_item(ana, ben, browser_of, moved):
    queue.open_item(moved, ben)
    page = browser_of(ana).post(address("heartbeat", moved)).content.decode()
    assert "ben is looking at this" in page


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


@pytest.mark.parametrize("action", [*ACTIONS, "retire"])
def test_a_viewer_may_not_decide(vera, browser_of, denver, moved, action):
    before = everything()
    assert browser_of(vera).post(address(action, moved), form(denver)).status_code == 403
    assert everything() == before


@pytest.mark.parametrize(
    "name", ["item", *ACTIONS, "retire", "heartbeat", "take_over", "undo_answer"]
)
def test_another_workspace_finds_nothing(otto, browser_of, denver, moved, name):
    before = everything()
    browser = browser_of(otto)
    send = browser.get if name == "item" else browser.post
    assert send(address(name, moved)).status_code == 404
    assert everything() == before


def test_a_memory_that_changed_gives_409_and_keeps_what_was_typed(ana, browser_of, denver, moved):
    sent = form(denver, note="My note", content="My words")
    Memory.objects.filter(id=denver.id).update(importance=9)
    before = everything()
    response = browser_of(ana).post(address("edit", moved), sent)
    page = response.content.decode()
    assert response.status_code == 409
    assert "changed after the page was opened" in page
    assert "My note" in page
    assert "My words" in page
    assert everything() == before


def test_a_wording_that_is_missing_gives_422(ana, browser_of, denver, moved):
    response = browser_of(ana).post(address("edit", moved), form(denver, content=" "))
    assert response.status_code == 422
    assert "an empty text cannot be remembered" in response.content.decode()


def test_a_note_that_is_too_long_gives_422(ana, browser_of, denver, moved):
    before = everything()
    response = browser_of(ana).post(address("reject", moved), form(denver, note="x" * 2_001))
    assert response.status_code == 422
    assert everything() == before


def test_an_answered_item_tells_who_answered(ana, ben, browser_of, denver, moved):
    browser_of(ana).post(address("reject", moved), form(denver, note="He is on holiday there."))
    page = browser_of(ben).get(address("item", moved)).content.decode()
    assert "Answered by ana" in page
    assert "He is on holiday there." in page


def test_of_several_in_question_another_can_be_compared(ana, browser_of, mira):
    red, blue = remember(mira, "Has a red car."), remember(mira, "Has a blue car.")
    item = ask(mira, "Has a green car.", red, others=(blue,), reason=Reason.TOO_CLOSE)
    page = browser_of(ana).get(f"{address('item', item)}?memory={blue.id}").content.decode()
    assert f'name="memory" value="{blue.id}"' in page


def test_a_memory_that_is_not_in_question_cannot_be_compared(ana, browser_of, mira, moved):
    other = remember(mira, "Has a dog.")
    response = browser_of(ana).get(f"{address('item', moved)}?memory={other.id}")
    assert response.status_code == 404


def test_an_operator_of_two_workspaces_can_switch(ana, browser_of, harbour, orchard, olga, moved):
    ana.memberships.create(workspace=orchard, role="reviewer")
    ask(olga, "Grows pears.", remember(olga, "Grows apples."))
    browser = browser_of(ana)
    page = browser.post("/review/workspace/", {"workspace": orchard.id}, follow=True)
    assert "Grows pears." in page.content.decode()
    assert "Lives in Austin." not in page.content.decode()


def test_nobody_switches_to_a_workspace_of_others(ana, browser_of, orchard, olga):
    ask(olga, "Grows pears.", remember(olga, "Grows apples."))
    page = browser_of(ana).post("/review/workspace/", {"workspace": orchard.id}, follow=True)
    assert "Grows pears." not in page.content.decode()


@pytest.mark.parametrize("path", ["/review/items/rev_1/", "/review/items/%00/", "/nowhere/"])
def test_an_address_that_is_none(ana, browser_of, path):
    assert browser_of(ana).get(path).status_code == 404


def test_every_page_forbids_styles_and_scripts_of_others(ana, browser_of, moved):
    response = browser_of(ana).get(address("item", moved))
    policy = response.headers["Content-Security-Policy"]
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    assert " style=" not in response.content.decode()


def test_words_of_people_are_never_markup(ana, browser_of, noor):
    item = ask(noor, "<script>alert(1)</script>", remember(noor, "<b>bold</b> move"))
    page = browser_of(ana).get(address("item", item)).content.decode()
    assert "<script>alert" not in page
    assert "<b>bold" not in page
