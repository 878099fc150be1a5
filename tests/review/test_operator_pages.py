"""The queue and the item page, as a browser without JavaScript sees them."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import timezone

from memory import store
from memory.digest import digest, fieldwise
from memory.gate.verdict import Reason
from memory.models import Memory, ReviewItem, Subject
from review import queue
from review.actions import Answer, resolve
from review.changes import reword, undo_answer
from review.listings.my_answers import my_answers
from review.policies import Action, actions_for
from tests.people import ask, everything, remember

ACTIONS = ["replace", "keep_both", "edit", "reject", "no_conflict", "retire", "delete"]


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
    browser_of(ben).post(address("take_over", moved), {"text": "Ana is at lunch."})
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


def refused_page(browser, item, memory, **fields):
    """The page that a late answer gets, and that nothing changed."""
    before = everything()
    response = browser.post(address("replace", item), form(memory, **fields))
    assert response.status_code == 409
    assert everything() == before
    return response.content.decode()


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


def test_every_button_is_one_that_the_server_takes(ada, browser_of, decider, denver, moved):
    page = browser_of(ada).get(address("item", moved)).content.decode()
    offered = {action for action in Action if f'"{address(action.value, moved)}"' in page}
    assert offered == set(actions_for(moved, decider(ada), timezone.now()))
    assert reverse("review:erase_memory", args=[denver.id]) in page


def test_only_administrators_are_offered_to_erase(ana, browser_of, denver, moved):
    page = browser_of(ana).get(address("item", moved)).content.decode()
    assert reverse("review:erase_memory", args=[denver.id]) not in page


def test_both_are_kept_until_the_end_of_a_day_of_the_subjects(ana, browser_of, denver, moved):
    Subject.objects.update(zone="America/New_York")
    browser = browser_of(ana)
    browser.cookies["zone"] = "Asia/Tokyo"  # where the operator looks from
    browser.post(address("keep_both", moved), form(denver, until="2190-06-30"))
    austin = Memory.objects.get(content="Lives in Austin.")
    assert austin.valid_until.isoformat() == "2190-07-01T04:00:00+00:00"


@pytest.mark.parametrize(
    ("zone", "time"),
    [
        ("Asia/Tokyo", "18:30:00 JST"),
        ("America/New_York", "04:30:00 EST"),
        ("", "09:30:00 UTC"),
        ("Nowhere/Land", "09:30:00 UTC"),
        ("../../etc/passwd", "09:30:00 UTC"),
    ],
)
def test_times_are_told_in_the_viewers_zone(ana, browser_of, moved, zone, time):
    browser = browser_of(ana)
    browser.cookies["zone"] = zone
    assert f"01 Mar 2026, {time}" in browser.get(address("item", moved)).content.decode()


def test_new_questions_are_announced_and_no_others(ana, browser_of, noor, moved):
    browser = browser_of(ana)
    address_of_news = reverse("review:news")
    now = timezone.now().isoformat()
    assert browser.get(address_of_news, {"since": now}).status_code == 204
    ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    page = browser.get(address_of_news, {"since": now})
    assert "1 new question: show it" in page.content.decode()
    filtered = browser.get(address_of_news, {"since": now, "subject": "mira"})
    assert filtered.status_code == 204


@pytest.mark.parametrize("since", ["", "yesterday", "2026-13-01T00:00:00Z"])
def test_a_moment_that_is_none_announces_nothing(ana, browser_of, moved, since):
    response = browser_of(ana).get(reverse("review:news"), {"since": since})
    assert response.status_code == 204


def test_my_last_answers_say_what_can_be_taken_back(ana, browser_of, decider, noor, denver, moved):
    cat = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    resolve(cat, Answer(action=Action.REJECT), decider(ana))
    reword(Memory.objects.get(content="Lives in Austin."), "Lives in Austin, Texas.", store.SYSTEM)
    page = browser_of(ana).get(reverse("review:mine")).content.decode()
    assert "A newer memory has taken its place" in page
    assert address("undo_answer", moved) not in page
    assert address("undo_answer", cat) in page


def test_my_last_answers_are_mine_and_twenty(ana, ben, browser_of, decider, noor, moved):
    dog = remember(noor, "Has a dog.")
    for number in range(22):
        item = ask(noor, f"Has {number} cats.", dog)
        resolve(item, Answer(action=Action.REJECT), decider(ben))
    assert len(my_answers(moved.subject.workspace, ben)) == 20
    assert my_answers(moved.subject.workspace, ana) == []
    assert "You have answered nothing yet" in (
        browser_of(ana).get(reverse("review:mine")).content.decode()
    )


def test_an_answer_that_was_taken_back_says_so(ana, decider, harbour, moved):
    resolve(moved, Answer(action=Action.REJECT), decider(ana))
    moved.refresh_from_db()
    undo_answer(moved, decider(ana).actor)
    resolve(moved, Answer(action=Action.KEEP_BOTH), decider(ana))
    newest, first = my_answers(harbour, ana)
    assert newest.undo_refusal == ""
    assert first.taken_back


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
