"""The decision log with its statements, and which undo is offered."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.urls import reverse

from memory import amend, store
from memory.access import decisions_of
from memory.errors import ConflictError
from memory.models import Decision
from review.actions import Answer, resolve
from review.changes import reword, undo_answer, undo_decision
from review.listings.log import log_entries
from review.policies import Action
from tests.people import ago, ask, remember


def log(subject):
    """Each kind of decision with its statements, newest first."""
    return [
        (str(entry.decision.action), [(each.word, each.text) for each in entry.statements])
        for entry in log_entries(subject, decisions_of(subject))
    ]


def answer(item, action, decider, **fields):
    resolve(item, Answer(action=action, **fields), decider)
    item.refresh_from_db()


def test_a_replacement_shows_both_statements(ana, decider, mira, moved):
    answer(moved, Action.REPLACE, decider(ana))
    assert log(mira)[0] == ("replace", [("new", "Lives in Austin."), ("old", "Lives in Denver.")])


def test_it_still_does_after_it_was_taken_back(ana, decider, mira, moved):
    answer(moved, Action.REPLACE, decider(ana))
    undo_answer(moved, store.SYSTEM)
    replaced = log_entries(mira, decisions_of(mira))[1]
    assert [each.text for each in replaced.statements] == ["Lives in Austin.", "Lives in Denver."]
    assert replaced.taken_back
    assert not replaced.undoable


def test_a_review_shows_what_was_proposed_and_compared(mira, moved):
    assert log(mira)[0] == (
        "review",
        [("proposed", "Lives in Austin."), ("compared with", "Lives in Denver.")],
    )


def test_a_rejection_shows_what_was_kept(ana, decider, mira, moved):
    answer(moved, Action.REJECT, decider(ana))
    assert log(mira)[0][1] == [("not stored", "Lives in Austin."), ("kept", "Lives in Denver.")]


def test_a_deletion_names_what_undo_would_bring_back(mira, denver):
    amend.delete_memory(denver, store.SYSTEM)
    assert log(mira)[0] == ("delete", [("deleted", "Lives in Denver.")])


def test_the_page_marks_what_was_taken_back(ana, browser_of, mira, denver):
    amend.delete_memory(denver, store.SYSTEM)
    deleted = Decision.objects.get(action="delete")
    address = reverse("review:undo", kwargs={"decision_id": deleted.id})
    browser, path = browser_of(ana), reverse("review:subject", kwargs={"subject_id": mira.id})
    assert address in browser.get(path).content.decode()
    undo_decision(mira, deleted, store.SYSTEM)
    page = browser.get(path).content.decode()
    assert "taken back" in page
    assert address not in page


def test_an_undo_that_would_be_refused_is_named_and_not_offered(ana, browser_of, mira, denver):
    reword(denver, "Lives in Boulder.", store.SYSTEM)
    page = browser_of(ana).get(reverse("review:subject", kwargs={"subject_id": mira.id}))
    added = Decision.objects.get(action="add")
    assert reverse("review:undo", kwargs={"decision_id": added.id}) not in page.content.decode()
    assert "A newer memory has taken its place" in page.content.decode()


def everyday(mira, decider):
    """A person's memory after a while: answers, corrections, deletions, values that moved on."""
    rome = remember(mira, "Lives in Rome.", key="city", value="Rome")
    item = ask(mira, "Lives in Oslo.", rome, key="city", value="Oslo")
    answer(item, Action.REPLACE, decider)
    oslo = rome.superseded_by
    amend.delete_memory(oslo, store.SYSTEM)
    remember(mira, "Lives in Bonn.", key="city", value="Bonn")
    dog = remember(mira, "Has a dog.")
    reword(dog, "Has two dogs.", store.SYSTEM)
    cat = remember(mira, "Has a cat.", valid_until=ago(days=-3))
    amend.delete_memory(cat, store.SYSTEM)
    undo_decision(mira, Decision.objects.filter(action="delete").first(), store.SYSTEM)
    answer(ask(mira, "Has no cat.", cat), Action.DELETE, decider)
    answer(ask(mira, "Likes tea.", remember(mira, "Hates tea.")), Action.REJECT, decider)


def refused(mira, decision):
    try:
        with transaction.atomic():
            undo_decision(mira, decision, store.SYSTEM)
            transaction.set_rollback(True)
    except ConflictError:
        return True
    return False


@pytest.mark.django_db
def test_what_is_offered_is_what_works(ana, decider, mira):
    everyday(mira, decider(ana))
    entries = [e for e in log_entries(mira, decisions_of(mira)) if e.undo_refusal is not None]
    told = {(e.decision.id, str(e.decision.action), e.undoable) for e in entries}
    assert told == {
        (e.decision.id, str(e.decision.action), not refused(mira, e.decision)) for e in entries
    }
    assert {undoable for *_, undoable in told} == {True, False}


def test_after_a_refused_undo_the_page_leads_back(ana, browser_of, mira, denver):
    added = Decision.objects.get(action="add")
    reword(denver, "Lives in Boulder.", store.SYSTEM)
    path = reverse("review:subject", kwargs={"subject_id": mira.id}) + "?history=on"
    address = reverse("review:undo", kwargs={"decision_id": added.id})
    page = browser_of(ana).post(address, {"next": path}).content.decode()
    assert f'href="{path}">Back to where you were' in page
    page = browser_of(ana).post(address, {"next": "https://evil.example/"}).content.decode()
    assert "evil.example" not in page
