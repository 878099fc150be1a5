"""What the overview counts over: days, and numbers with their meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone


@dataclass(frozen=True, slots=True)
class Figure:
    """One number that matters, with what it means."""

    name: str
    value: str
    hint: str


@dataclass(frozen=True, slots=True)
class Span:
    """The days that are looked at, oldest first."""

    days: Sequence[date]
    since: datetime

    @classmethod
    def until(cls, now: datetime, days: int) -> Span:
        local = timezone.localtime(now)
        first = local.date() - timedelta(days=days - 1)
        midnight = datetime.combine(first, datetime.min.time(), tzinfo=local.tzinfo)
        return cls([first + timedelta(days=at) for at in range(days)], midnight)

    @property
    def labels(self) -> list[str]:
        return [f"{day.day} {day:%b}" for day in self.days]

    def spread(self, found: Mapping[date, float], *, missing: float | None) -> list[float | None]:
        return [found.get(day, missing) for day in self.days]
