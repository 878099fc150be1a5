"""Three ways of labelling messages: by the rules, by the model's heads, and by both together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from memory.extraction.classify import classify
from memory.extraction.proposal import ProposedClaim
from memory.extraction.rules import extract
from memory.inference.statement_files import WEIGHTS
from memory.inference.statement_labels import HEADS, ImportanceBand, LifetimeBand, Message
from memory.inference.statements import LONGEST, probabilities
from memory.vocabulary import SELF

SAID_AT, ZONE = datetime(2026, 3, 10, 12, tzinfo=UTC), ZoneInfo("UTC")
"""When the messages count as said, for the rules: figures must not change with the day."""

Places = Mapping[str, NDArray[np.int64]]
"""For each head the place of the word that was said of each message."""


def by_model(messages: Sequence[Message], *, folder: Path = WEIGHTS) -> Places:
    """What the model's heads say."""
    heads = probabilities(messages, folder=folder)
    return {head: shares.argmax(axis=1) for head, shares in heads.items()}


def by_rules(messages: Sequence[Message]) -> Places:
    """What the rules of extraction say: of their first claim, or of the message as it stands."""
    rows = [_places_by_rules(message) for message in messages]
    return {head: np.array([row[head] for row in rows], dtype=np.int64) for head in HEADS}


def together(rules: Places, heads: Places) -> Places:
    """The rules' labels where they find something to keep, else the heads'."""
    found = rules["keep"] == 1
    return {head: np.where(found, rules[head], heads[head]) for head in HEADS}


def _claim_by_rules(message: Message) -> ProposedClaim | None:
    before = message.before[:LONGEST] if message.before else None
    claims = extract(message.text[:LONGEST], previous=before, said_at=SAID_AT, zone=ZONE)
    return claims[0] if claims else None


def _places_by_rules(message: Message) -> dict[str, int]:
    found = _claim_by_rules(message)
    claim = found or classify(message.text[:LONGEST], said_at=SAID_AT, zone=ZONE)
    ends = claim.valid_until - SAID_AT if claim.valid_until else None
    words = {
        "keep": "keep" if found else "drop",
        "type": claim.type.value,
        "scope": claim.scope.value,
        "modality": claim.modality.value,
        "change": claim.change.value,
        "about": "self" if claim.beneficiary == SELF else "other",
        "importance": ImportanceBand.of(claim.importance).value,
        "lifetime": _lifetime(ends).value,
    }
    return {head: HEADS[head].values.index(word) for head, word in words.items()}


def _lifetime(ends_in: timedelta | None) -> LifetimeBand:
    if ends_in is None:
        return LifetimeBand.YEARS
    if ends_in <= timedelta(days=6):
        return LifetimeBand.DAYS
    return LifetimeBand.WEEKS if ends_in <= timedelta(days=45) else LifetimeBand.MONTHS
