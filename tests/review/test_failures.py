"""Claims that could not be decided, and the way back to the gate."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memory import tasks
from memory.errors import ConflictError
from memory.models import Claim
from review.failures import decide_again
from tests.people import everything, make_claim

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def failed(mira):
    fields = {"state": "failed", "attempts": 8, "last_error": "OperationalError"}
    return make_claim(mira, "Lives in Austin.", **fields)


@pytest.fixture
def nudged(monkeypatch):
    """Ids of the claims that the workers were told of."""
    told: list[str] = []
    monkeypatch.setattr("review.failures.nudge", told.extend)
    return told


def address(claim):
    return reverse("review:decide_again", kwargs={"claim_id": claim.id})


def test_the_queue_says_how_many(ana, browser_of, failed):
    assert "1 could not be decided" in browser_of(ana).get("/review/").content.decode()


def test_the_queue_says_nothing_where_all_went_well(ana, browser_of):
    assert "could not be decided" not in browser_of(ana).get("/review/").content.decode()


def test_the_list_names_person_statement_and_error(ana, browser_of, failed):
    page = browser_of(ana).get("/review/failed/").content.decode()
    for text in ("Lives in Austin.", "mira", "OperationalError", address(failed)):
        assert text in page


def test_the_list_of_another_workspace_is_empty(otto, browser_of, failed):
    page = browser_of(otto).get("/review/failed/").content.decode()
    assert "Every statement could be decided" in page


def test_deciding_again_hands_it_to_the_workers(ana, browser_of, failed, nudged):
    response = browser_of(ana).post(address(failed))
    assert response.headers["Location"] == "/review/failed/"
    failed.refresh_from_db()
    assert (failed.state, failed.attempts, failed.last_error) == (Claim.State.PENDING, 0, "")
    assert nudged == [failed.id]


def test_a_claim_that_comes_again_is_decided(failed, nudged):
    decide_again(failed)
    tasks.decide_claim(failed.id)
    failed.refresh_from_db()
    assert failed.state == Claim.State.DECIDED


@pytest.mark.parametrize("state", ["pending", "decided", "waiting"])
def test_only_what_failed_is_decided_again(failed, nudged, state):
    Claim.objects.filter(id=failed.id).update(state=state)
    before = everything()
    with pytest.raises(ConflictError, match="already"):
        decide_again(failed)
    assert everything() == before
    assert nudged == []


def test_what_was_erased_meanwhile_is_named(failed, nudged):
    Claim.objects.all().delete()
    with pytest.raises(ConflictError, match="erased"):
        decide_again(failed)


@pytest.mark.parametrize(("who", "status"), [("vera", 403), ("otto", 404)])
def test_nobody_else_may(request, browser_of, failed, nudged, who, status):
    user, before = request.getfixturevalue(who), everything()
    assert browser_of(user).post(address(failed)).status_code == status
    assert (everything(), nudged) == (before, [])
    assert address(failed) not in browser_of(user).get("/review/failed/").content.decode()
