"""What a workspace wants of the gate, and the thresholds that a model profile was measured for."""

from __future__ import annotations

from dataclasses import dataclass

from memory.vocabulary import EventPolicy, PolicyMode


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Scores under one pair of models; meaningless under another.

    floor: cosine from which a stored statement is compared at all.
    slot_floor: the same where words, numbers or frame say "same slot"; also where the near-miss
        band begins.
    contradiction: NLI score to replace, forward and backward. near_contradiction: where the
        near-miss band of the forward score begins.
    entailment: NLI score to call a claim already known.
    tie: two contradicted candidates nearer than this in cosine are too close to call.
    copy: cosine of two stored statements from which one is taken as a copy of the other.
    """

    floor: float = 0.60
    slot_floor: float = 0.45
    contradiction: float = 0.95
    near_contradiction: float = 0.70
    entailment: float = 0.80
    tie: float = 0.02
    copy: float = 0.85


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How careful a workspace is; see `Workspace` for the stored form."""

    mode: PolicyMode = PolicyMode.STRICT
    events: EventPolicy = EventPolicy.REVIEW
    high_stakes_review: bool = True
    high_importance: int = 8
