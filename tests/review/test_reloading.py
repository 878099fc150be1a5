"""The address of a form, opened by itself, as a browser does that reloads after a refusal."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.people import everything


def test_a_refused_setting_is_reloaded_as_its_page(ada, browser_of):
    browser = browser_of(ada)
    address = reverse("review:save_thresholds")
    assert browser.post(address, {"floor": "7"}).status_code == 422
    page = browser.get(address, follow=True)
    assert page.redirect_chain == [(reverse("review:settings"), 302)]
    assert page.status_code == 200


def test_an_answer_is_reloaded_as_its_question_of_the_same_view(ana, browser_of, moved):
    before = everything()
    answer = reverse("review:replace", kwargs={"item_id": moved.id})
    leads = browser_of(ana).get(f"{answer}?reason=event&sort=newest")
    question = reverse("review:item", kwargs={"item_id": moved.id})
    assert leads.headers["Location"] == f"{question}?reason=event&sort=newest"
    assert everything() == before


@pytest.mark.parametrize("name", ["me_delete", "me_wrong", "me_restore"])
def test_what_a_person_did_is_reloaded_as_their_page(visit_of, mira, denver, name):
    address = reverse(f"review:{name}", kwargs={"memory_id": denver.id})
    assert visit_of(mira).get(address).headers["Location"] == "/me/"


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_stay_refused(ana, browser_of, moved, method):
    answer = reverse("review:replace", kwargs={"item_id": moved.id})
    assert getattr(browser_of(ana), method)(answer).status_code == 405
