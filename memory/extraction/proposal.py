"""The value that extraction hands on: one statement proposed for memory."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.vocabulary import SELF, Change, MemoryType, Modality, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedClaim:
    """One statement with what is known about it. All times are aware and in UTC.

    content: the statement as a sentence in the third person, as it was told
        ("User moved to Austin last month.").
    restated: the same as a present state ("User lives in Austin.") where `content` tells
        an event, a retraction or a correction; empty where `content` is one already.
    span: where in the turn the words stand, as [start, end) in characters.
    key, value: the attribute slot; empty where no key of the registry fits.
    importance: 1 to 10, how costly it is to get this wrong. confidence: 0 to 1.
    engine: name of the engine that read it; empty where it was posted. fallback: why the rules read it in
        the place of the LLM; empty where they did not have to.
    """

    content: str
    restated: str = ""
    span: tuple[int, int] | None = None
    type: MemoryType = MemoryType.SEMANTIC
    scope: Scope = Scope.FACT
    modality: Modality = Modality.CURRENT
    change: Change = Change.NONE
    beneficiary: str = SELF
    category: str = ""
    key: str = ""
    value: str = ""
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    importance: int = 5
    confidence: float = 1.0
    engine: str = ""
    fallback: str = ""
