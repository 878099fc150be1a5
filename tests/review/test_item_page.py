"""The page of a question: what it shows, to whom, and who has it open."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.digest import digest
from memory.gate.verdict import Reason
from memory.models import ReviewItem
from review import queue
from review.policies import Action, actions_for
from tests.people import ask, remember


def address(name, item):
    return reverse(f"review:{name}", kwargs={"item_id": item.id})


def form(memory, **fields):
    return {"memory": memory.id, "shown": digest(memory), **fields}


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


def test_every_button_is_one_that_the_server_takes(ada, browser_of, decider, denver, moved):
    page = browser_of(ada).get(address("item", moved)).content.decode()
    offered = {action for action in Action if f'"{address(action.value, moved)}"' in page}
    assert offered == set(actions_for(moved, decider(ada), timezone.now()))
    assert reverse("review:erase_memory", args=[denver.id]) in page


def test_only_administrators_are_offered_to_erase(ana, browser_of, denver, moved):
    page = browser_of(ana).get(address("item", moved)).content.decode()
    assert reverse("review:erase_memory", args=[denver.id]) not in page


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
