"""Deleted and erased: what a person and an operator can bring back, and what they remove for good."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from memory import store
from memory.amend import delete_memory
from memory.forget.erase import erase_memory
from memory.models import AccessRecord, Decision, ErasureReceipt, Memory, Session, Tombstone, Turn
from memory.models.memory import RESTORABLE_FOR
from memory.store import Actor
from review.listings.forgotten import recently_deleted
from review.policies import subject_self
from tests.memory.conftest import tell
from tests.people import everything, remember

PAGE = reverse("review:me_forgotten")


def at(name, *ids):
    return reverse(f"review:{name}", args=ids)


@pytest.fixture
def deleted(mira, denver):
    """Mira deleted where she lives, on her own page."""
    delete_memory(denver, subject_self(mira).actor)
    return denver


def test_a_person_restores_what_they_deleted(visit_of, mira, deleted):
    browser = visit_of(mira)
    page = browser.get(PAGE).content.decode()
    assert "Lives in Denver." in page and at("me_restore", deleted.id) in page
    browser.post(at("me_restore", deleted.id))
    assert Memory.objects.visible().get() == deleted
    assert "Nothing was deleted" in browser.get(PAGE).content.decode()
    assert browser.post(at("me_restore", deleted.id)).status_code == 404


def test_after_seven_days_there_is_nothing_to_restore(visit_of, mira, deleted):
    with time_machine.travel(timezone.now() + RESTORABLE_FOR + timedelta(minutes=1)):
        browser = visit_of(mira)
        page = browser.get(PAGE).content.decode()
        assert "Nothing was deleted" in page and at("me_restore", deleted.id) not in page
        assert browser.post(at("me_restore", deleted.id)).status_code == 404
    assert not Memory.objects.visible().exists()


def test_what_an_operator_deleted_is_for_operators_to_restore(
    visit_of, browser_of, ana, mira, denver
):
    delete_memory(denver, Actor(Decision.Actor.OPERATOR, str(ana.pk)))
    person = visit_of(mira)
    assert at("me_restore", denver.id) not in person.get(PAGE).content.decode()
    assert person.post(at("me_restore", denver.id)).status_code == 404
    browser = browser_of(ana)
    page = browser.get(at("forgotten", mira.id)).content.decode()
    assert "Lives in Denver." in page and "by operator" in page
    browser.post(at("restore", mira.id, denver.id))
    assert Memory.objects.visible().get() == denver


def test_what_undo_took_back_and_what_nobody_deleted_is_not_listed(mira, denver):
    remember(mira, "Has a dog.")
    with store.change(mira.id, store.SYSTEM) as c:
        store.retire(c, denver, reason="test")
    assert recently_deleted(mira) == []


def test_what_cannot_be_restored_says_why(visit_of, mira, deleted):
    tell(mira, "Lives in Austin.", key="city", value="Austin")
    page = visit_of(mira).get(PAGE).content.decode()
    assert "A newer memory holds this value now" in page
    assert at("me_restore", deleted.id) in page and "Restore: " not in page
    assert visit_of(mira).post(at("me_restore", deleted.id)).status_code == 409
    assert Memory.objects.visible().get().content == "Lives in Austin."


def test_a_person_erases_one_thing_after_a_last_question(visit_of, mira, denver):
    remember(mira, "Has a dog.")
    browser, address = visit_of(mira), at("me_erase_one", denver.id)
    assert address in browser.get("/me/").content.decode()
    assert "Lives in Denver." in browser.get(address).content.decode()
    assert browser.post(address).status_code == 422
    assert Memory.objects.count() == 2
    browser.post(address, {"sure": "on"})
    assert Memory.objects.get().content == "Has a dog."
    assert ErasureReceipt.objects.get().actor == "subject"
    assert "Denver" not in str(list(Turn.objects.values()))


def test_what_is_only_hidden_can_be_erased_at_once(visit_of, mira, deleted):
    browser = visit_of(mira)
    assert at("me_erase_one", deleted.id) in browser.get(PAGE).content.decode()
    browser.post(at("me_erase_one", deleted.id), {"sure": "on"})
    assert not Memory.objects.exists()


def test_a_person_erases_a_conversation(visit_of, mira, denver):
    session = Session.objects.get()
    kept = remember(mira, "Has a dog.")
    browser, address = visit_of(mira), at("me_erase_conversation", session.id)
    page = browser.get(PAGE).content.decode()
    assert "By the way: Lives in Denver." in page and "one message" in page and address in page
    assert "one thing that I learned" in browser.get(address).content.decode()
    assert browser.post(address, {"sure": ""}).status_code == 422
    assert Session.objects.exists()
    browser.post(address, {"sure": "on"})
    assert not Session.objects.exists()
    assert Memory.objects.get() == kept
    assert browser.post(address, {"sure": "on"}).status_code == 404


@pytest.mark.parametrize("words", ["Lives in Denver.", "lives in  Denver"])
def test_a_person_lets_me_learn_it_again(visit_of, mira, denver, words):
    erase_memory(denver, store.SYSTEM)
    browser = visit_of(mira)
    assert tell(mira, "Lives in Denver.").state == "decided"
    assert not Memory.objects.exists()
    answer = browser.post(at("me_learn_again"), {"statement": words}, follow=True)
    assert "I will listen" in answer.content.decode()
    tell(mira, "Lives in Denver.")
    assert Memory.objects.get().content == "Lives in Denver."


def test_words_as_their_person_says_them_are_enough(visit_of, mira):
    erase_memory(remember(mira, "User lives in Denver."), store.SYSTEM)
    visit_of(mira).post(at("me_learn_again"), {"statement": "You live in Denver."})
    assert not Tombstone.objects.exists()


@pytest.mark.parametrize(
    ("sent", "told"),
    [({}, "Write the statement"), ({"statement": "Has a yak."}, "erased nothing in these words")],
)
def test_nothing_is_lifted_by_mistake(visit_of, mira, denver, sent, told):
    erase_memory(denver, store.SYSTEM)
    answer = visit_of(mira).post(at("me_learn_again"), sent)
    assert answer.status_code == 422 and told in answer.content.decode()
    assert Tombstone.objects.exists()


def test_all_of_it_may_be_learned_again(visit_of, browser_of, ada, mira, denver):
    for who, name, ids in (
        (visit_of(mira), "me_learn_again", ()),
        (browser_of(ada), "learn_again", (mira.id,)),
    ):
        erase_memory(remember(mira, "Has a dog."), store.SYSTEM)
        assert Tombstone.objects.exists()
        who.post(at(name, *ids), {"everything": "on", "statement": ""})
        assert not Tombstone.objects.exists()


def test_administrators_erase_a_conversation_and_reviewers_do_not(
    browser_of, ana, ada, mira, denver
):
    session = Session.objects.get()
    address = at("erase_conversation", mira.id, session.id)
    assert address not in browser_of(ana).get(at("forgotten", mira.id)).content.decode()
    before = everything()
    for sent in (None, {"sure": "on"}):
        refused = browser_of(ana).post(address, sent) if sent else browser_of(ana).get(address)
        assert refused.status_code == 403
    assert browser_of(ana).post(at("learn_again", mira.id), {"everything": "on"}).status_code == 403
    assert everything() == before
    assert address in browser_of(ada).get(at("forgotten", mira.id)).content.decode()
    page = browser_of(ada).post(address, {"sure": "on"}, follow=True).content.decode()
    assert ErasureReceipt.objects.get().id in page
    assert not Session.objects.exists() and not Memory.objects.exists()


def test_looking_at_what_was_deleted_is_logged(browser_of, ana, mira, deleted):
    browser_of(ana).get(at("forgotten", mira.id))
    record = AccessRecord.objects.get()
    assert (record.subject_ref, record.memory_refs) == (mira.id, [deleted.id])


def test_two_facts_are_parted_from_the_log(browser_of, ana, mira, denver):
    tell(mira, "Lives in Austin.", key="city", value="Austin")
    made = Decision.objects.get(action="replace")
    browser = browser_of(ana)
    page = browser.get(at("subject", mira.id)).content.decode()
    assert at("part", made.id) in page and "Both hold" in page
    browser.post(at("part", made.id))
    current = Memory.objects.current(timezone.now())
    assert set(current.values_list("content", flat=True)) == {
        "Lives in Denver.",
        "Lives in Austin.",
    }
    assert current.get(content="Lives in Denver.").single_valued
    assert browser.post(at("part", made.id)).status_code == 409
    assert "two facts" in browser.get(at("subject", mira.id)).content.decode()
