"""The item page, the memory page and the frame in plain words."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memory import amend, store
from memory.gate.verdict import Reason
from memory.models import Claim, Memory, ReviewItem
from review.changes import reword
from review.forms import QUESTIONS, REASONS
from review.listings.item import item_page
from review.templatetags.pages import standing
from tests.people import ago, ask, remember


def item_of(browser, item):
    return browser.get(reverse("review:item", kwargs={"item_id": item.id})).content.decode()


def test_the_heading_is_the_question_and_the_reason_stands_below(ana, browser_of, moved):
    page = item_of(browser_of(ana), moved)
    assert "<h1>Has this changed?</h1>" in page
    assert page.index("</h1>") < page.index("told as an event that may have changed")


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_its_question(reason):
    assert QUESTIONS[reason].endswith("?")


def test_where_nothing_is_stored_the_question_is_whether_to_store(ana, browser_of, mira):
    item = ask(mira, "Lives at sea.", None, reason=Reason.POLICY)
    assert "<h1>Should this be stored?</h1>" in item_of(browser_of(ana), item)


@pytest.mark.parametrize(
    "words",
    [
        "the dashed lines are the thresholds",
        "still holds",
        "true now",
        "(deletes the old one)",
        "the higher one of both statements",
    ],
)
def test_the_page_says_in_plain_words(ana, browser_of, moved, words):
    assert words in item_of(browser_of(ana), moved)


def test_how_a_memory_stands(mira, denver):
    assert standing(denver) == "still holds"
    assert standing(remember(mira, "Lives in Rome.", valid_from=ago(days=-2))) == "coming up"
    reword(denver, "Lives in Boulder.", store.SYSTEM)
    denver.refresh_from_db()
    assert standing(denver) == "has ended"
    amend.delete_memory(denver, store.SYSTEM)
    denver.refresh_from_db()
    assert standing(denver) == "deleted"


def test_a_memorys_way_back_names_its_person(ana, browser_of, mira, denver):
    browser = browser_of(ana)
    for name, kwargs in (
        ("memory", {"memory_id": denver.id}),
        ("subject", {"subject_id": mira.id}),
    ):
        page = browser.get(reverse(f"review:{name}", kwargs=kwargs)).content.decode()
        (way,) = page.split('aria-label="Where you are"')[1:]
        assert ">mira<" in way.partition("</nav>")[0]
        assert f">{mira.id}<" not in page


def test_what_is_coming_up_can_be_corrected(ana, browser_of, mira):
    boston = remember(mira, "Moves to Boston.", valid_from=ago(days=-9))
    path = reverse("review:memory", kwargs={"memory_id": boston.id})
    assert "Save a corrected version" in browser_of(ana).get(path).content.decode()


def test_the_current_workspace_is_text_and_no_faint_button(ana, browser_of, orchard):
    ana.memberships.create(workspace=orchard, role="reviewer")
    page = browser_of(ana).get("/review/").content.decode()
    assert 'aria-current="true"' in page
    assert "disabled" not in page.partition("<main")[0]


def test_the_api_documentation_leads_back(client):
    assert '<a href="/">← Back to Palimpsest</a>' in client.get("/api/docs/").content.decode()


def test_the_fields_say_how_often_it_was_seen_and_what_read_it(ana, decider, denver, moved):
    rows = {field.name for field in item_page(moved, decider(ana)).fields}
    assert not {"Seen", "Read by"} & rows
    Memory.objects.filter(id=denver.id).update(confirmations=2)
    Claim.objects.filter(id=moved.claim_id).update(engine="rules")
    fresh = ReviewItem.objects.get(id=moved.id)
    rows = {field.name: (field.old, field.new) for field in item_page(fresh, decider(ana)).fields}
    assert rows["Seen"] == ("3 times", "")
    assert rows["Read by"] == ("", "rules")
