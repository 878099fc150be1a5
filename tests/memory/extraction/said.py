"""When and where the statements of these tests are said: a Tuesday noon in Utrecht."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from memory.extraction.classify import classify
from memory.extraction.proposal import ProposedClaim
from memory.extraction.rules import extract

ZONE = ZoneInfo("Europe/Amsterdam")
TUESDAY = datetime(2026, 3, 10, 11, tzinfo=UTC)


def heard(text: str, previous: str | None = None) -> list[ProposedClaim]:
    return extract(text, previous=previous, said_at=TUESDAY, zone=ZONE)


def contents(text: str, previous: str | None = None) -> list[str]:
    return [claim.content for claim in heard(text, previous)]


def classified(statement: str) -> ProposedClaim:
    return classify(statement, said_at=TUESDAY, zone=ZONE)


def day(text: str) -> datetime:
    """Local midnight of that day, in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=ZONE).astimezone(UTC)
