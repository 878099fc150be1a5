"""A labelled situation: what the gate saw, and what should have come of it. Pure.

The scores are in the situation already, so any thresholds can be tried on it without a model.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from memory.evaluation.cases import Case, CaseDecision
from memory.gate.decide import decide
from memory.gate.policy import Policy, Thresholds
from memory.gate.verdict import Outcome, Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """One case with the situation that the gate met.

    stored: ids of the case's existing statements in their order, as the situation names them.
    """

    case: Case
    situation: Situation
    stored: tuple[str, ...]


def decision_under(label: Labelled, policy: Policy, thresholds: Thresholds) -> CaseDecision:
    """What the gate does with the case under these thresholds."""
    verdict = decide(_within_reach(label.situation, thresholds), policy, thresholds)
    if verdict.outcome is Outcome.REPLACE:
        retired = frozenset((label.stored.index(verdict.target),))
        return CaseDecision(label.case.id, verdict.outcome, retired)
    # A refusal stores nothing, as a skip does; the cases know no other word for it.
    outcome = Outcome.SKIP if verdict.outcome is Outcome.REJECT else verdict.outcome
    return CaseDecision(label.case.id, outcome)


def _within_reach(situation: Situation, thresholds: Thresholds) -> Situation:
    """The situation as a snapshot under these thresholds would have taken it."""
    near = [c for c in situation.candidates if c.similarity > thresholds.slot_floor]
    return replace(situation, candidates=tuple(near))


def split(labels: Iterable[Labelled]) -> tuple[list[Labelled], list[Labelled]]:
    """A part to choose thresholds on and a part to report on, about half each.

    By a hash of the case's id: the same on every machine and in every order, and a case that is
    added moves no other one.
    """
    choose: list[Labelled] = []
    report: list[Labelled] = []
    for label in labels:
        digest = hashlib.blake2b(label.case.id.encode(), digest_size=1).digest()
        (choose if digest[0] < 128 else report).append(label)
    return choose, report
