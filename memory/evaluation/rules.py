"""Simpler rules than the gate, on the same scores: what each of its steps buys. Pure.

All of them know one statement for another only by the models' scores; the same words they skip.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from memory.evaluation.cases import Case, CaseDecision
from memory.gate.decide import decide
from memory.gate.policy import Policy, Thresholds
from memory.gate.verdict import Candidate, Outcome, Scores, Situation, Statement
from memory.normalise import normalise

TODAY = datetime(2026, 1, 1, tzinfo=UTC)
YESTERDAY = TODAY - timedelta(days=1)

Rule = Callable[[Sequence[Candidate]], Candidate | None]
"""Which of the stored statements to replace; None to add."""


def upsert(similarity: float) -> Rule:
    """Replace the most similar statement from a cosine on; no model reads the two."""

    def rule(candidates: Sequence[Candidate]) -> Candidate | None:
        near = [one for one in candidates if one.similarity >= similarity]
        return max(near, key=lambda one: one.similarity, default=None)

    return rule


def most_contradicted(contradiction: float) -> Rule:
    """Replace what is contradicted most, however far away it is."""

    def rule(candidates: Sequence[Candidate]) -> Candidate | None:
        sure = [one for one in candidates if one.forward.contradiction > contradiction]
        return max(sure, key=lambda one: one.forward.contradiction, default=None)

    return rule


def published(floor: float, contradiction: float) -> Rule:
    """Above the floor, contradicted by the new statement, and of these the closest."""

    def rule(candidates: Sequence[Candidate]) -> Candidate | None:
        sure = [
            one
            for one in candidates
            if one.similarity > floor and one.forward.contradiction > contradiction
        ]
        return max(sure, key=lambda one: one.similarity, default=None)

    return rule


def simple_rules(thresholds: Thresholds) -> Mapping[str, Rule]:
    """The rules that know no queue. A score means something under its own model only, so the floor
    and the contradiction threshold are the profile's (0.60 and 0.95 as they were published)."""
    return {
        "upsert at 0.95": upsert(0.95),
        "upsert at 0.85": upsert(0.85),
        "NLI, no floor": most_contradicted(thresholds.contradiction),
        "published gate": published(thresholds.floor, thresholds.contradiction),
    }


MODEL_ALONE, FULL_GATE = "model alone", "full gate"
NAMES = (*simple_rules(Thresholds()), MODEL_ALONE, FULL_GATE)


def candidates_of(
    case: Case, similarities: Sequence[float], scores: Sequence[tuple[Scores, Scores]]
) -> list[Candidate]:
    """The stored statements with their scores, forward and backward, and nothing of their words.

    The id of each is its place.
    """
    return [
        Candidate(
            statement=Statement(id=str(place), text=text, said_at=YESTERDAY),
            similarity=similarity,
            forward=forward,
            backward=backward,
            entailment=forward.entailment,
        )
        for place, (text, similarity, (forward, backward)) in enumerate(
            zip(case.existing, similarities, scores, strict=True)
        )
    ]


def decide_simply(
    case: Case, candidates: Sequence[Candidate], thresholds: Thresholds
) -> dict[str, CaseDecision]:
    """What every rule but the full gate does with the case, by the rule's name.

    thresholds: the active profile's.
    """
    rules = simple_rules(thresholds)
    if normalise(case.incoming) in {normalise(text) for text in case.existing}:
        return dict.fromkeys((*rules, MODEL_ALONE), CaseDecision(case.id, "skip"))
    told = {name: _told(case, rule(candidates)) for name, rule in rules.items()}
    return {**told, MODEL_ALONE: _model_alone(case, candidates, thresholds)}


def _told(case: Case, replaced: Candidate | None) -> CaseDecision:
    if replaced is None:
        return CaseDecision(case.id, "add")
    return CaseDecision(case.id, "replace", frozenset((int(replaced.statement.id),)))


def _model_alone(
    case: Case, candidates: Sequence[Candidate], thresholds: Thresholds
) -> CaseDecision:
    """The gate's own rules where they see scores only: both directions, the near misses and what
    is known already, but no key, no modality, no qualifier, no source and nothing restated."""
    near = [one for one in candidates if one.similarity > thresholds.slot_floor]
    situation = Situation(
        claim=Statement(text=case.incoming, said_at=TODAY),
        candidates=tuple(sorted(near, key=lambda one: -one.similarity)),
    )
    verdict = decide(situation, Policy(high_stakes_review=False), thresholds)
    retired = [int(verdict.target)] if verdict.outcome is Outcome.REPLACE else []
    return CaseDecision(case.id, verdict.outcome, frozenset(retired), reason=verdict.reason)
