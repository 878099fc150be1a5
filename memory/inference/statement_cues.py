"""What the rules of extraction see in a message, as numbers for the statement model.

The rules find few claims but are right about those; the model finds the rest. As an input the
rules cost a fraction of a millisecond a message and no weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from zoneinfo import ZoneInfo

import numpy as np
from django.db.models import TextChoices
from numpy.typing import NDArray

from memory.extraction.classify import classify
from memory.extraction.cues import CONTRASTS, CORRECTS, CUES
from memory.extraction.grammar import expand_contractions
from memory.extraction.heard import is_play, is_question, is_request, own_words
from memory.extraction.instructions import is_instruction
from memory.extraction.proposal import ProposedClaim
from memory.extraction.rules import extract
from memory.extraction.spelling import straighten
from memory.inference.statement_labels import Message
from memory.vocabulary import SELF, Change, MemoryType, Modality, Scope

# The time only tells past from future where a message names a date; the model learns no dates.
SAID_AT = datetime(2026, 3, 10, 12, tzinfo=UTC)
ZONE = ZoneInfo("UTC")
LONGEST = 1000
"""In characters: what stands behind is not read by the rules here, nor by the model."""


def cues_of(messages: Sequence[Message]) -> NDArray[np.float32]:
    """(messages, CUE_COUNT) array of zeros and ones, the same on every machine and day."""
    rows = [[float(seen) for seen in _cues(message)] for message in messages]
    return np.array(rows, dtype=np.float32).reshape(len(messages), CUE_COUNT)


def claim_by_rules(message: Message) -> ProposedClaim | None:
    """The first claim that the rules extract, None where they find nothing to keep."""
    before = message.before[:LONGEST] if message.before else None
    claims = extract(message.text[:LONGEST], previous=before, said_at=SAID_AT, zone=ZONE)
    return claims[0] if claims else None


def _cues(message: Message) -> Iterator[bool]:
    text = straighten(message.text[:LONGEST]).strip()
    told = expand_contractions(text)
    yield message.before is not None
    yield is_question(text)
    yield text.endswith("?")
    yield "?" in text
    yield is_request(text)
    yield is_play(text)
    yield not own_words(text).strip()
    yield is_instruction(text)
    yield bool(CORRECTS.search(told))
    yield bool(CONTRASTS.search(told))
    for _, cues in CUES:
        yield bool(cues.search(told))
    yield from _labels(classify(text, said_at=SAID_AT, zone=ZONE))
    found = claim_by_rules(message)
    yield found is not None
    yield from _labels(found)


def _labels(claim: ProposedClaim | None) -> Iterator[bool]:
    """What of a claim is not what it would be for any plain statement; all false without one."""
    said: tuple[TextChoices, ...] = ()
    if claim is not None:
        said = (claim.type, claim.scope, claim.modality, claim.change)
    # "event" is a scope and a change: equal as text, so compared by identity.
    yield from (any(word is other for other in said) for word in _REMARKABLE)
    yield claim is not None and claim.beneficiary != SELF
    yield claim is not None and bool(claim.restated)
    yield claim is not None and bool(claim.key)


_PLAIN = (MemoryType.SEMANTIC, Scope.FACT, Modality.CURRENT, Change.NONE)
_REMARKABLE: tuple[TextChoices, ...] = tuple(
    word
    for word in chain[TextChoices](MemoryType, Scope, Modality, Change)
    if not any(word is plain for plain in _PLAIN)
)
CUE_COUNT = 10 + len(CUES) + 1 + 2 * (len(_REMARKABLE) + 3)
