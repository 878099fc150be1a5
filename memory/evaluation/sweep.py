"""Try thresholds on labelled situations, and choose among them. Pure.

The grid crosses the six thresholds that decide between replacing, asking, skipping and adding.
The others stay as they are: `tie` and `copy` choose among several contradicted candidates, and
`mutual_entailment` speaks of few and is no matter of wrong overwrites or missed updates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from memory.evaluation.bounds import upper_bound
from memory.evaluation.labels import Labelled, decision_under
from memory.evaluation.scoring import FIGURES, score
from memory.gate.policy import Policy, Thresholds

FLOORS = (0.50, 0.55, 0.60, 0.65)
SLOT_FLOORS = (0.35, 0.40, 0.45, 0.50)
CONTRADICTIONS = (0.50, 0.70, 0.80, 0.85, 0.90, 0.92, 0.95, 0.98)
NEAR_CONTRADICTIONS = (0.30, 0.40, 0.50, 0.60, 0.70, 0.80)
FAR_CONTRADICTIONS = (0.70, 0.80, 0.90, 0.95)
ENTAILMENTS = (0.60, 0.70, 0.80, 0.90)


@dataclass(frozen=True, slots=True)
class Point:
    """Thresholds with the counts of every figure and group under them."""

    thresholds: Thresholds
    counts: Counter[str]

    @property
    def wrong(self) -> int:
        """Stored statements that were retired although they still hold."""
        return self.counts["wrong_overwrite"]

    @property
    def missed(self) -> int:
        """Updates that were neither made nor queued."""
        return self.counts["missed_update"]

    def share(self, figure: str) -> float:
        """A figure as a share of the cases that it concerns."""
        return self.counts[figure] / max(1, self.counts[FIGURES[figure]])

    def bound(self, confidence: float) -> float:
        """The upper confidence bound of the share of wrong overwrites."""
        return upper_bound(self.wrong, self.counts["cases"], confidence)


def grid(present: Thresholds, *, reach: float = 0.0) -> Iterator[Thresholds]:
    """The present thresholds, then every sensible combination of the grid.

    reach: the similarity down to which candidates are known; below it nothing can be tried.
    """
    if present.slot_floor >= reach:
        yield present
    for floor, slot, sure, near, far, known in product(
        FLOORS, SLOT_FLOORS, CONTRADICTIONS, NEAR_CONTRADICTIONS, FAR_CONTRADICTIONS, ENTAILMENTS
    ):
        if reach <= slot and near <= min(sure, far):
            yield replace(
                present,
                floor=floor,
                slot_floor=slot,
                contradiction=sure,
                near_contradiction=near,
                far_contradiction=far,
                entailment=known,
            )


def lowest_reach(present: Thresholds) -> Thresholds:
    """Thresholds whose snapshot holds every candidate that the grid may need."""
    return replace(present, slot_floor=min(present.slot_floor, *SLOT_FLOORS))


def measure(labels: Sequence[Labelled], policy: Policy, thresholds: Thresholds) -> Point:
    """The figures of one setting."""
    decisions = {label.case.id: decision_under(label, policy, thresholds) for label in labels}
    return Point(thresholds, score([label.case for label in labels], decisions))


def sweep(
    labels: Sequence[Labelled], policy: Policy, settings: Iterable[Thresholds]
) -> list[Point]:
    """The figures of each setting, in the same order."""
    return [measure(labels, policy, thresholds) for thresholds in settings]


def front(points: Iterable[Point]) -> list[Point]:
    """The settings worth looking at: no other has fewer wrong overwrites without missing more.

    Fewest wrong overwrites first. Of equals the one with the most correct cases stands for all,
    and of those the first.
    """
    best: list[Point] = []
    for point in sorted(points, key=lambda p: (p.wrong, p.missed, -p.counts["correct"])):
        if not best or point.missed < best[-1].missed:
            best.append(point)
    return best


def recommended(points: Iterable[Point], limit: float, confidence: float) -> Point | None:
    """The setting with the fewest missed updates whose bound is at most `limit`, if any."""
    keeping = [point for point in front(points) if point.bound(confidence) <= limit]
    return keeping[-1] if keeping else None
