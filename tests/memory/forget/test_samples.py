"""What ANALYZE keeps of a table's values is kept of nothing that somebody said."""

from __future__ import annotations

import pytest
from django.db import connection

from memory.forget import samples
from memory.models import Subject, Workspace
from tests.people import say

WORD = "quixhaven"


@pytest.fixture
def talk(db) -> Subject:
    """Enough rows for samples."""
    workspace = Workspace.objects.create(name="Alma's bot", slug="almas-bot")
    alma = Subject.objects.create(workspace=workspace, external_id="alma")
    for number in range(30):
        say(alma, f"I keep {number} bees in Quixhaven." if number % 3 else "Bees in Quixhaven!")
    return alma


def sampled(table: str = "%") -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE memory_turn")
        cursor.execute(
            "SELECT attname FROM pg_stats WHERE tablename LIKE %s AND concat(most_common_vals, "
            "histogram_bounds, most_common_elems) ILIKE %s",
            [table, f"%{WORD}%"],
        )
        return {name for (name,) in cursor.fetchall()}


def test_no_sample_is_taken_of_any_column_of_the_register(db):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT attrelid::regclass::text, attname FROM pg_attribute WHERE attstattarget = 0"
        )
        without = set(cursor.fetchall())
    assert set(samples.columns()) <= without
    assert ("memory_turn", "content") in without


def test_what_was_sampled_before_is_gone(talk):
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
        for column in ("content", "words"):
            cursor.execute(f"ALTER TABLE memory_turn ALTER COLUMN {column} SET STATISTICS 100")
    assert sampled() == {"content", "words"}, "else there is nothing to hide"

    samples.keep_none()

    assert sampled() == set()
