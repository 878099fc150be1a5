"""A person erases everything: the counts, the receipt, and what is said afterwards."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import time_machine
from django.utils import timezone

from memory.links import make_link
from memory.models import ErasureReceipt, Subject
from review import visits
from tests.people import everything


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
