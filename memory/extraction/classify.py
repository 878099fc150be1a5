"""What kind of statement a sentence is."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from memory.extraction.proposal import ProposedClaim


def classify(statement: str, *, said_at: datetime, zone: ZoneInfo) -> ProposedClaim:
    """The statement with its type, scope, modality, key and times."""
    return ProposedClaim(content=statement)
