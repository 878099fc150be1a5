"""The simpler rules: each replaces what its own test says, and nothing by words."""

from __future__ import annotations

import pytest

from memory.evaluation.cases import Case
from memory.evaluation.rules import candidates_of, decide_simply
from memory.gate.policy import Thresholds
from memory.gate.verdict import Scores

CASE = Case(
    id="a",
    kind="made",
    existing=("Alma rents a flat.", "Alma has a piano.", "Alma sings alto."),
    incoming="Alma owns a house.",
    expect="replace",
    target=0,
)


def scores(contradiction: float, entailment: float = 0.0) -> Scores:
    return Scores(contradiction, entailment, 1 - contradiction - entailment)


def decided(*stored: tuple[float, float, float], entailment: float = 0.0) -> dict[str, str]:
    """Each stored statement as cosine, contradiction forward and backward; the rest is far off."""
    rows = [*stored, *[(0.0, 0.0, 0.0)] * (3 - len(stored))]
    candidates = candidates_of(
        CASE,
        [cosine for cosine, _, _ in rows],
        [(scores(there, entailment), scores(back)) for _, there, back in rows],
    )
    found = decide_simply(CASE, candidates, Thresholds())
    return {
        name: f"{one.outcome} {' '.join(map(str, sorted(one.superseded)))}".strip()
        for name, one in found.items()
    }


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        # Alike, and nobody reads that both can be true.
        ([(0.96, 0.0, 0.0)], ["replace 0", "replace 0", "add", "add", "add"]),
        ([(0.90, 0.0, 0.0)], ["add", "replace 0", "add", "add", "add"]),
        # A contradiction far away is none.
        ([(0.10, 0.99, 0.99)], ["add", "add", "replace 0", "add", "add"]),
        ([(0.70, 0.99, 0.99)], ["add", "add", "replace 0", "replace 0", "replace 0"]),
        # Seen from one side only: a person is asked.
        ([(0.70, 0.99, 0.10)], ["add", "add", "replace 0", "replace 0", "review"]),
        # Likely, and just below the floor.
        ([(0.70, 0.80, 0.80)], ["add", "add", "add", "add", "review"]),
        ([(0.50, 0.99, 0.99)], ["add", "add", "replace 0", "add", "review"]),
        # The closest of two, not the most contradicted one; too close to call for the model alone.
        (
            [(0.70, 0.98, 0.98), (0.66, 0.99, 0.99)],
            ["add", "add", "replace 1", "replace 0", "replace 0"],
        ),
        (
            [(0.70, 0.98, 0.98), (0.69, 0.99, 0.99)],
            ["add", "add", "replace 1", "replace 0", "review"],
        ),
    ],
)
def test_each_rule_replaces_what_its_own_test_says(stored, expected) -> None:
    assert list(decided(*stored).values()) == expected


def test_only_the_model_skips_what_is_entailed() -> None:
    known = decided((0.70, 0.0, 0.0), entailment=0.99)
    assert known == {**dict.fromkeys(known, "add"), "model alone": "skip"}


def test_the_same_words_are_skipped_by_all() -> None:
    again = Case(
        id="b", kind="made", existing=("Alma rents.",), incoming="alma rents", expect="skip"
    )
    candidates = candidates_of(again, [1.0], [(scores(0.99), scores(0.99))])

    found = decide_simply(again, candidates, Thresholds())

    assert {one.outcome for one in found.values()} == {"skip"}


def test_a_case_without_stored_statements_is_added() -> None:
    first = Case(id="c", kind="made", existing=(), incoming="Alma rents.", expect="add")
    assert {one.outcome for one in decide_simply(first, [], Thresholds()).values()} == {"add"}
