"""What held formerly: on demand, and marked as past."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import store
from memory.inference.embeddings import embed
from memory.models import Memory
from memory.read_path import build_context
from memory.recall.history import asks_for_the_past
from tests.memory.recall.conftest import section
from tests.memory.recall.test_search import remember

NOW = timezone.now()
DAY = timedelta(days=1)


@pytest.fixture
def moved(alma):
    """Lived in Denver, lives in Austin now."""
    old = remember(alma, "User lives in Denver.", key="city", value="Denver")
    with store.change(alma.id, store.GATE) as c:
        from tests.people import make_claim

        claim = make_claim(alma, "User lives in Austin.", key="city", value="Austin")
        store.supersede(
            c, claim, old, embed(["User lives in Austin."])[0], reason="test", evidence={}
        )
    return alma


@pytest.mark.parametrize(
    "query",
    [
        "where did I live before?",
        "what was my previous job",
        "where did we use to live? i used to like it",
        "what was my old address",
        "where was i working until last year",
    ],
)
def test_questions_about_the_past_are_known(query):
    assert asks_for_the_past(query)


@pytest.mark.parametrize(
    "query", ["where do I live?", "call me before dinner", "what should i eat", "", "then what?"]
)
def test_other_questions_are_not(query):
    assert not asks_for_the_past(query)


def test_a_superseded_memory_is_told_as_past_where_it_is_asked_for(moved):
    block = build_context(moved, query="where did I live before?")

    [line] = section(block, "history")
    assert line.text == "User lives in Denver."
    assert any(note.startswith("no longer so: from ") for note in line.notes)
    assert "User lives in Austin." in [one.text for one in section(block, "profile")]


def test_it_is_not_told_otherwise(moved):
    block = build_context(moved, query="where do I live?")

    assert section(block, "history") == ()
    assert "Denver" not in block.text


def test_the_memory_of_a_past_moment_has_no_later_one(moved):
    then = Memory.objects.get(value="Austin").created_at - timedelta(microseconds=1)

    block = build_context(moved, query="where do I live?", as_of=then)

    assert "Denver" in block.text
    assert "Austin" not in block.text


def test_what_was_deleted_is_no_history(moved):
    with store.change(moved.id, store.GATE) as c:
        store.delete(c, Memory.objects.get(value="Denver"))

    assert "Denver" not in build_context(moved, query="where did I live before?").text


def test_a_year_asks_for_what_held_then(alma):
    remember(
        alma,
        "User works at the harbour.",
        valid_from=NOW - 900 * DAY,
        valid_until=NOW - 500 * DAY,
    )
    remember(
        alma, "User works at the mill.", valid_from=NOW - 500 * DAY, valid_until=NOW - 20 * DAY
    )
    year = (NOW - 700 * DAY).year

    lines = section(build_context(alma, query=f"where did i work in {year}?"), "history")

    assert "User works at the harbour." in [line.text for line in lines]
