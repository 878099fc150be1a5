"""Trying thresholds on situations made by hand, and choosing among them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from memory.evaluation.calibration import Promise, calibrate
from memory.evaluation.calibration_report import report
from memory.evaluation.labels import decision_under, split
from memory.evaluation.sweep import Point, front, grid, measure, recommended, sweep
from memory.evaluation.trade_off import trade_off_svg
from memory.gate.policy import Policy, Thresholds
from memory.gate.verdict import Reason
from tests.memory.evaluation.labels import labelled

UPDATE = labelled("update", "replace", contradiction=0.9)
LOOK_ALIKE = labelled("look-alike", "add", contradiction=0.85)


def under(**thresholds: float) -> Thresholds:
    return replace(Thresholds(), **thresholds)


def point(wrong: int, missed: int, correct: int = 0, cases: int = 400) -> Point:
    counts = Counter(cases=cases, wrong_overwrite=wrong, missed_update=missed, correct=correct)
    return Point(Thresholds(), counts)


def many(count: int, expect: str, contradiction: float) -> list:
    return [
        labelled(f"{expect} {number}", expect, contradiction=contradiction)
        for number in range(count)
    ]


@pytest.mark.parametrize(
    ("thresholds", "outcome"),
    [
        ({"contradiction": 0.8}, "replace"),
        ({"contradiction": 0.95}, "review"),
        ({"contradiction": 0.95, "near_contradiction": 0.92}, "add"),
        ({"contradiction": 0.8, "floor": 0.75}, "add"),
        ({"contradiction": 0.8, "floor": 0.75, "far_contradiction": 0.8}, "review"),
        ({"contradiction": 0.8, "floor": 0.9, "slot_floor": 0.75}, "add"),
    ],
)
def test_the_same_scores_come_out_otherwise_under_other_thresholds(thresholds, outcome):
    decision = decision_under(UPDATE, Policy(), under(**thresholds))

    assert decision.outcome == outcome
    assert decision.superseded == ({0} if outcome == "replace" else set())


def test_a_refusal_counts_as_a_skip():
    refused = replace(UPDATE, situation=replace(UPDATE.situation, refusal=Reason.SECRET))
    assert decision_under(refused, Policy(), Thresholds()).outcome == "skip"


def test_what_a_snapshot_would_not_have_seen_does_not_count():
    [candidate] = UPDATE.situation.candidates
    same_words = replace(candidate, says_it_too=True)
    label = replace(UPDATE, situation=replace(UPDATE.situation, candidates=(same_words,)))

    assert decision_under(label, Policy(), under()).outcome == "skip"
    assert decision_under(label, Policy(), under(floor=0.8, slot_floor=0.75)).outcome == "add"


def test_a_look_alike_that_is_replaced_is_a_wrong_overwrite():
    low, high = sweep(
        [UPDATE, LOOK_ALIKE], Policy(), [under(contradiction=0.8), under(contradiction=0.87)]
    )
    assert (low.wrong, high.wrong) == (1, 0)
    assert high.counts["resolved_update"] == 1


def test_the_grid_begins_with_the_thresholds_in_use_and_holds_no_upside_down_band():
    settings = list(grid(Thresholds()))
    assert settings[0] == Thresholds()
    assert all(t.slot_floor <= t.floor for t in settings)
    assert all(t.near_contradiction <= t.contradiction for t in settings)
    # Further off it takes a likelier conflict to ask; the thresholds in use may say otherwise.
    assert all(t.near_contradiction <= t.far_contradiction for t in settings)


def test_a_far_off_conflict_that_would_be_added_is_found_by_a_lower_threshold():
    far_off = replace(UPDATE.situation.candidates[0], similarity=0.48)
    label = replace(UPDATE, situation=replace(UPDATE.situation, candidates=(far_off,)))

    [now, *tried] = sweep([label], Policy(), grid(Thresholds()))

    assert now.missed == 1
    assert {p.thresholds.far_contradiction for p in tried if not p.missed} >= {0.7, 0.8}


def test_nothing_is_tried_below_the_similarity_that_the_labels_know():
    assert min(t.slot_floor for t in grid(Thresholds(), reach=0.45)) == 0.45
    assert list(grid(Thresholds(), reach=0.9)) == []


def test_the_front_leaves_out_what_another_setting_does_better():
    best, correct, better, worse = point(0, 9), point(2, 5, 7), point(2, 5, 6), point(3, 5)
    assert front([worse, better, best, correct]) == [best, correct]


def test_the_fewest_missed_updates_within_the_bound_are_recommended():
    points = [point(0, 9), point(1, 5), point(9, 1)]  # 1 of 400: at most 1.18 %
    assert recommended(points, 0.012, 0.95) == points[1]
    assert recommended(points, 0.010, 0.95) == points[0]
    assert recommended(points, 0.001, 0.95) is None


def test_half_of_the_cases_are_chosen_on_and_a_new_case_moves_no_other():
    labels = many(200, "add", 0.0)
    choose, kept = split(labels)
    assert len(choose) + len(kept) == 200
    assert 70 < len(choose) < 130
    assert split(labels[:150]) == (
        [label for label in choose if label in labels[:150]],
        [label for label in kept if label in labels[:150]],
    )


def test_too_few_labels_promise_nothing_and_say_how_many_it_takes():
    found = calibrate([UPDATE, LOOK_ALIKE], Policy(), Thresholds(), Promise())

    assert found.best is None
    assert not found.confirmed
    assert "it takes 299 cases in each part, about 598 in all" in "\n".join(report(found))


def test_no_label_at_all_is_too_few():
    found = calibrate([], Policy(), Thresholds(), Promise())
    assert "Too few labels" in "\n".join(report(found))
    assert trade_off_svg(found).startswith("<svg")


def test_what_is_recommended_is_measured_on_the_other_part():
    labels = [*many(10, "replace", 0.93), *many(30, "add", 0.85)]

    found = calibrate(labels, Policy(), Thresholds(), Promise(max_wrong=0.25))

    assert found.confirmed
    assert found.best.thresholds.contradiction >= 0.85
    assert found.checked == measure(split(labels)[1], Policy(), found.best.thresholds)
    text = "\n".join(report(found))
    assert "On the part that had no say in the choice:\nbest " in text
    assert "at most 25.00% of cases like these" in text


def test_what_the_other_part_does_not_keep_is_not_promised():
    labels = many(40, "replace", 0.99)
    clean, spoilt = split(labels)
    look_alikes = [
        replace(label, case=replace(label.case, expect="add", target=None)) for label in spoilt
    ]
    # Undecided cases in the other part only; nothing of them is seen where the choice is made.
    found = calibrate([*clean, *look_alikes], Policy(), Thresholds(), Promise(max_wrong=0.25))

    assert found.best is not None
    assert not found.confirmed
    assert "Not confirmed" in "\n".join(report(found))


def test_settings_that_fill_the_queue_can_be_passed_over():
    labels = [*many(10, "replace", 0.99), *many(30, "add", 0.8)]
    present = under(near_contradiction=0.7)

    free = calibrate(labels, Policy(), present, Promise(max_wrong=0.25))
    bound = calibrate(labels, Policy(), present, Promise(max_wrong=0.25, max_needless=0.1))

    assert free.front
    assert all(p.share("needless_review") <= 0.1 for p in bound.front)


def test_the_picture_marks_the_limit_what_is_in_use_and_what_is_best():
    labels = [*many(10, "replace", 0.93), *many(30, "add", 0.85)]
    drawing = trade_off_svg(calibrate(labels, Policy(), Thresholds(), Promise(max_wrong=0.25)))

    assert 'class="limit"' in drawing
    assert 'class="now"' in drawing
    assert 'class="best"' in drawing
