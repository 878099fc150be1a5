from __future__ import annotations

import numpy as np
import pytest

from memory.evaluation.cases import Case
from memory.training.plain_gate import Evidence, Settings, decide, gate_lines, gather, shares
from memory.training.scoring import Scorer

CASE = Case(id="1", kind="sibling", existing=("a", "b"), incoming="c", expect="replace", target=1)
SETTINGS = Settings(contradiction=0.9, near=0.5, queue_floor=0.3, both=True)


def evidence(
    cosine: tuple[float, float],
    forward: tuple[float, float],
    backward: tuple[float, float] = (1, 1),
    entailment: tuple[float, float] = (0, 0),
) -> Evidence:
    return Evidence(*(np.array(row) for row in (cosine, forward, backward, entailment)))


@pytest.mark.parametrize(
    ("found", "outcome", "retired"),
    [
        (evidence((0.7, 0.8), (0.99, 0.99)), "replace", {1}),
        (evidence((0.8, 0.7), (0.1, 0.99)), "replace", {1}),
        (evidence((0.7, 0.8), (0.99, 0.2), (0.1, 0.1)), "review", set()),
        (evidence((0.4, 0.2), (0.99, 0.99)), "review", set()),
        (evidence((0.2, 0.2), (0.99, 0.99)), "add", set()),
        (evidence((0.7, 0.2), (0.1, 0.1), entailment=(0.99, 0)), "skip", set()),
        (evidence((0.5, 0.2), (0.1, 0.1), entailment=(0.99, 0)), "add", set()),
    ],
)
def test_the_closest_that_contradicts_both_ways_is_replaced(
    found: Evidence, outcome: str, retired: set[int]
) -> None:
    decision = decide(CASE, found, SETTINGS)
    assert (decision.outcome, set(decision.superseded)) == (outcome, retired)


def test_one_direction_is_enough_where_the_settings_say_so() -> None:
    found = evidence((0.7, 0.2), (0.99, 0.2), (0.1, 0.1))
    one_way = Settings(contradiction=0.9, near=0.5, queue_floor=0.3, both=False)
    assert decide(CASE, found, one_way).superseded == {0}


def test_evidence_is_gathered_per_case_and_direction() -> None:
    scorer: Scorer = lambda pairs: np.array(  # noqa: E731
        [[5.0 if pair.premise == "b" else -5.0, 0.0, 0.0] for pair in pairs]
    )
    vectors = {name: np.eye(3)[at] for at, name in enumerate("abc")}
    [found] = gather([CASE], scorer, vectors)
    assert found.cosine.tolist() == [0.0, 0.0]
    assert found.forward[1] > 0.9 > 0.1 > found.forward[0]
    assert max(found.backward) < 0.1


def test_shares_are_taken_of_the_cases_they_concern() -> None:
    right = evidence((0.2, 0.8), (0.0, 0.99))
    assert shares([CASE], [right], SETTINGS)["resolved_update"] == 1.0
    assert shares([CASE], [evidence((0.8, 0.2), (0.99, 0.0))], SETTINGS)["wrong_overwrite"] == 1.0


def test_it_is_said_where_no_setting_keeps_the_bounds() -> None:
    wrong = evidence((0.8, 0.2), (0.999, 0.0))  # above every threshold that is tried
    titles = [line.split(":")[0] for line in gate_lines([CASE], [wrong])]
    assert titles == ["published", "no setting is within the bounds; fewest wrong overwrites"]
    right = evidence((0.2, 0.8), (0.0, 0.999))
    assert "within the bounds" in gate_lines([CASE], [right])[1]
    assert "no setting" not in gate_lines([CASE], [right])[1]
