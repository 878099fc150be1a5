"""A person's own page: the link, the visit, and what is told there."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from memory.links import make_link
from memory.models import Memory
from review import visits
from tests.people import remember


def of_memory(name, memory):
    return reverse(f"review:{name}", kwargs={"memory_id": memory.id})


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


def test_a_link_that_is_not_valid_says_so(client, db):
    page = client.get("/me/enter/nonsense").content.decode()
    assert "This link is not valid" in page
    assert "has ended" not in page


def test_when_a_memory_was_used_says_for_what(visit_of, mira, denver):
    Memory.objects.filter(id=denver.id).update(last_accessed=timezone.now())
    assert "last used for an answer" in visit_of(mira).get("/me/").content.decode()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("denver", True),
        ("You live in", True),
        ("your dog", True),
        ("you have a cat", True),
        ("denver live", True),
        ("live 100%", False),
        ("your cat", False),
        ("paris", False),
    ],
)
def test_what_a_person_reads_is_found_as_they_read_it(visit_of, mira, typed, found):
    for stored in ("User lives in Denver.", "User's dog is called Rex.", "User has a cat."):
        remember(mira, stored)
    page = visit_of(mira).get("/me/", {"text": typed}).content.decode()
    assert ("I remember nothing with these words" not in page) is found
