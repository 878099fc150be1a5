"""Shared views that give what fits them."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from memory.models import Membership, ReviewItem, Subject
from review import handling, members
from review.listings.timeline import timeline
from review.models import ItemEvent, SavedView
from review.policies import operator
from review.tasks import give_by_views
from tests.people import ask, everything, remember


@pytest.fixture
def four(harbour):
    """Questions about four people; the first is the oldest."""
    items = []
    for at in range(4):
        person = Subject.objects.create(workspace=harbour, external_id=f"person-{at}")
        items.append(ask(person, f"Has {at} cats.", remember(person, f"Has {at} dogs.")))
    return items


def view(workspace, maker, query="reason=event", **fields):
    return SavedView.objects.create(
        workspace=workspace, user=maker, name="Moves", query=query, shared=True, **fields
    )


def whose(items):
    rows = {row.id: row for row in ReviewItem.objects.select_related("assignee")}
    return [str(rows[item.id].assignee or "") for item in items]


def test_what_fits_is_given_to_somebody_and_says_why(harbour, ada, ana, moved):
    view(harbour, ada, gives_to=ana)
    assert give_by_views() == 1
    assert whose([moved]) == ["ana"]
    told = timeline(ReviewItem.objects.get(id=moved.id), [])[-1]
    assert (told.who, told.what, told.quote) == ("", "given to ana by the view", "Moves")


def test_what_does_not_fit_is_left(harbour, ada, ana, moved):
    view(harbour, ada, query="reason=copies", gives_to=ana)
    before = everything()
    assert give_by_views() == 0
    assert whose([moved]) == [""]
    assert everything() == before


def test_in_turns_who_has_the_fewest_is_next(harbour, ada, ana, ben, vera, four):
    ReviewItem.objects.filter(id=four[0].id).update(assignee=ada)
    view(harbour, ada, in_turns=True)
    assert give_by_views() == 3
    assert whose(four) == ["ada", "ana", "ben", "ada"]


@pytest.mark.parametrize("change", [{"state": "closed"}, {"escalated_at": "2026-03-01T00:00Z"}])
def test_what_is_settled_or_handed_up_is_not_given(harbour, ada, ana, moved, change):
    ReviewItem.objects.filter(id=moved.id).update(**change)
    view(harbour, ada, query="state=open", gives_to=ana)
    assert give_by_views() == 0


def test_nothing_is_given_twice_or_over_a_persons_choice(harbour, ada, ana, ben, moved):
    view(harbour, ada, gives_to=ana)
    give_by_views()
    decider = operator(Membership.objects.get(user=ben))
    handling.assign(moved, decider, to=None)
    assert give_by_views() == 0
    assert whose([moved]) == [""]
    assert ItemEvent.objects.count() == 2


def test_items_of_another_workspace_are_not_given(orchard, otto, moved):
    view(orchard, otto, gives_to=otto)
    assert give_by_views() == 0
    assert whose([moved]) == [""]


def test_who_decides_no_longer_is_given_nothing(harbour, ada, ana, moved):
    made = view(harbour, ada, gives_to=ana)
    by = operator(Membership.objects.get(user=ada)).actor
    members.change_role(harbour, ana.pk, "viewer", by=by)
    made.refresh_from_db()
    assert made.gives_to is None
    assert give_by_views() == 0


def test_a_view_of_ones_own_gives_nothing(harbour, ada, ana):
    with pytest.raises(IntegrityError), transaction.atomic():
        SavedView.objects.create(
            workspace=harbour, user=ada, name="x", gives_to=ana, query="", shared=False
        )


def save(browser, **sent):
    return browser.post(f"{reverse('review:save_view')}?reason=event", {"name": "Moves", **sent})


@pytest.mark.parametrize(("gives", "shown"), [("ben", "→ ben"), ("*", "→ in turns")])
def test_it_is_chosen_where_the_view_is_saved(ana, ben, browser_of, moved, gives, shown):
    browser = browser_of(ana)
    save(browser, shared="on", gives=gives)
    assert shown in browser.get("/review/").content.decode()
    assert give_by_views() == 1


@pytest.mark.parametrize(
    ("sent", "status", "why"),
    [
        ({"gives": "ben"}, 422, "for everybody here"),
        ({"gives": "vera", "shared": "on"}, 422, "may decide here"),
        ({"gives": "nobody-of-this-name", "shared": "on"}, 422, "may decide here"),
    ],
)
def test_a_choice_that_cannot_be_is_refused(ana, ben, vera, browser_of, sent, status, why):
    answer = save(browser_of(ana), **sent)
    assert answer.status_code == status
    assert why in answer.content.decode()
    assert not SavedView.objects.exists()


def test_an_administrator_removes_what_others_share(harbour, ana, ben, ada, browser_of):
    made = view(harbour, ana, in_turns=True)
    address = reverse("review:remove_view", kwargs={"view_id": made.pk})
    assert browser_of(ben).post(address).status_code == 404
    assert SavedView.objects.exists()
    browser_of(ada).post(address)
    assert not SavedView.objects.exists()
