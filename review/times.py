"""Moments as people say them."""

from __future__ import annotations

from datetime import datetime, timedelta

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
    return f"{moment.day} {moment:%b %Y}"


def day(moment: datetime, now: datetime) -> str:
    """The date, with its year where it is not this year's."""
    return f"{moment.day} {moment:%b}" + ("" if moment.year == now.year else f" {moment.year}")
