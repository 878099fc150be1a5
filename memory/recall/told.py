from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class Told(NamedTuple):
    """What a line needs of a memory, by its columns' names. Not its vector, above all: that is most
    of the row."""

    id: str
    content: str
    type: str
    scope: str
    beneficiary: str
    category: str
    key: str
    source: str
    importance: int
    confidence: float
    said_at: datetime
    valid_from: datetime | None
    valid_until: datetime | None
