"""Calibrate: choose thresholds on one part of the labels, and report them on the other. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.evaluation.bounds import labels_needed
from memory.evaluation.labels import Labelled, split
from memory.evaluation.sweep import Point, front, grid, measure, recommended, sweep
from memory.gate.policy import Policy, Thresholds


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What thresholds have to keep.

    max_wrong: the largest share of wrong overwrites that may be true with `confidence`.
    max_needless: the largest share of clear cases that may be queued for a person.
    """

    max_wrong: float = 0.01
    confidence: float = 0.95
    max_needless: float = 1.0

    def keeps(self, point: Point) -> bool:
        """Whether the figures are enough to promise it."""
        return point.bound(self.confidence) <= self.max_wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """What came out.

    present: the thresholds in use, on the part to choose on. front: the settings worth looking
    at, fewest wrong overwrites first. best: the recommended one, if any can be; checked: the
    same on the part to report on, which had no say in choosing it.
    """

    promise: Promise
    chosen_on: int
    reported_on: int
    tried: int
    present: Point
    front: list[Point]
    best: Point | None
    checked: Point | None

    @property
    def confirmed(self) -> bool:
        """Whether the part that had no say keeps the promise too."""
        return self.checked is not None and self.promise.keeps(self.checked)

    @property
    def needed(self) -> int:
        """Labels that each part needs before anything can be promised."""
        return labels_needed(self.promise.max_wrong, self.promise.confidence)

    @property
    def too_few(self) -> bool:
        """Whether not even thresholds without one error could keep the promise on both parts."""
        return min(self.chosen_on, self.reported_on) < self.needed


def calibrate(
    labels: Sequence[Labelled],
    policy: Policy,
    present: Thresholds,
    promise: Promise,
    *,
    reach: float = 0.0,
) -> Calibration:
    """Try the grid on half of the labels, and measure what it recommends on the other half.

    reach: the similarity down to which the labels know their candidates.
    """
    choose, report = split(labels)
    points = sweep(choose, policy, grid(present, reach=reach))
    bearable = [p for p in points if p.share("needless_review") <= promise.max_needless]
    best = recommended(bearable, promise.max_wrong, promise.confidence)
    return Calibration(
        promise=promise,
        chosen_on=len(choose),
        reported_on=len(report),
        tried=len(points),
        present=measure(choose, policy, present),
        front=front(bearable),
        best=best,
        checked=measure(report, policy, best.thresholds) if best else None,
    )
