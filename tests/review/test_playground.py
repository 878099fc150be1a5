"""The playground: each step of both paths, and the comparison that stores nothing."""

from __future__ import annotations

import html

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.gate.policy import Policy
from memory.gate.verdict import Outcome
from memory.inference.fakes import use_fakes
from memory.models import AccessRecord, Claim, Memory, ReviewItem, Session, Subject, Turn
from memory.vocabulary import EventPolicy, PolicyMode
from review.playground import POLICIES, compare, labelled, policies_for
from tests.people import everything, remember


def contradiction(_premise, _hypothesis):
    return (0.99, 0.0, 0.01)


def at(name, subject):
    return reverse(f"review:{name}", kwargs={"subject_id": subject.id})


def page_of(response):
    return html.unescape(response.content.decode())


@pytest.fixture
def home(mira):
    return remember(mira, "User lives in Denver.", key="city", value="Denver")


def outcomes(comparison):
    (claim,) = comparison.claims
    return {one.name: str(one.verdict.outcome) for one in claim.verdicts}


def test_policies_are_compared_and_nothing_is_stored(mira, home):
    before = everything()
    with use_fakes(contradiction):
        found = compare(mira, "We moved to Austin last month.")
    assert outcomes(found) == {
        "strict": "review",
        "strict, events replace": "replace",
        "review all": "review",
        "off": "add",
    }
    assert {one.target for one in found.claims[0].verdicts if one.target} == {home}
    assert not found.claims[0].agree
    assert everything() == before
    assert (Turn.objects.count(), Session.objects.count()) == (0, 0)
    mira.refresh_from_db()
    assert mira.memory_version == Subject.objects.get(id=mira.id).memory_version


def test_where_all_policies_agree(mira, home):
    (claim,) = compare(mira, "I live in Denver.").claims
    assert {one.verdict.outcome for one in claim.verdicts if one.name != "off"} == {Outcome.SKIP}


def test_a_policy_of_the_workspaces_own_is_compared_too():
    assert policies_for(Policy()) == dict(POLICIES)
    own = Policy(mode=PolicyMode.REVIEW_ALL, events=EventPolicy.REPLACE)
    assert next(iter(policies_for(own).values())) == own


def test_the_workspaces_policy_is_marked(harbour, mira, home):
    harbour.policy = PolicyMode.OFF
    harbour.save()
    subject = Subject.objects.select_related("workspace").get(id=mira.id)
    (claim,) = compare(subject, "I live in Austin.").claims
    assert [one.name for one in claim.verdicts if one.is_own] == ["off"]


def test_a_comparison_says_why_there_is_nothing(mira):
    assert compare(mira, "What is the weather like?").nothing == "question"
    assert compare(mira, "Forget my phone number.").requests == ["forget something"]


def test_nothing_is_read_of_what_may_not_be_kept(mira):
    Subject.objects.filter(id=mira.id).update(paused_at=timezone.now())
    found = compare(Subject.objects.get(id=mira.id), "I live in Denver.")
    assert (list(found.claims), found.nothing) == ([], "paused")


def test_sentences_have_the_models_labels():
    first, second = labelled("I am allergic to peanuts. How are you?")
    assert (first.text, second.text) == ("I am allergic to peanuts.", "How are you?")
    words = {label.head: label.word for label in first.labels}
    assert words["keep"] == "keep"
    assert words["scope"] == "constraint"
    assert all(0 < label.probability <= 1 for label in first.labels)


def test_what_is_said_is_shown_step_by_step(ana, browser_of, mira):
    browser = browser_of(ana)
    answer = browser.post(at("playground_say", mira), {"text": "I live in Denver."})
    page = page_of(browser.get(answer.headers["Location"]))
    memory = Memory.objects.get()
    assert memory.content in page
    assert memory.id in page
    assert "Added: nothing stored says this or speaks against it." in page
    assert "The context for the answer" in page
    assert "of 500 tokens" in page


def test_looking_at_it_counts_as_no_use(ana, browser_of, mira):
    browser = browser_of(ana)
    answer = browser.post(at("playground_say", mira), {"text": "I live in Denver."})
    browser.get(answer.headers["Location"])
    assert Memory.objects.get().access_count == 0


