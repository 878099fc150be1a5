"""What the read path asks of the database: few statements, the same ones for everybody, prepared."""

from __future__ import annotations

import importlib
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import CharField
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory.forget.fading import without_faded
from memory.models import FollowUp, Memory, Turn
from memory.read_path import build_context
from memory.recall.hits import find_hits
from memory.recall.statements import NOW, SUBJECT, Given, compiled, fetch
from tests.memory.conftest import tell
from tests.memory.recall.conftest import talk
from tests.memory.recall.test_search import remember

EVERYTHING = 16
"""Statements of a context that has to do with everything there is: open questions, what is always told,
follow-ups, what lies ahead, recall by time (two) and the memories found, summaries in question, history, recent turns,
turns that were not heard, the search of turns (two) and two looks at what was found; what was said since."""


@pytest.fixture
def life(alma):
    """Something for each step of the read path."""
    remember(alma, "User is allergic to walnuts.", scope="constraint")
    remember(alma, "User went to the bakery fair.", type="episodic", scope="event")
    remember(alma, "User's bakery had two ovens.", valid_until=timezone.now())
    tell(alma, "User's bakery opens at seven.")
    tell(alma, "User's bakery opens at nine.", source="assistant")
    FollowUp.objects.create(subject=alma, question="How was the fair?", due_date=alma.today)
    talk(alma, "I never eat walnuts", "Noted.", "my bakery smells of rye", "Nice.")
    return alma


def asked(subject, query: str) -> list[str]:
    with CaptureQueriesContext(connection) as found:
        build_context(subject, query=query, session="long-ago")
    return [one["sql"] for one in found]


@pytest.mark.parametrize("query", ["", "my bakery", "how was my bakery before, in May?"])
def test_the_number_of_statements_is_the_same_for_more_of_everything(life, query):
    def more(*numbers: int) -> None:
        for number in numbers:
            remember(life, f"User's bakery has oven {number}.", key="oven" if number % 2 else "")
            remember(life, f"User saw bakery {number}.", type="episodic", scope="event")
        talk(life, *(f"my bakery sold {number} loaves" for number in numbers), session="loaves")

    more(0, 1)
    few = asked(life, query)
    more(*range(2, 12))

    assert len(asked(life, query)) == len(few) <= EVERYTHING


def test_another_person_is_asked_about_with_the_same_prepared_statements(life, bruno):
    def prepared() -> set[str]:
        return {sql for (sql,) in fetch("SELECT statement FROM pg_prepared_statements")}

    remember(bruno, "User's bakery is blue.")
    talk(bruno, "my bakery is blue", "Nice.")
    build_context(life, query="my bakery", session="long-ago")
    before = prepared()
    build_context(bruno, query="is the bakery blue?", session="long-ago")

    assert prepared() == before
    assert any("memory_memory" in sql for sql in before)
    assert not any(life.id in sql or "bakery" in sql for sql in before)


@pytest.mark.parametrize(
    ("module", "gone"), [("search", Memory), ("history", Memory), ("turn_search", Turn)]
)
def test_what_is_erased_between_two_statements_is_left_out(life, monkeypatch, module, gone):
    """Two clients at once: one asks for a context while the other erases."""
    place = importlib.import_module(f"memory.recall.{module}")
    found = []

    def then_erased(*args, **given):
        hits = find_hits(*args, **given)
        found.extend(hits)
        gone.objects.filter(id__in=[hit.id for hit in hits]).delete()
        return hits

    monkeypatch.setattr(place, "find_hits", then_erased)
    block = build_context(life, query="how was my bakery before?")

    assert found
    told = {line.memory or line.turn for line in block.lines}
    assert told.isdisjoint(hit.id for hit in found)
    assert "walnuts" in block.text


@pytest.mark.parametrize(
    "query", ["100% o'clock", "%(now)s %s %%", "bakery \\ \" ' {rows}", "ß 🥐 パン"]
)
def test_a_query_is_never_part_of_a_statement(life, query):
    plain = build_context(life, query=query, session=query).as_dict()
    with CaptureQueriesContext(connection):
        logged = build_context(life, query=query, session=query).as_dict()

    assert plain == logged
    assert plain["references"]


def test_values_that_do_not_differ_stand_in_the_statement(db):
    """Else PostgreSQL could not know that a partial index holds all of the rows."""
    rows = Memory.objects.filter(subject=SUBJECT, scope="constraint", content__contains="5 %")

    sql = compiled(rows.values("id"))

    assert "= (%(subject)s)" in sql
    assert "= 'constraint'" in sql
    assert "5 \\%%" in sql or "5 \\\\%%" in sql
    assert fetch(sql, subject="nobody") == []


def test_compiled_rows_are_those_of_the_queryset(alma):
    kept = remember(alma, "User likes 5 % fat.")
    faded = remember(alma, "User saw a cat.", importance=1)
    Memory.objects.filter(id=faded.id).update(created_at=datetime(2020, 1, 1, tzinfo=UTC))
    rows = without_faded(Memory.objects.filter(subject=SUBJECT).current(NOW), NOW)
    sql = compiled(rows.filter(id__any_of=Given("ids", CharField())).values_list("id"))
    now = timezone.now()

    def found(*ids: str, at: datetime = now):
        return fetch(sql, subject=alma.id, now=at, ids=list(ids), unused=1)

    assert found(kept.id, faded.id) == [(kept.id,)]
    assert found(faded.id) == found() == []
    assert found(kept.id, at=now - timedelta(days=1)) == [(kept.id,)]
