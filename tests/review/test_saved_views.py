"""Filters of the queue under a name."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse

from review import saved_views
from review.listings.saved import saved_views as listed
from review.models import BulkRun, SavedView
from tests.people import ask, remember


def save(browser, query, name="Moves", **sent):
    address = reverse("review:save_view") + (f"?{query}" if query else "")
    return browser.post(address, {"name": name, **sent})


def test_a_view_is_an_address_with_a_live_count(ana, browser_of, harbour, noor, moved):
    browser = browser_of(ana)
    save(browser, "reason=event&sort=newest")
    page = browser.get("/review/").content.decode()
    assert 'href="/review/?reason=event&amp;sort=newest"' in page
    assert [each.count for each in listed(harbour, ana, is_admin=False)] == [1]
    ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    assert [each.count for each in listed(harbour, ana, is_admin=False)] == [2]


def test_only_known_filters_are_kept(ana, browser_of):
    save(browser_of(ana), "reason=event&page=7&next=//evil.example&state=nonsense")
    assert SavedView.objects.get().query == "reason=event"


@pytest.mark.parametrize("query", ["text=bees", "reason=event&subject=mira"])
def test_no_view_is_of_one_person_s_words(ana, browser_of, query):
    """Erasing does not look into addresses."""
    browser = browser_of(ana)
    answer = save(browser, query)
    assert answer.status_code == 422
    assert "neither words that people said nor a person" in answer.content.decode()
    assert not SavedView.objects.exists()
    page = browser.get(f"/review/?{query}").content.decode()
    assert "Save this view" not in page and "without words and person" in page


def test_views_and_runs_of_earlier_versions_lose_their_words(ana, harbour):
    for query in ("text=bees&reason=event", "subject=mira", "reason=event&sort=newest"):
        SavedView.objects.create(workspace=harbour, user=ana, name=query[:40], query=query)
    for state in ("preview", "done"):
        BulkRun.objects.create(
            workspace=harbour, user=ana, deed="escalate", state=state,
            details={"to": "", "text": "about bees"}, view="text=bees&reason=event",
        )  # fmt: skip
    import_module("review.migrations.0005_views_without_words").take_out_words(apps, None)
    assert [view.query for view in SavedView.objects.all()] == ["reason=event&sort=newest"]
    for run in BulkRun.objects.all():
        assert (run.view, run.details) == ("reason=event", {"to": ""})
        assert run.note == ("about bees" if run.state == "preview" else "")


def test_a_view_is_ones_own_unless_it_is_shared(ana, ben, otto, browser_of, harbour, orchard):
    save(browser_of(ana), "reason=event")
    assert listed(harbour, ben, is_admin=False) == []
    save(browser_of(ana), "reason=event", shared="on")
    (seen,) = listed(harbour, ben, is_admin=False)
    assert (seen.view.name, seen.removable) == ("Moves", False)
    assert listed(orchard, otto, is_admin=False) == []


def test_nobody_removes_the_view_of_others(ana, ben, browser_of):
    save(browser_of(ana), "reason=event", shared="on")
    remove = reverse("review:remove_view", args=[SavedView.objects.get().id])
    assert browser_of(ben).post(remove).status_code == 404
    assert SavedView.objects.count() == 1
    browser_of(ana).post(remove)
    assert not SavedView.objects.exists()


@pytest.mark.parametrize("name", ["", " ", "x" * 41])
def test_a_name_that_is_none(ana, browser_of, name):
    assert save(browser_of(ana), "reason=event", name=name).status_code == 422
    assert not SavedView.objects.exists()


def test_there_is_an_end_to_views(ana, browser_of, monkeypatch):
    monkeypatch.setattr(saved_views, "MOST", 1)
    save(browser_of(ana), "reason=event")
    assert save(browser_of(ana), "reason=event", name="More").status_code == 422
    save(browser_of(ana), "reason=copies")
    assert SavedView.objects.get().query == "reason=copies"


def test_a_viewer_keeps_views_for_themselves_only(vera, ana, browser_of, moved):
    browser = browser_of(vera)
    assert "for everybody here" not in browser.get("/review/?reason=event").content.decode()
    assert save(browser, "reason=event", shared="on").status_code == 403
    assert not SavedView.objects.exists()
    save(browser, "reason=event")
    assert not SavedView.objects.get().shared
    assert "Moves" not in browser_of(ana).get("/review/").content.decode()
