"""What lies beneath a memory, and what is coming up."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from memory import store
from memory.models import Memory
from review.changes import reword
from review.listings.mine import erasure_counts
from review.listings.subjects import subject_page
from tests.people import ago, remember


def page_of(subject):
    return reverse("review:subject", kwargs={"subject_id": subject.id})


def groups(subject, **search):
    found = subject_page(subject, **search).groups
    return {
        group.title: [
            [version.memory.content, *(old.content for old in version.older)]
            for version in group.versions
        ]
        for group in found
    }


@pytest.fixture
def boston(mira):
    return remember(mira, "Lives in Boston.", valid_from=ago(days=-9))


def test_what_is_coming_up_has_a_section_of_its_own(mira, denver, boston):
    assert groups(mira) == {
        "Facts and preferences": [["Lives in Denver."]],
        "Coming up": [["Lives in Boston."]],
    }
    assert groups(mira, history=True) == groups(mira)


def test_an_operator_sees_from_when_it_holds(ana, browser_of, mira, boston):
    page = browser_of(ana).get(page_of(mira)).content.decode()
    assert "Coming up" in page
    assert 'from <time datetime="' in page


def test_a_person_sees_what_is_coming_up(visit_of, mira, denver, boston):
    page = visit_of(mira).get("/me/").content.decode()
    assert page.index("Lives in Denver.") < page.index("Coming up") < page.index("Lives in Boston.")
    assert "2 things from our conversations" in page


def test_erasing_counts_what_is_coming_up(mira, denver, boston):
    counts = dict(erasure_counts(mira))
    assert counts["things I remember now"] == 1
    assert counts["things that are coming up"] == 1
    assert "older, replaced or deleted versions" not in counts


def test_what_was_replaced_before_it_began_is_not_coming_up(mira, boston):
    reword(boston, "Lives in Cambridge.", store.SYSTEM)
    assert groups(mira) == {"Coming up": [["Lives in Cambridge.", "Lives in Boston."]]}


def test_beneath_each_memory_is_what_it_superseded(mira, denver):
    second = reword(denver, "Lives in Boulder.", store.SYSTEM)
    reword(second, "Lives in Aspen.", store.SYSTEM)
    chain = ["Lives in Aspen.", "Lives in Boulder.", "Lives in Denver."]
    assert groups(mira) == {"Facts and preferences": [chain]}
    assert groups(mira, history=True) == groups(mira)


def test_the_older_wording_is_struck(ana, browser_of, mira, denver):
    reword(denver, "Lives in Boulder.", store.SYSTEM)
    page = browser_of(ana).get(page_of(mira)).content.decode()
    assert 'aria-label="What it superseded"' in page
    assert f'line-through" href="/review/memories/{denver.id}/">Lives in Denver.</a>' in page


def test_history_finds_a_chain_by_its_older_wording(mira, denver):
    reword(denver, "Lives in Boulder.", store.SYSTEM)
    assert groups(mira, text="Denver") == {}
    found = groups(mira, text="Denver", history=True)
    assert found == {"Facts and preferences": [["Lives in Boulder.", "Lives in Denver."]]}


def test_history_shows_what_ended_without_a_successor(mira, denver):
    Memory.objects.filter(id=denver.id).update(valid_until=timezone.now())
    assert groups(mira) == {}
    assert groups(mira, history=True) == {"Facts and preferences": [["Lives in Denver."]]}
