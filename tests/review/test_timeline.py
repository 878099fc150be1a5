"""One person's memory along time."""

from __future__ import annotations

import html
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from memory.models import Memory
from review.listings.chains import Version
from review.timeline import WIDTH, scale_of, tracks
from tests.people import ago, ask, remember

NOW = timezone.now()
moments = st.integers(-4_000, 400).map(lambda days: NOW + timedelta(days=days))


@st.composite
def versions(draw):
    """Chains as the database keeps them: each memory begins before it ends."""
    chain = []
    for at in range(draw(st.integers(1, 4))):
        begin, end = draw(moments), draw(st.none() | moments)
        if end is not None:
            begin, end = sorted((begin, end))
        chain.append(
            Memory(content=f"Step {at}.", said_at=begin, valid_from=begin, valid_until=end)
        )
    return Version(memory=chain[0], older=chain[1:], ended=False)


@given(st.lists(versions(), max_size=6), st.sampled_from([None, 90, 365]))
def test_bars_stay_within_the_picture(chains, days):
    scale = scale_of(chains, NOW, days=days)
    assert scale.begin < NOW <= scale.end
    assert scale.at(NOW) >= WIDTH * 0.74  # the past keeps its room
    for track in tracks(chains, scale, NOW):
        for bar in track.bars:
            assert bar.x >= 0
            assert bar.width > 0
            assert bar.x + bar.width <= WIDTH + 0.11
            assert bar.y + 6 <= track.height


def page(browser, subject, query=""):
    address = reverse("review:timeline", kwargs={"subject_id": subject.id})
    return html.unescape(browser.get(address + query).content.decode())


@pytest.fixture
def chain(mira):
    """Denver, then Austin."""
    old = remember(mira, "Lives in Denver.", said_at=ago(days=100))
    new = remember(mira, "Lives in Austin.", said_at=ago(days=40))
    Memory.objects.filter(id=old.id).update(valid_until=new.said_at)
    Memory.objects.filter(id=new.id).update(supersedes=old)
    return new


def test_a_chain_is_one_row_with_its_steps(vera, browser_of, mira, chain):
    shown = page(browser_of(vera), mira)
    assert shown.count("<title>Lives in Denver. ") == 1
    assert shown.count("<title>Lives in Austin. since") == 1
    assert shown.count("data-row") == 1
    assert 'class="bar-ended"><title>Lives in Denver.' in shown
    assert 'class="bar-current"><title>Lives in Austin.' in shown


def test_the_newer_one_begins_where_the_older_ended(mira, chain):
    old = chain.supersedes or Memory.objects.get(superseded_by=chain.id)
    version = Version(memory=Memory.objects.get(id=chain.id), older=[old], ended=False)
    old.refresh_from_db()
    now = timezone.now()
    (track,) = tracks([version], scale_of([version], now), now)
    first, second = track.bars
    assert first.x == 0
    assert first.x + first.width == pytest.approx(second.x, abs=0.2)
    assert second.x + second.width == pytest.approx(WIDTH, abs=0.2)
    assert second.x == pytest.approx(WIDTH * 0.6, abs=1)


def test_what_ended_before_the_days_shown_is_left_out(vera, browser_of, mira, chain):
    remember(mira, "Had a cold.", said_at=ago(days=600), valid_until=ago(days=599))
    browser = browser_of(vera)
    assert "Had a cold." not in page(browser, mira)
    assert "Had a cold." in page(browser, mira, "?days=all")


def test_what_comes_is_shown_as_that(vera, browser_of, mira):
    remember(mira, "Moves to Oslo.", valid_from=timezone.now() + timedelta(days=20))
    assert 'class="bar-later"><title>Moves to Oslo. from' in page(browser_of(vera), mira)


def test_a_search_narrows_it_down(vera, browser_of, mira, chain):
    remember(mira, "Has a cat.")
    shown = page(browser_of(vera), mira, "?text=cat")
    assert "Has a cat." in shown
    assert "Lives in Austin." not in shown


def test_nothing_to_show_says_what_to_do(vera, browser_of, mira):
    assert "Nothing held in this time" in page(browser_of(vera), mira)


def test_people_of_other_workspaces_are_not_there(otto, browser_of, mira, chain):
    address = reverse("review:timeline", kwargs={"subject_id": mira.id})
    assert browser_of(otto).get(address).status_code == 404


def fill(subject, number):
    """Many memories, every third one superseding the one before."""
    example = remember(subject, "Has a cat.")
    rows = Memory.objects.filter(id=example.id)
    copies = []
    for at in range(number):
        copy = rows.get()
        copy.pk = f"mem_{at:012d}"
        copy.content, copy.fingerprint = f"Has {at} cats.", f"{at}"
        copies.append(copy)
    for older, newer in pairwise(copies):
        if int(newer.fingerprint) % 3 == 0:
            newer.supersedes, older.valid_until = older, timezone.now()
    Memory.objects.bulk_create(copies)


@pytest.mark.parametrize("name", ["timeline", "subject"])
def test_a_person_with_5000_memories_costs_no_more_queries_than_one_with_600(
    vera, browser_of, mira, noor, name
):
    def queries(subject):
        with CaptureQueriesContext(connection) as found:
            address = reverse(f"review:{name}", kwargs={"subject_id": subject.id})
            assert browser.get(address).status_code == 200
        return len(found)

    browser = browser_of(vera)
    for person in (mira, noor):
        first = remember(person, "Has a dog.")
        ask(person, "Has no dog.", first, said="Has no dog.")
    fill(mira, 600)
    queries(mira)  # the session is written once
    few = queries(mira)
    Memory.objects.filter(subject=mira, content__contains="cat").delete()
    fill(noor, 5_000)
    assert queries(noor) == few
