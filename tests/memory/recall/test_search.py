"""Recall of facts and episodes: by meaning with the real model, and by words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from memory.inference.embeddings import embed
from memory.models import Memory
from memory.read_path import build_context
from memory.recall.hits import find_hits
from memory.recall.statements import compiled
from tests.memory.recall.conftest import section
from tests.people import remember as store_one

NOISE = (
    "User plays the tuba in a brass band.",
    "User has a sister in Graz.",
    "User collects stamps from Portugal.",
    "User's favourite soup is leek and potato.",
)


def remember(subject, content, **fields):
    """Store a statement with its real vector."""
    memory = store_one(subject, content, **fields)
    (vector,) = embed([content])
    Memory.objects.filter(id=memory.id).update(
        embedding=list(vector.values), embedding_model=vector.model
    )
    return memory


@pytest.fixture
def noise(alma):
    for content in NOISE:
        remember(alma, content)


def recalled(subject, query, **options) -> list[str]:
    return [line.text for line in section(build_context(subject, query=query, **options), "recall")]


@pytest.mark.parametrize(
    ("stated", "query"),
    [
        ("User's order for the grinder is 4417-11250.", "give me the status of 4417-11250"),
        ("User's machine has the serial CV2-90311D.", "is CV2-90311D under warranty?"),
        ("User lent the ladder to Zbigniew.", "zbigniew called"),
        ("User keeps a spare key at O'Malley's.", "is O'Malley's open"),
    ],
)
def test_names_and_numbers_are_found_by_their_words(alma, noise, stated, query):
    remember(alma, stated)

    assert recalled(alma, query)[0] == stated


def test_what_means_the_same_is_found_without_a_common_word(alma, noise):
    remember(alma, "User is learning to make ceramics.")

    assert (
        recalled(alma, "which pottery course suits me?")[0] == "User is learning to make ceramics."
    )


@pytest.mark.parametrize(
    "query", ["how do I convert a PDF?", "convert files", "🎉🎉", "'); DROP TABLE", "\\ '' & | !"]
)
def test_nothing_is_recalled_where_nothing_is_related(alma, noise, query):
    assert recalled(alma, query) == []


def test_a_rare_word_counts_for_more_than_frequent_ones(alma):
    for number in range(8):
        remember(alma, f"User has a shop with a door number {number}.")
    rare = remember(alma, "User has a kumquat.")

    rows = compiled(Memory.objects.filter(subject=alma))
    hits = find_hits(rows, "has a shop got a kumquat", embed(["x"])[0])

    by_words = sorted(hits, key=lambda hit: -hit.words)
    assert by_words[0].id == rare.id


def test_other_people_s_rows_are_never_found(alma, bruno):
    remember(bruno, "User's order is 4417-11250.")

    assert recalled(alma, "where is 4417-11250?") == []


def test_vectors_of_another_model_are_not_compared(alma):
    memory = remember(alma, "User plays the tuba.")
    Memory.objects.filter(id=memory.id).update(embedding_model="another")

    rows = compiled(Memory.objects.filter(subject=alma))
    [hit] = find_hits(rows, "tuba", embed(["tuba"])[0])

    assert (hit.cosine, hit.words) == (0.0, 1.0)


SPRING = "User went sailing on the lake with Jo."
AUTUMN = "User went sailing around the islands."


@pytest.fixture
def sailing(alma):
    for content, month in ((SPRING, 4), (AUTUMN, 10)):
        happened = datetime(2025, month, 20, tzinfo=UTC)
        remember(
            alma, content, type="episodic", scope="event", valid_from=happened, said_at=happened
        )
    remember(alma, "User owns a small sailing boat.")


def test_time_words_narrow_episodes_and_leave_facts(alma, sailing):
    with time_machine.travel(datetime(2026, 1, 10, tzinfo=UTC)):
        told = recalled(alma, "what was it like when i went sailing last spring?")

    assert SPRING in told
    assert AUTUMN not in told
    assert "User owns a small sailing boat." in told


def test_a_question_about_a_time_alone_gets_its_episodes(alma, sailing):
    with time_machine.travel(datetime(2026, 1, 10, tzinfo=UTC)):
        assert AUTUMN in recalled(alma, "what happened in October?")


def test_superseded_expired_and_future_ones_are_not_recalled_as_current(alma):
    now, day = timezone.now(), timedelta(days=1)
    remember(alma, "User's gym is on Mill Lane.", valid_until=now - day)
    remember(alma, "User's gym is on Park Road.", valid_from=now + day)

    assert recalled(alma, "where is my gym?") == []
