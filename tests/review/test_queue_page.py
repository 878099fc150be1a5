"""The queue's page: what is listed, filtered and announced."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.people import ask, remember


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
