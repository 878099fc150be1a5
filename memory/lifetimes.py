"""From when and until when something holds, where only a day is told: the person's own day.

`valid_from` is the day's first moment. `valid_until` is exclusive: the moment at which the day is
over, so that "until 14 March" still holds in the evening of the 14th where the person lives.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

Told = date
"""A day, or a moment: every datetime is a date."""


def begins_at(told: Told | None, zone: ZoneInfo) -> datetime | None:
    """The moment from which it holds; a moment is taken as it is."""
    if told is None or isinstance(told, datetime):
        return told
    return datetime.combine(told, time(), tzinfo=zone).astimezone(UTC)


def ends_at(told: Told | None, zone: ZoneInfo) -> datetime | None:
    """The first moment at which it does not hold any more; a moment is taken as it is."""
    if told is None or isinstance(told, datetime):
        return told
    return begins_at(told + timedelta(days=1), zone)


def read_told(text: str) -> Told:
    """A day (2026-03-14) or a moment (2026-03-14T09:30:00Z). Raises ValueError."""
    kind = date if len(text) == len("2026-03-14") else datetime
    return kind.fromisoformat(text)
