"""The values that the gate takes and gives. Nothing here knows of a database or a clock."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum

from memory.vocabulary import SELF, Change, MemoryType, Modality, Scope, Source


class Outcome(StrEnum):
    """What happens to a claim."""

    ADD = "add"
    REPLACE = "replace"
    SKIP = "skip"
    REVIEW = "review"
    REJECT = "reject"


class Reason(StrEnum):
    """Why; each has a sentence in `gate.reasons`."""

    NEW = "new"
    APPENDED = "appended"
    BEGUN = "begun"
    STORE_EVERYTHING = "store_everything"
    EXACT = "exact"
    SAME_VALUE = "same_value"
    KNOWN = "known"
    DECIDED_BEFORE = "decided_before"
    KEYED = "keyed"
    CONTRADICTED = "contradicted"
    NOT_CURRENT = "not_current"
    OLDER_EVENT = "older_event"
    SIBLING = "sibling"
    EVENT = "event"
    NEAR_MISS = "near_miss"
    ONE_DIRECTION = "one_direction"
    TOO_CLOSE = "too_close"
    SEVERAL = "several"
    HIGH_STAKES = "high_stakes"
    LOWER_SOURCE = "lower_source"
    POLICY = "policy"
    COPIES = "copies"
    IMPLIED = "implied"
    SUMMED_UP = "summed_up"
    SUMMARY_OUTDATED = "summary_outdated"
    SUMMARY_SETTLED = "summary_settled"
    NOTHING_TO_TELL = "nothing_to_tell"
    SECRET = "secret"  # noqa: S105 (a reason, not a password)
    ORDER = "order"
    OFF_RECORD = "off_record"
    ERASED_BEFORE = "erased_before"
    PAUSED = "paused"
    CATEGORY_OFF = "category_off"
    CONSENT = "consent"
    FORGET = "forget"
    # Why nothing of a turn is proposed, see `requests.gating`.
    REQUEST = "request"
    QUESTION = "question"
    TASK = "task"
    NOT_MEANT = "not_meant"
    NOTHING_DURABLE = "nothing_durable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One statement as the gate sees it: the incoming one, or a stored one with its id.

    retold: in the third person, where it speaks as "I" and no present state was read from it;
        stored statements mostly speak of the subject so.
    parts: its clauses, where it says several things (`gate.parts`).
    ends: it holds for a time only (it has a `valid_until`).
    """

    text: str
    id: str = ""
    restated: str = ""
    retold: str = ""
    parts: tuple[str, ...] = ()
    type: MemoryType = MemoryType.SEMANTIC
    scope: Scope = Scope.FACT
    modality: Modality = Modality.CURRENT
    change: Change = Change.NONE
    beneficiary: str = SELF
    key: str = ""
    value: str = ""
    source: Source = Source.USER
    importance: int = 5
    ends: bool = False
    said_at: datetime

    @property
    def forms(self) -> tuple[str, ...]:
        """The statement as a present state, and as told where that differs."""
        return (self.restated, self.text) if self.restated else (self.text,)

    @property
    def wholes(self) -> tuple[str, ...]:
        """All readings of the whole statement; the first is what would be stored."""
        return (*self.forms, self.retold) if self.retold else self.forms

    @property
    def readings(self) -> tuple[str, ...]:
        """All that is compared with what is stored: the whole, then its parts."""
        return (*self.wholes, *self.parts)


@dataclass(frozen=True, slots=True)
class Scores:
    """What the NLI model says of one ordered pair: probabilities that sum to 1."""

    contradiction: float
    entailment: float
    neutral: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A stored statement near the claim, with what the models say of the two.

    similarity: cosine, the highest of the claim's readings.
    forward: stored statement as premise, claim as hypothesis; of the readings of the whole claim
        the one with the highest contradiction. backward: the other way round, for the same one.
    parts: contradiction, forward, of each of the claim's parts.
    entailment: forward, of the claim's present state: the stored statement says as much.
    entailed: the same backward: the claim says as much as the stored statement.
    same_slot, sibling, says_it_too, brings_name, brings_number: what the words alone say, see
        `gate.wording`.
    """

    statement: Statement
    similarity: float
    forward: Scores
    backward: Scores
    parts: tuple[float, ...] = ()
    entailment: float = 0.0
    entailed: float = 0.0
    same_slot: bool = False
    sibling: bool = False
    says_it_too: bool = False
    brings_name: bool = False
    brings_number: bool = False

    @property
    def conflict(self) -> float:
        """How likely the two are a conflict, from 0 to 1: both directions, or a part alone."""
        both = joined(self.forward.contradiction, self.backward.contradiction)
        return max(both, *self.parts, 0.0)


def joined(forward: float, backward: float) -> float:
    """One probability of the two directions': the mean of their log-odds, the forward one twice.

    On pairs kept aside it finds more contradictions at the same precision than one direction
    (`bench/directions.py`).
    """
    return 1 / (1 + math.exp(-(2 * _log_odds(forward) + _log_odds(backward)) / 3))


def _log_odds(probability: float) -> float:
    """Of a probability kept off 0 and 1, where it has none."""
    inside = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(inside / (1 - inside))


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """All that one decision rests on: a snapshot of the subject's memories and the scores.

    ask_first: it may be stored only where a person agrees.
    candidates: the most similar first. closeness: cosine of two candidates' vectors, by their
        ids; missing pairs count as 0.
    """

    claim: Statement
    refusal: Reason | None = None
    exact: Statement | None = None
    decided_before: str = ""
    ask_first: bool = False
    same_key: tuple[Statement, ...] = ()
    key_holds_many: bool = False
    candidates: tuple[Candidate, ...] = ()
    closeness: dict[frozenset[str], float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One decision on one claim.

    target: id of the memory that is replaced, confirmed or in question; empty for none.
    others: further memories in question (near ties), or copies to be retired too.
    close_at: the added memory is history already: it ended at this moment.
    """

    outcome: Outcome
    reason: Reason
    target: str = ""
    others: tuple[str, ...] = ()
    close_at: datetime | None = None


def evidence(situation: Situation) -> dict[str, object]:
    """The scores behind a verdict, as ids and numbers only: it goes into the decision log."""
    return {
        "candidates": [
            {
                "id": candidate.statement.id,
                "similarity": round(candidate.similarity, 4),
                "forward": {k: round(v, 4) for k, v in asdict(candidate.forward).items()},
                "backward": {k: round(v, 4) for k, v in asdict(candidate.backward).items()},
                "parts": [round(part, 4) for part in candidate.parts],
                "entailment": round(candidate.entailment, 4),
                "entailed": round(candidate.entailed, 4),
                "same_slot": candidate.same_slot,
                "sibling": candidate.sibling,
            }
            for candidate in situation.candidates
        ]
    }
