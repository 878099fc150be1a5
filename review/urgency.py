"""How urgent an item is, and until when it should be decided. It explains itself: a sum of parts.

The database sorts and filters by the same tables that the page explains, so that the two never
tell different things.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db.models import Case, DateTimeField, F, IntegerField, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable, ExpressionWrapper

from memory.models import ReviewItem

T = TypeVar("T")

USED = ((10, 2), (1, 1))
"""From how many answers that used the stored memory on, how many points."""

TIMES = ((8, timedelta(days=1)), (5, timedelta(days=3)), (0, timedelta(days=14)))
"""From which importance on, how long the question may wait."""

AGED = ((1.0, 2), (0.5, 1))
"""From which part of that time on, how many points."""

LEVELS = ((10, 1), (8, 2), (5, 3), (0, 4))
"""From how many points on, which level: P1 is the most urgent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some points, and what they are for."""

    points: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Urgency:
    """The parts of an item's urgency. due: None while it waits for the person's own answer."""

    parts: Sequence[Part]
    due: datetime | None
    overdue: bool

    @property
    def points(self) -> int:
        return sum(part.points for part in self.parts)

    @property
    def level(self) -> int:
        return _step(self.points, LEVELS)


def urgency_of(item: ReviewItem, now: datetime) -> Urgency:
    """The urgency of an item whose memory is loaded."""
    used = item.memory.access_count if item.memory else 0
    times = f"{used} answer{'' if used == 1 else 's'}"
    due = None if item.asked_at else item.created_at + _step(item.priority, TIMES)
    part = (now - item.created_at) / _step(item.priority, TIMES) if due else 0.0
    aged = next((points for share, points in AGED if part >= share), 0)
    return Urgency(
        parts=(
            Part(points=item.priority, why="importance, the higher one of both statements"),
            Part(points=_points(used), why=f"the stored one was used for {times}"),
            Part(
                points=aged, why=_AGE[aged] if due else "the time stands still: a person is asked"
            ),
        ),
        due=due,
        overdue=due is not None and due <= now,
    )


_AGE = {0: "it came recently", 1: "half of its time is over", 2: "it is overdue"}


def by_urgency(items: QuerySet[ReviewItem], now: datetime) -> QuerySet[ReviewItem]:
    """The items with `urgency` (points) and `due_at` as columns, to sort and filter by."""
    due = Case(
        When(asked_at__isnull=False, then=None),
        *(When(priority__gte=least, then=_later(F("created_at"), span)) for least, span in TIMES),
        output_field=DateTimeField(),
    )
    used = Case(
        *(When(memory__access_count__gte=least, then=Value(points)) for least, points in USED),
        default=Value(0),
        output_field=IntegerField(),
    )
    aged = Case(
        When(asked_at__isnull=False, then=Value(0)),
        *(
            When(_waits_longer(span * share, least, now), then=Value(points))
            for share, points in AGED
            for least, span in TIMES
        ),
        default=Value(0),
        output_field=IntegerField(),
    )
    return items.annotate(due_at=due, urgency=F("priority") + used + aged)


def _later(moment: Combinable, span: timedelta) -> ExpressionWrapper[Any]:
    return ExpressionWrapper(moment + Value(span), output_field=DateTimeField())


def _waits_longer(span: timedelta, least: int, now: datetime) -> Q:
    """Waits for at least `span`, and is of the kind that begins at this importance."""
    above = [each for each, _ in TIMES if each > least]
    kind = Q(priority__gte=least, priority__lt=min(above)) if above else Q(priority__gte=least)
    return kind & Q(created_at__lte=now - span)


def at_level(level: int) -> Q:
    """The filter for items of a level, on what `by_urgency` gives."""
    floors = {each: least for least, each in LEVELS}
    least, above = floors[level], floors.get(level - 1)
    wanted = Q(urgency__gte=least)
    return wanted if above is None else wanted & Q(urgency__lt=above)


def _points(used: int) -> int:
    return next((points for least, points in USED if used >= least), 0)


def _step(value: int, table: Sequence[tuple[int, T]]) -> T:
    """What the table has for the value: the entry with the highest floor that it reaches."""
    return next(entry for least, entry in table if value >= least)
