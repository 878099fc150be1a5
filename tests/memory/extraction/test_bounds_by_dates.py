"""A date in a statement bounds how long it holds only where the words say so."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.extraction.classify import classify

SAID_AT = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "statement",
    [
        "The warehouse was built in 2014.",
        "The firm's tax year starts on 6 April.",
        "User's contract ends in August.",
        "User is going to Norway in October.",
        "User used to sail in 2015.",
        "User might sell the boat in May.",
    ],
)
def test_what_is_true_as_worded_is_not_hidden_by_its_date(statement):
    claim = classify(statement, said_at=SAID_AT, zone=ZoneInfo("UTC"))

    assert (claim.valid_from, claim.valid_until) == (None, None)


@pytest.mark.parametrize(
    ("statement", "begins", "ends"),
    [
        ("User has been vegan since 2019.", True, False),
        ("User works from Oslo starting next month.", True, False),
        ("User is in Paris until Friday.", False, True),
        ("User takes the tram for two weeks.", False, True),
    ],
)
def test_since_from_and_until_bound_it(statement, begins, ends):
    claim = classify(statement, said_at=SAID_AT, zone=ZoneInfo("UTC"))

    assert (claim.valid_from is not None, claim.valid_until is not None) == (begins, ends)
