"""What a workspace wants of the gate, and the thresholds that a model profile was measured for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from memory.errors import InvalidError
from memory.vocabulary import EventPolicy, PolicyMode

BANDS = (("slot_floor", "floor"), ("near_contradiction", "contradiction"))
"""Thresholds between which a person is asked: where the band begins, and where it ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Scores under one pair of models; meaningless under another.

    floor: cosine from which a stored statement is compared at all.
    slot_floor: the same where words, numbers or frame say "same slot"; also where the near-miss
        band begins.
    contradiction: NLI score to replace, forward and backward. slot_contradiction: of both
        directions together (`Candidate.conflict`) to replace where the words say "same slot".
        near_contradiction, far_contradiction: the same, where the near-miss band begins above the
        floor and below it.
    entailment: NLI score to call a claim already known. sure_entailment: the same below the
        floor, or where the claim brings a name. mutual_entailment: the same in both directions,
        where the words of the claim bring a number or a negation.
    tie: two contradicted candidates nearer than this in cosine are too close to call.
    copy: cosine of two stored statements from which one is taken as a copy of the other.
    """

    floor: float = 0.60
    slot_floor: float = 0.45
    contradiction: float = 0.95
    slot_contradiction: float = 0.95
    near_contradiction: float = 0.70
    far_contradiction: float = 0.95
    entailment: float = 0.80
    sure_entailment: float = 0.95
    mutual_entailment: float = 0.80
    tie: float = 0.02
    copy: float = 0.85

    def changed(self, values: Mapping[str, object]) -> Thresholds:
        """These thresholds with other values for some, as they are read from a database.

        Raises InvalidError with a sentence for a name that is no threshold, a value that is no
        number from 0 to 1, or a band that ends before it begins.
        """
        known = asdict(self)
        for name, value in values.items():
            if name not in known:
                raise InvalidError(f"There is no threshold {name!r}; there are {', '.join(known)}.")
            # No NaN either: it is not between any two numbers.
            if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
                raise InvalidError(f"The threshold {name} is {value!r}; it must be from 0 to 1.")
            known[name] = float(value)
        changed = replace(self, **known)
        for low, high in BANDS:
            if known[low] > known[high]:
                raise InvalidError(f"The threshold {low} must not be above {high}.")
        return changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How careful a workspace is; see `Workspace` for the stored form."""

    mode: PolicyMode = PolicyMode.STRICT
    events: EventPolicy = EventPolicy.REVIEW
    high_stakes_review: bool = True
    high_importance: int = 8

    def reviewing_all(self) -> Policy:
        """The same, but every conflict is a person's to decide."""
        return replace(self, mode=PolicyMode.REVIEW_ALL)

    def thresholds_from(self, thresholds: Thresholds) -> Thresholds:
        """The thresholds under this policy: where people review all, the floor lies lower."""
        if self.mode is not PolicyMode.REVIEW_ALL:
            return thresholds
        return replace(thresholds, floor=thresholds.slot_floor)
