"""Claims from a user's turn, by rules."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from memory.extraction.proposal import ProposedClaim


def extract(
    text: str, *, previous: str | None, said_at: datetime, zone: ZoneInfo
) -> list[ProposedClaim]:
    """What the turn says about the user that is worth keeping, in the order it is said."""
    return []
