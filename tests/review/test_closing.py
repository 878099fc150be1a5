"""Questions that close by themselves: at once where somebody decides or looks, else by the sweep."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from memory import store
from memory.amend import delete_memory
from memory.digest import digest
from memory.errors import ConflictError
from memory.gate.verdict import Reason
from memory.inference.embeddings import embed
from memory.models import Claim, Decision, ReviewItem
from review.actions import Answer, resolve
from review.changes import reword, undo_answer
from review.closing import close_if_outdated
from review.models import ItemEvent
from review.policies import Action, subject_self
from review.tasks import close_stale_items
from tests.people import ago, ask, everything, make_claim, remember


@pytest.fixture
def nudged(monkeypatch):
    """Ids of the claims that the workers were told of."""
    ids = []
    monkeypatch.setattr("review.closing.nudge", ids.extend)
    return ids


def test_an_item_stays_as_long_as_its_memory_holds(moved, nudged):
    before = everything()
    assert close_stale_items() == 0
    assert everything() == before


def supersede(memory, content):
    """A newer statement takes the memory's place, as the gate lets it."""
    claim = make_claim(memory.subject, content)
    with store.change(memory.subject_id, store.GATE) as c:
        store.supersede(c, claim, memory, embed([content])[0], reason=Reason.KEYED)


def test_a_question_follows_the_correction_of_its_memory(denver, moved, nudged):
    boulder = reword(denver, "Lives in Boulder.", store.SYSTEM)
    assert close_stale_items() == 0
    moved.refresh_from_db()
    assert moved.memory == boulder


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda memory: supersede(memory, "Lives in Boulder."), "memory_superseded"),
        (lambda memory: delete_memory(memory, store.SYSTEM), "memory_deleted"),
    ],
)
def test_an_item_closes_with_the_cause(
    denver, moved, nudged, change, reason, django_capture_on_commit_callbacks
):
    change(denver)
    with django_capture_on_commit_callbacks(execute=True):
        assert close_stale_items() == 1
    moved.refresh_from_db()
    assert (moved.state, moved.closed_reason) == (ReviewItem.State.CLOSED, reason)
    assert moved.claim.state == Claim.State.PENDING
    assert nudged == [moved.claim_id]


def test_closing_twice_does_nothing_more(denver, moved, nudged):
    delete_memory(denver, store.SYSTEM)
    close_stale_items()
    before = everything()
    assert close_stale_items() == 0
    assert everything() == before


def test_copies_stay_in_question_while_one_of_them_holds(mira, nudged):
    first, second = remember(mira, "Home: Denver."), remember(mira, "Denver is home.")
    ask(mira, "Lives in Austin.", first, others=(second,), reason=Reason.COPIES, decided=True)
    delete_memory(first, store.SYSTEM)
    assert close_stale_items() == 0
    delete_memory(second, store.SYSTEM)
    assert close_stale_items() == 1


def test_a_claim_that_was_decided_is_not_decided_again(
    mira, nudged, django_capture_on_commit_callbacks
):
    copy = remember(mira, "Home: Denver.")
    item = ask(mira, "Lives in Austin.", copy, reason=Reason.COPIES, decided=True)
    delete_memory(copy, store.SYSTEM)
    with django_capture_on_commit_callbacks(execute=True):
        close_stale_items()
    item.claim.refresh_from_db()
    assert item.claim.state == Claim.State.DECIDED
    assert nudged == []


def test_a_question_about_no_memory_never_closes_by_itself(noor, nudged):
    ask(noor, "May own a boat.", None)
    assert close_stale_items() == 0


@pytest.fixture
def also_moved(mira, denver):
    """A second question about the same stored city."""
    return ask(mira, "Lives in Boston.", denver)


def page_of(item):
    return reverse("review:item", kwargs={"item_id": item.id})


def state(item):
    return ReviewItem.objects.get(id=item.id).state


