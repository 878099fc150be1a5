"""Pages cost the same number of queries, however many rows there are."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.models import Claim, Memory, ReviewItem, Subject
from review import bulk
from review.actions import Answer, resolve
from review.listings.items import queue as queued
from review.models import SavedView
from review.policies import Action
from tests.people import ask, remember


def fill(workspace, number):
    """People with memories and questions, `number` of each."""
    for at in range(number):
        person = Subject.objects.create(workspace=workspace, external_id=f"person-{at}")
        ask(person, f"Has {at} cats.", remember(person, f"Has {at} dogs."), said=f"Has {at} cats.")


def fill_person(subject, number):
    for at in range(number):
        memory = remember(subject, f"Reads {at} books a month.", said=f"Reads {at} books a month.")
        ask(subject, f"Reads {at} papers a month.", memory, others=(memory,))


def queries(client, path, counted):
    client.get(path)  # sessions and leases are written once
    with counted() as found:
        assert client.get(path).status_code == 200
    return len(found)


@pytest.fixture
def counted():
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    return lambda: CaptureQueriesContext(connection)


@pytest.mark.parametrize(
    "path",
    ["/review/", "/review/subjects/", "/review/?text=cats", "/review/?assignee=nobody&sort=due"],
)
def test_lists(ana, browser_of, harbour, counted, path):
    browser = browser_of(ana)
    fill(harbour, 1)
    few = queries(browser, path, counted)
    Subject.objects.all().delete()
    fill(harbour, 12)
    assert queries(browser, path, counted) == few


def fill_many(subject, number):
    """Many questions to one person, written at once."""
    now = timezone.now()
    claims = [
        Claim(subject=subject, content=f"Reads {at} books.", said_at=now, state="waiting")
        for at in range(number)
    ]
    Claim.objects.bulk_create(claims)
    ReviewItem.objects.bulk_create(
        [
            ReviewItem(subject=subject, claim=claim, reason="near_miss", priority=at % 10 + 1)
            for at, claim in enumerate(claims)
        ]
    )


@pytest.mark.parametrize("query", ["", "?sort=due", "?priority=2&age=day&text=books"])
def test_ten_thousand_questions(ana, browser_of, harbour, mira, counted, query):
    SavedView.objects.create(workspace=harbour, user=ana, name="All", query="age=day")
    browser, path = browser_of(ana), f"/review/{query}"
    fill_many(mira, 30)
    few = queries(browser, path, counted)
    fill_many(mira, 10_000)
    assert queries(browser, path, counted) == few


def test_ones_last_answers(ana, browser_of, harbour, decider, counted):
    browser, path = browser_of(ana), reverse("review:mine")
    fill(harbour, 2)
    few = None
    for item in list(queued(harbour, {})):
        resolve(item, Answer(action=Action.REJECT), decider(ana))
        few = few or queries(browser, path, counted)
    fill_more = Subject.objects.create(workspace=harbour, external_id="one-more")
    item = ask(fill_more, "Has 9 cats.", remember(fill_more, "Has 9 dogs."))
    resolve(item, Answer(action=Action.REPLACE), decider(ana))
    assert queries(browser, path, counted) == few


def test_a_bulk_run(ana, browser_of, harbour, decider, mira, counted):
    browser = browser_of(ana)

    def page_of(number):
        fill_many(mira, number)
        run = bulk.prepare(harbour, decider(ana), queued(harbour, {}), deed=Action.REJECT)
        return queries(browser, reverse("review:bulk_run", args=[run.id]), counted)

    assert page_of(2) == page_of(143)


def test_a_persons_page(ana, browser_of, mira, counted):
    browser, path = browser_of(ana), reverse("review:subject", kwargs={"subject_id": mira.id})
    fill_person(mira, 1)
    few = queries(browser, path, counted)
    fill_person(mira, 8)
    assert queries(browser, path, counted) == few


def test_an_items_page(ana, browser_of, mira, moved, counted):
    browser, path = browser_of(ana), reverse("review:item", kwargs={"item_id": moved.id})
    few = queries(browser, path, counted)
    fill_person(mira, 8)
    assert queries(browser, path, counted) == few


def test_ones_own_page(visit_of, mira, counted):
    fill_person(mira, 1)
    browser = visit_of(mira)
    few = queries(browser, "/me/", counted)
    fill_person(mira, 8)
    assert queries(browser, "/me/", counted) == few


def remember_many(subject, number):
    """Many memories of one person, written at once; each tenth took the place of another."""
    vector, first = [1.0] + [0.0] * 383, subject.memories.count()
    rows = [
        Memory(
            subject=subject,
            content=f"Reads book {at}.",
            fingerprint=f"{at}",
            embedding=vector,
            embedding_model="fake",
            said_at=timezone.now(),
        )
        for at in range(first, first + number)
    ]
    Memory.objects.bulk_create(rows)
    for older, newer in zip(rows[::10], rows[1::10], strict=False):
        Memory.objects.filter(id=older.id).update(valid_until=timezone.now())
        Memory.objects.filter(id=newer.id).update(supersedes=older)


@pytest.mark.parametrize("end", ["", "?history=on", "?text=book", "timeline/"])
def test_a_person_with_five_thousand_memories(ana, browser_of, mira, counted, end):
    browser = browser_of(ana)
    path = reverse("review:subject", kwargs={"subject_id": mira.id}) + end
    remember_many(mira, 400)  # more than are listed
    few = queries(browser, path, counted)
    remember_many(mira, 5_000)
    assert queries(browser, path, counted) == few


@pytest.mark.parametrize("end", ["", "?page=2", "?text=book"])
def test_ones_own_page_with_five_thousand_memories(visit_of, mira, counted, end):
    browser = visit_of(mira)
    remember_many(mira, 130)
    few = queries(browser, f"/me/{end}", counted)
    remember_many(mira, 5_000)
    assert queries(browser, f"/me/{end}", counted) == few