def test_who_looked_is_logged_with_what_they_were_told(vera, browser_of, mira, home):
    browser_of(vera).post(at("playground_compare", mira), {"text": "I live in Austin."})
    record = AccessRecord.objects.get()
    assert (record.act, record.reader_ref, record.memory_refs) == (
        AccessRecord.Act.CONTEXT,
        str(vera.pk),
        [home.id],
    )


def test_a_question_leads_to_its_item(ana, browser_of, mira, home):
    browser = browser_of(ana)
    with use_fakes(contradiction):
        answer = browser.post(
            at("playground_say", mira), {"text": "We moved to Austin last month."}
        )
        page = page_of(browser.get(answer.headers["Location"]))
    item = ReviewItem.objects.get()
    assert reverse("review:item", kwargs={"item_id": item.id}) in page
    assert "User lives in Denver." in page


def test_a_request_is_carried_out_and_told(ana, browser_of, mira, home):
    browser = browser_of(ana)
    answer = browser.post(at("playground_say", mira), {"text": "Please stop remembering things."})
    page = page_of(browser.get(answer.headers["Location"]))
    assert "The memory is paused" in page


def test_a_message_with_nothing_in_it_says_why(ana, browser_of, mira):
    browser = browser_of(ana)
    answer = browser.post(at("playground_say", mira), {"text": "How are you?"})
    page = page_of(browser.get(answer.headers["Location"]))
    assert "Nothing stored: the message only asks." in page


def test_the_comparison_on_the_page(vera, browser_of, mira, home):
    before = everything()
    page = page_of(
        browser_of(vera).post(at("playground_compare", mira), {"text": "I live in Austin."})
    )
    assert "Nothing of this was stored." in page
    assert "Replaced: this can have one value only" in page
    assert "Say it" not in page  # a viewer only compares
    assert everything() == before


def test_a_viewer_says_nothing(vera, browser_of, mira):
    answer = browser_of(vera).post(at("playground_say", mira), {"text": "I live in Denver."})
    assert answer.status_code == 403
    assert not Turn.objects.exists()


@pytest.mark.parametrize("name", ["playground_say", "playground_compare"])
@pytest.mark.parametrize("text", ["", "   ", "a" * 8_001, "a\x00b"])
def test_a_text_that_cannot_be_taken(ana, browser_of, mira, name, text):
    answer = browser_of(ana).post(at(name, mira), {"text": text})
    assert answer.status_code == 422
    assert 'role="alert"' in page_of(answer)
    assert not Claim.objects.exists()


def test_a_person_is_picked_or_made(ana, browser_of, harbour, mira):
    browser = browser_of(ana)
    assert "mira" in page_of(browser.get(reverse("review:playground")))
    choose = reverse("review:playground_choose")
    assert browser.post(choose, {"person": "mira"}).headers["Location"] == at(
        "playground_person", mira
    )
    browser.post(choose, {"person": "nils"})
    made = Subject.objects.get(external_id="nils")
    assert made.workspace == harbour


@pytest.mark.parametrize("person", ["", "a\nb", "a" * 201])
def test_an_id_that_is_none(ana, browser_of, person):
    answer = browser_of(ana).post(reverse("review:playground_choose"), {"person": person})
    assert answer.status_code == 422
    assert not Subject.objects.exists()


def test_a_viewer_makes_nobody(vera, browser_of, harbour):
    answer = browser_of(vera).post(reverse("review:playground_choose"), {"person": "nils"})
    assert answer.status_code == 404
    assert not Subject.objects.exists()


@pytest.mark.parametrize("name", ["playground_person", "playground_say", "playground_compare"])
def test_people_of_other_workspaces_are_not_there(otto, browser_of, mira, name):
    browser = browser_of(otto)
    send = browser.get if name == "playground_person" else browser.post
    assert send(at(name, mira), {"text": "I live in Denver."}).status_code == 404
    assert not Turn.objects.exists()


def test_a_turn_of_somebody_else_is_not_there(ana, browser_of, mira, noor):
    browser = browser_of(ana)
    answer = browser.post(at("playground_say", mira), {"text": "I live in Denver."})
    query = answer.headers["Location"].partition("?")[2]
    assert browser.get(f"{at('playground_person', noor)}?{query}").status_code == 404
