"""Moments as people say them, in the zone of whoever looks."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.utils import timezone

_UNITS = (
    (timedelta(hours=1), timedelta(minutes=1), "min"),
    (timedelta(hours=48), timedelta(hours=1), "h"),
    (timedelta(days=45), timedelta(days=1), "days"),
)
"""Up to which distance a moment is told in which unit."""


def relative(moment: datetime, now: datetime) -> str:
    """How long ago, or in how long; a date where it is more than six weeks away."""
    away = abs(now - moment)
    if away < timedelta(minutes=1):
        return "just now"
    for limit, unit, name in _UNITS:
        if away < limit:
            amount = f"{away // unit} {name}"
            return f"{amount} ago" if moment <= now else f"in {amount}"
    local = timezone.localtime(moment)
    return f"{local.day} {local:%b %Y}"


def day(moment: datetime, now: datetime) -> str:
    """The date, with its year where it is not this year's."""
    local = timezone.localtime(moment)
    return f"{local.day} {local:%b}" + ("" if local.year == now.year else f" {local.year}")


def end_of_day(day: date | None) -> datetime | None:
    """The moment at which the day ends, in the zone of whoever looks."""
    return start_of_day(day + timedelta(days=1)) if day else None


def start_of_day(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
