"""Answering keeps the view of the queue that an item was opened from."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from memory.digest import digest
from memory.gate.verdict import Reason
from review.listings.done import what_was_done
from review.policies import Action
from tests.people import ask, remember


def address(name, item):
    return reverse(f"review:{name}", kwargs={"item_id": item.id})


def form(memory, **fields):
    return {"memory": memory.id, "shown": digest(memory), **fields}


@pytest.fixture
def urgent(noor):
    """Another question, of another reason, that the whole queue would show first."""
    stored = remember(noor, "Is allergic to nuts.", importance=9)
    return ask(noor, "Eats nuts.", stored, reason=Reason.HIGH_STAKES)


@pytest.fixture
def same_view(noor):
    return ask(noor, "Has a cat.", remember(noor, "Has a dog."))


VIEW = "?reason=event&sort=newest"


def test_the_queue_hands_its_view_to_its_items(ana, browser_of, moved):
    page = browser_of(ana).get(f"/review/{VIEW}").content.decode()
    assert f'href="{address("item", moved)}?reason=event&amp;sort=newest"' in page


def test_every_way_on_from_an_item_keeps_the_view(ana, browser_of, moved):
    page = browser_of(ana).get(address("item", moved) + VIEW).content.decode()
    for name in ("replace", "reject", "keep_both", "edit", "delete"):
        assert f'{address(name, moved)}?reason=event&amp;sort=newest"' in page
    assert 'href="/review/?reason=event&amp;sort=newest"' in page


def test_the_next_item_is_of_the_same_view(ana, browser_of, denver, moved, urgent, same_view):
    response = browser_of(ana).post(address("reject", moved) + VIEW, form(denver))
    assert response.headers["Location"] == address("item", same_view) + VIEW
    (message,) = get_messages(response.wsgi_request)
    assert message.extra_tags == address("undo_answer", moved) + VIEW


def test_without_a_view_the_most_urgent_is_next(ana, browser_of, denver, moved, urgent, same_view):
    response = browser_of(ana).post(address("reject", moved), form(denver))
    assert response.headers["Location"] == address("item", urgent)


def test_after_the_last_of_a_view_its_queue_opens(ana, browser_of, denver, moved, urgent):
    response = browser_of(ana).post(address("reject", moved) + VIEW, form(denver))
    assert response.headers["Location"] == f"/review/{VIEW}"


def test_undo_keeps_the_view(ana, browser_of, denver, moved):
    browser = browser_of(ana)
    browser.post(address("reject", moved) + VIEW, form(denver))
    response = browser.post(address("undo_answer", moved) + VIEW)
    assert response.headers["Location"] == address("item", moved) + VIEW


def test_a_refusal_keeps_the_view(ana, browser_of, denver, moved):
    response = browser_of(ana).post(address("edit", moved) + VIEW, form(denver, content=" "))
    assert response.status_code == 422
    assert f'{address("edit", moved)}?reason=event&amp;sort=newest"' in response.content.decode()


@pytest.mark.parametrize("name", ["reject", "undo_answer", "take_over"])
def test_only_known_filters_are_carried(ana, browser_of, denver, moved, name):
    query = "?next=https://evil.example/&reason=//evil.example&sort=newest&text=a%0d%0ab"
    browser = browser_of(ana)
    if name == "undo_answer":
        browser.post(address("reject", moved), form(denver))
    sent = form(denver, text="Ana is at lunch.")
    location = browser.post(address(name, moved) + query, sent).headers["Location"]
    assert location.startswith("/review/")
    assert "evil" not in location
    assert "sort=newest" in location
    assert "\n" not in location


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Action.REPLACE, "Done: “Lives in Austin.” takes the old one's place."),
        (Action.EDIT, "Done: “Lives in Waco.” takes the old one's place."),
        (Action.KEEP_BOTH, "Done: “Lives in Austin.” is stored beside the old one."),
        (Action.REJECT, "Done: “Lives in Denver.” stays."),
        (Action.DELETE, "Done: “Lives in Denver.” is deleted, and the new one is not stored."),
    ],
)
def test_the_toast_names_the_statement(moved, action, said):
    assert what_was_done(moved, action, {"content": "Lives in Waco."}) == said


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Action.KEEP_BOTH, "Done: “Lives at sea.” is stored."),
        (Action.EDIT, "Done: “Lives in Waco.” is stored."),
        (Action.REJECT, "Done: “Lives at sea.” is not stored."),
    ],
)
def test_the_toast_where_nothing_stored_is_in_question(mira, action, said):
    item = ask(mira, "Lives at sea.", None)
    assert what_was_done(item, action, {"content": "Lives in Waco."}) == said


def test_the_toast_about_copies_and_about_another_one_in_question(mira):
    red, blue = remember(mira, "Has a red car."), remember(mira, "Has a blue car.")
    copies = ask(mira, "Has a bike.", red, reason=Reason.COPIES, decided=True)
    assert "“Has a red car.” no longer holds" in what_was_done(copies, Action.RETIRE, {})
    near = ask(mira, "Has a green car.", red, others=(blue,), reason=Reason.TOO_CLOSE)
    assert "“Has a blue car.” stays" in what_was_done(near, Action.REJECT, {"memory": blue.id})


def test_a_long_statement_is_cut(mira):
    item = ask(mira, "Likes " + "very " * 40 + "long walks.", None)
    assert "…” is stored." in what_was_done(item, Action.KEEP_BOTH, {})
