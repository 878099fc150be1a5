"""The plain published gate on labelled cases: floor, contradiction, the closest only.

No keys, guards or restating: this measures the two models alone. Cases are for measuring and for
thresholds, never for training.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from memory.evaluation.cases import Case, CaseDecision
from memory.evaluation.scoring import FIGURES, score
from memory.training.pairs import CONTRADICTION, ENTAILMENT, NEUTRAL, Pair
from memory.training.scoring import Scorer
from memory.training.temperature import softmax

MAX_WRONG, MAX_NEEDLESS = 0.020, 0.15


@dataclass(frozen=True, slots=True)
class Settings:
    """Thresholds. ``both``: a replacement needs the contradiction in both directions; the queue
    takes a forward one above ``near`` from the similarity ``queue_floor`` on."""

    contradiction: float
    near: float
    queue_floor: float
    both: bool
    floor: float = 0.60
    entailment: float = 0.90


@dataclass(frozen=True, slots=True)
class Evidence:
    """Per stored statement of a case: cosine, contradiction each way, entailment; (stored,) each."""

    cosine: NDArray[np.float64]
    forward: NDArray[np.float64]
    backward: NDArray[np.float64]
    entailment: NDArray[np.float64]


def decide(case: Case, evidence: Evidence, settings: Settings) -> CaseDecision:
    """The gate's verdict on one case."""
    near_enough = evidence.cosine > settings.floor
    sure = near_enough & (evidence.forward > settings.contradiction)
    if settings.both:
        sure &= evidence.backward > settings.contradiction
    if sure.any():
        closest = int(np.where(sure, evidence.cosine, -2.0).argmax())
        return CaseDecision(case.id, "replace", frozenset({closest}))
    queued = (evidence.cosine > settings.queue_floor) & (evidence.forward > settings.near)
    if queued.any():
        return CaseDecision(case.id, "review")
    known = near_enough & (evidence.entailment > settings.entailment)
    return CaseDecision(case.id, "skip" if known.any() else "add")


def gather(
    cases: Sequence[Case], scorer: Scorer, vectors: dict[str, NDArray[np.float64]]
) -> list[Evidence]:
    """Score every stored statement of every case, both ways; ``vectors`` are of unit length."""
    forward = [
        Pair(stored, case.incoming, NEUTRAL, "", "case")
        for case in cases
        for stored in case.existing
    ]
    backward = [Pair(pair.hypothesis, pair.premise, NEUTRAL, "", "case") for pair in forward]
    ahead, back = softmax(scorer(forward)), softmax(scorer(backward))
    found, start = [], 0
    for case in cases:
        rows = slice(start, start + len(case.existing))
        start = rows.stop
        cosine = np.array([vectors[text] @ vectors[case.incoming] for text in case.existing])
        found.append(
            Evidence(
                cosine,
                ahead[rows, CONTRADICTION],
                back[rows, CONTRADICTION],
                ahead[rows, ENTAILMENT],
            )
        )
    return found


def shares(
    cases: Sequence[Case], evidence: Sequence[Evidence], settings: Settings
) -> dict[str, float]:
    """Every figure of the gate as a share of the cases that it concerns."""
    decisions = {
        case.id: decide(case, found, settings) for case, found in zip(cases, evidence, strict=True)
    }
    counts = score(cases, decisions)
    return {name: counts[name] / max(1, counts[group]) for name, group in FIGURES.items()}


def settings_tried() -> Iterator[Settings]:
    """The grid of thresholds; finer where smoothed labels keep the surest scores."""
    for contradiction, near, queue_floor, both in product(
        (
            0.5,
            0.6,
            0.7,
            0.8,
            0.85,
            0.9,
            0.91,
            0.92,
            0.925,
            0.93,
            0.94,
            0.95,
            0.954,
            0.957,
            0.96,
            0.963,
            0.966,
            0.97,
            0.99,
        ),
        (0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9),
        (0.2, 0.3, 0.4, 0.45, 0.5, 0.55),
        (False, True),
    ):
        if near <= contradiction:
            yield Settings(contradiction, near, queue_floor, both)


def line(title: str, settings: Settings, figures: dict[str, float]) -> str:
    """One setting with its figures."""
    ways = "both ways" if settings.both else "forward"
    numbers = "  ".join(f"{name} {share:.1%}" for name, share in figures.items())
    return (
        f"{title}: contradiction {settings.contradiction} {ways}, queue from {settings.near} "
        f"and similarity {settings.queue_floor}\n  {numbers}"
    )


def worth(figures: dict[str, float], weight: float) -> float:
    """Resolved updates against missed ones."""
    return weight * figures["resolved_update"] - (1 - weight) * figures["missed_update"]


def gate_lines(cases: Sequence[Case], evidence: Sequence[Evidence]) -> list[str]:
    """The published setting, and the best within the bounds by missed and by resolved updates."""
    published = Settings(0.95, 0.70, 0.20, both=False)
    lines = [line("published", published, shares(cases, evidence, published))]
    tried = [(settings, shares(cases, evidence, settings)) for settings in settings_tried()]
    within = [
        (settings, figures)
        for settings, figures in tried
        if figures["wrong_overwrite"] <= MAX_WRONG and figures["needless_review"] <= MAX_NEEDLESS
    ]
    if not within:
        least = min(tried, key=lambda item: (item[1]["wrong_overwrite"], -worth(item[1], 0.5)))
        lines.append(line("no setting is within the bounds; fewest wrong overwrites", *least))
    for title, weight in (("fewest missed", 0.0), ("balanced", 0.5), ("most resolved", 1.0)):
        if within:
            best = max(within, key=lambda item: worth(item[1], weight))
            lines.append(line(f"{title} within the bounds", *best))
    return lines