def test_what_an_answer_makes_moot_closes_with_it(
    ana, decider, moved, also_moved, nudged, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    also_moved.refresh_from_db()
    assert (also_moved.state, also_moved.closed_reason) == ("closed", "memory_superseded")
    assert also_moved.claim.state == Claim.State.PENDING
    assert also_moved.events.get().kind == ItemEvent.Kind.CLOSED
    assert nudged == [also_moved.claim_id]


@pytest.mark.parametrize("action", [Action.REJECT, Action.KEEP_BOTH, Action.NO_CONFLICT])
def test_an_answer_that_leaves_the_memory_leaves_the_other_question(
    ana, decider, moved, also_moved, nudged, action
):
    resolve(moved, Answer(action=action), decider(ana))
    assert state(also_moved) == "open"
    assert nudged == []


def test_the_persons_own_answer_closes_what_it_makes_moot(mira, moved, also_moved):
    resolve(moved, Answer(action=Action.REPLACE), subject_self(mira))
    assert state(also_moved) == "closed"


def test_a_refused_answer_closes_nothing(ana, decider, moved, also_moved):
    before = everything()
    with pytest.raises(ConflictError):
        resolve(moved, Answer(action=Action.REPLACE, shown="otherwise"), decider(ana))
    assert everything() == before


def test_what_an_undo_makes_moot_closes_with_it(ana, decider, mira, moved, nudged):
    """The question is about the new city, and that is taken back."""
    resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    austin = mira.memories.get(content="Lives in Austin.")
    about_austin = ask(mira, "Lives in Boston.", austin)
    undo_answer(ReviewItem.objects.get(id=moved.id), decider(ana).actor)
    assert state(about_austin) == "closed"
    assert state(moved) == "open"


def test_the_next_question_can_always_be_answered(ana, browser_of, noor, denver, moved, also_moved):
    """Two that lost their memory elsewhere are in front of it."""
    last = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    first = ask(noor, "Has a boat.", None)
    supersede(denver, "Lives in Boulder.")
    ReviewItem.objects.filter(id=last.id).update(created_at=ago(seconds=-60))
    reject = reverse("review:reject", kwargs={"item_id": first.id})
    sent = {"memory": "", "shown": "", "version": first.version}
    assert browser_of(ana).post(reject, sent).headers["Location"] == page_of(last)
    assert [state(moved), state(also_moved)] == ["closed", "closed"]


def test_opening_a_question_that_lost_its_memory_says_so_and_leads_on(
    ana, browser_of, noor, denver, moved
):
    other = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    supersede(denver, "Lives in Boulder.")
    page = browser_of(ana).get(page_of(moved)).content.decode()
    assert "Take the new one" not in page
    assert "Next question" in page
    assert page_of(other) in page
    assert state(moved) == "closed"


def test_a_late_answer_is_refused_leads_on_and_keeps_what_was_typed(
    ana, browser_of, noor, denver, moved
):
    ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    sent = {"memory": denver.id, "shown": digest(denver), "version": moved.version}
    supersede(denver, "Lives in Boulder.")
    decisions = set(Decision.objects.values_list("id", flat=True))
    address = reverse("review:edit", kwargs={"item_id": moved.id})
    typed = {"content": "Lives in Waco.", "note": "Checked with her."}
    response = browser_of(ana).post(address, {**sent, **typed})
    page = response.content.decode()
    assert response.status_code == 409
    assert "“Lives in Denver.” was replaced" in page
    assert "Next question" in page
    assert "Lives in Waco." in page
    assert "Checked with her.</textarea>" in page
    assert set(Decision.objects.values_list("id", flat=True)) == decisions
    assert not ItemEvent.objects.filter(kind=ItemEvent.Kind.NOTE).exists()


def test_the_persons_page_asks_nothing_about_what_they_deleted(visit_of, mira, denver, moved):
    visitor = visit_of(mira)
    assert "Yes, replace it" in visitor.get("/me/").content.decode()
    delete = reverse("review:me_delete", kwargs={"memory_id": denver.id})
    page = visitor.post(delete, follow=True).content.decode()
    assert "Yes, replace it" not in page
    assert state(moved) == "closed"


def test_looking_at_a_question_that_stands_costs_one_query_and_changes_nothing(moved):
    before = everything()
    with CaptureQueriesContext(connection) as queries:
        assert not close_if_outdated(moved.id)
    assert len(queries) == 1
    assert everything() == before


def test_questions_of_others_stay(ana, decider, noor, moved):
    other = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    delete_memory(other.memory, store.SYSTEM)
    resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    assert state(other) == "open"
