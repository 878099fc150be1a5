""" "Don't keep this kind": what it means is shown first, then it holds, and it can be taken back."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.consent.choices import consent_of, own_modes, set_for_subject, set_for_workspace
from memory.consent.rules import Mode
from memory.errors import InvalidError
from memory.gate.verdict import Reason
from memory.models import Claim, ConsentRule, Memory, ReviewItem
from memory.write_path import decide_claim
from review.actions import Answer, resolve
from review.models import Resolution
from tests.people import ago, ask, everything, make_claim, remember

NUTS = "User is allergic to nuts."


@pytest.fixture
def nuts(mira):
    return remember(mira, NUTS, scope="constraint", category="health")


@pytest.fixture
def more(mira, nuts):
    """Another one, one that has ended, one of another kind, and a question about the same kind."""
    remember(mira, "User has asthma.")
    ended = remember(mira, "User is allergic to milk.")
    Memory.objects.filter(id=ended.id).update(valid_until=ago(days=3))
    remember(mira, "User lives in Denver.", category="person", key="city", value="Denver")
    return ask(mira, "User is diabetic.", None, reason=Reason.CONSENT)


def address(memory):
    return reverse("review:me_kind", kwargs={"memory_id": memory.id})


def seen(page):
    return re.search(r'name="seen" value="(\w+)"', page)[1]


def told(subject):
    rows = Memory.objects.current(timezone.now()).filter(subject=subject)
    return set(rows.values_list("content", flat=True))


def confirm(browser, memory, **sent):
    page = browser.get(address(memory)).content.decode()
    return browser.post(address(memory), {"seen": seen(page), **sent}, follow=True)


def test_the_page_shows_what_it_means_and_changes_nothing(visit_of, mira, nuts, more):
    before = everything()
    page = visit_of(mira).get(address(nuts)).content.decode()
    assert "your health" in page
    assert "2 things about it that I remember now, and one older version" in page
    assert "One open question about it is dropped for good." in page
    assert "You are allergic to nuts." in page
    assert "You have asthma." in page
    assert "Denver" not in page
    assert everything() == before
    assert not ConsentRule.objects.exists()


def test_from_now_on_nothing_of_it_is_kept(visit_of, mira, nuts, more):
    page = confirm(visit_of(mira), nuts).content.decode()
    assert "I keep nothing about your health from now on." in page
    assert "What I do not keep" in page
    assert own_modes(mira) == {"health": Mode.OFF}
    claim = make_claim(mira, "User has migraines.")
    decide_claim(claim.id)
    assert "User has migraines." not in told(mira)
    assert {NUTS, "User has asthma."} <= told(mira)  # not asked to go
    more.refresh_from_db()
    assert more.state == ReviewItem.State.RESOLVED
    assert not Claim.objects.filter(content__icontains="diabetic").exists()


def test_what_is_kept_goes_with_it_and_comes_back_with_it(visit_of, mira, nuts, more):
    browser, before = visit_of(mira), told(mira)
    page = confirm(browser, nuts, delete="on").content.decode()
    assert told(mira) == {"User lives in Denver."}
    assert Memory.objects.filter(deleted_at__isnull=False).count() == 3
    undo = re.search(r'action="([^"]+/again/[^"]+)"', page)[1].replace("&amp;", "&")
    page = browser.post(undo, follow=True).content.decode()
    assert "I keep what you say about your health again." in page
    assert told(mira) == before
    assert not Memory.objects.filter(deleted_at__isnull=False).exists()
    assert own_modes(mira) == {}


def test_undo_brings_back_the_consent_that_was_given_before(visit_of, mira, nuts):
    set_for_workspace(mira.workspace, {"health": "ask"})
    set_for_subject(mira, {"health": "on"})
    browser = visit_of(mira)
    page = confirm(browser, nuts).content.decode()
    undo = re.search(r'action="([^"]+/again/[^"]+)"', page)[1].replace("&amp;", "&")
    browser.post(undo)
    assert own_modes(mira) == {"health": Mode.ON}


def test_later_it_is_kept_again_by_the_workspaces_rule(visit_of, mira, nuts):
    set_for_workspace(mira.workspace, {"health": "ask"})
    browser = visit_of(mira)
    confirm(browser, nuts)
    browser.post(reverse("review:me_kind_again", kwargs={"kind": "health"}))
    assert consent_of(mira).mode_of("health") is Mode.ASK


def test_what_changed_meanwhile_is_shown_first(visit_of, mira, nuts):
    browser = visit_of(mira)
    old = seen(browser.get(address(nuts)).content.decode())
    remember(mira, "User has asthma.")
    before = everything()
    response = browser.post(address(nuts), {"seen": old, "delete": "on"})
    assert response.status_code == 409
    assert "Look again." in response.content.decode()
    assert "You have asthma." in response.content.decode()
    assert everything() == before
    assert own_modes(mira) == {}


def test_of_several_kinds_one_is_chosen(visit_of, mira):
    both = remember(mira, "User is a Catholic with asthma.", category="person")
    browser = visit_of(mira)
    page = browser.get(address(both) + "?kind=religion").content.decode()
    assert "your religion or belief" in page
    assert "?kind=health" in page
    assert "?kind=person" in page
    browser.post(address(both) + "?kind=religion", {"seen": seen(page)})
    assert own_modes(mira) == {"religion": Mode.OFF}


def test_what_is_of_no_kind_has_no_button(visit_of, mira):
    plain = remember(mira, "User owns a blue umbrella.")
    browser = visit_of(mira)
    assert address(plain) not in browser.get("/me/").content.decode()
    assert browser.get(address(plain)).status_code == 404


def test_nobody_decides_for_another(visit_of, mira, noor, nuts, more):
    before = everything()
    assert visit_of(noor).get(address(nuts)).status_code == 404
    assert visit_of(noor).post(address(nuts), {"seen": "x"}).status_code == 404
    again = reverse("review:me_kind_again", kwargs={"kind": "health"})
    assert visit_of(noor).post(again).status_code == 404
    assert everything() == before
    remember(noor, "User has asthma.")
    confirm(visit_of(mira), nuts, delete="on")
    assert told(noor) == {"User has asthma."}


def test_an_operator_cannot_store_what_its_person_switched_off(ana, decider, mira):
    item = ask(mira, "User votes for the Greens.", None, reason=Reason.POLICY)
    set_for_subject(mira, {"politics": "off"})
    before = everything()
    with pytest.raises(InvalidError, match="not to be remembered here"):
        resolve(item, Answer(action=Resolution.Action.KEEP_BOTH), decider(ana))
    assert everything() == before
