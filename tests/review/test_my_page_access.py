"""Every page of a person against everybody who may not have it, as one table."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from memory import store
from memory.amend import delete_memory
from memory.consent.choices import set_for_subject
from memory.links import revoke_links
from memory.models import Decision, FollowUp
from review import visits
from review.policies import OF_SUBJECT
from review.urls import urlpatterns
from tests.people import everything, remember

# The ways in, the language, and the receipt of the browser that erased: tested each for itself.
OPEN = {"me_enter", "me_host", "me_erased", "me_language"}
PERSONS = {"me", "me_pause", "me_resume", "me_reads", "me_download", "me_erase", "me_forgotten",
           "me_learn_again"}  # fmt: skip
OF_THEIRS = {"me_edit", "me_delete", "me_wrong", "me_undo", "me_restore", "me_erase_one", "me_kind", "me_kind_again",
             "me_erase_conversation", "me_follow_up_done", "me_follow_up_dismiss",
             *(f"me_{action.value}" for action in OF_SUBJECT)}  # fmt: skip
SAFE = {"me", "me_reads", "me_download", "me_forgotten"}


@pytest.fixture
def call(mira, moved, denver):
    """Calls a page about Mira: `call(browser, "item")`."""
    hidden = remember(mira, "Has a dog.")
    delete_memory(hidden, store.SYSTEM)
    nuts = remember(mira, "Is allergic to nuts.", category="health")
    set_for_subject(mira, {"religion": "off"})
    planned = FollowUp.objects.create(subject=mira, question="?", due_date=date(2030, 1, 1))
    ids = {
        "item_id": moved.id,
        "memory_id": denver.id,
        "decision_id": Decision.objects.filter(action="add").latest("created_at").id,
        "session_id": denver.source_session_id,
        "follow_up_id": planned.id,
        "kind": "religion",
    }
    pages = {page.name: page.pattern.converters for page in urlpatterns}

    def one(browser, name):
        given = {part: ids[part] for part in pages[name]}
        if "restore" in name:
            given["memory_id"] = hidden.id
        if name == "me_kind":
            given["memory_id"] = nuts.id
        address = reverse(f"review:{name}", kwargs=given)
        if name in SAFE:
            return browser.get(address)
        sent = {"sure": "on", "content": "Lives at sea.", "everything": "on", "text": "x",
                "note": "x", "until": "2030-01-01", "memory": denver.id}  # fmt: skip
        return browser.post(address, sent)

    return one


def test_the_table_has_every_page():
    names = {page.name for page in urlpatterns if str(page.pattern).startswith("me/")}
    assert names == OPEN | PERSONS | OF_THEIRS


@pytest.mark.parametrize("name", sorted(PERSONS | OF_THEIRS))
def test_a_persons_page_needs_their_visit(call, client, browser_of, ana, visit_of, mira, name):
    over, revoked = visit_of(mira), visit_of(mira)
    revoke_links(mira)
    before = everything()
    assert call(client, name).status_code == 410
    assert call(browser_of(ana), name).status_code == 410
    assert call(revoked, name).status_code == 410
    with time_machine.travel(timezone.now() + visits.LIFETIME + timedelta(seconds=1)):
        assert call(over, name).status_code == 410
    assert everything() == before


@pytest.mark.parametrize("name", ["me_kind", "me_kind_again", "me_erase_one", "me_restore"])
def test_they_exist_for_whom_they_are_about(call, visit_of, mira, name):
    """Else nobody would be refused below for whose they are."""
    assert call(visit_of(mira), name).status_code in {302, 422}


@pytest.mark.parametrize("name", sorted(OF_THEIRS))
def test_rows_of_another_person_do_not_exist(call, visit_of, noor, name):
    before = everything()
    assert call(visit_of(noor), name).status_code == 404
    assert everything() == before


@pytest.mark.parametrize("name", sorted(PERSONS - {"me_pause", "me_resume", "me_erase"}))
def test_a_persons_page_shows_nothing_of_others(call, visit_of, noor, name):
    answer = call(visit_of(noor), name)
    shown = answer.content
    assert not [word for word in (b"Denver", b"Austin", b"dog", b"nuts", b"mira") if word in shown]
