"""Pages cost the same number of queries, however many rows there are."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memory.models import Subject
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


@pytest.mark.parametrize("path", ["/review/", "/review/subjects/", "/review/?text=cats"])
def test_lists(ana, browser_of, harbour, counted, path):
    browser = browser_of(ana)
    fill(harbour, 1)
    few = queries(browser, path, counted)
    Subject.objects.all().delete()
    fill(harbour, 12)
    assert queries(browser, path, counted) == few


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
