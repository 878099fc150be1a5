"""What is remembered: how much held on each day, and what nobody was ever told."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Greatest, Least, TruncDate

from memory.models import Memory, Workspace
from memory.vocabulary import MemoryType
from review.charts import Chart, Series, lying, share
from review.forms import TYPES
from review.listings.figures import Span

NEW = timedelta(days=7)
"""What is younger had little chance to be used; it does not count as junk."""


def held(workspace: Workspace, span: Span, now: datetime) -> list[float]:
    """How many memories were current at the end of each day; today's number is that of now."""
    ends = Least("valid_until", "deleted_at")
    rows = Memory.objects.filter(subject__workspace=workspace).annotate(
        begins=Greatest("created_at", "valid_from"),  # PostgreSQL leaves out what is empty
        ends=ends,
    )
    rows = rows.filter(Q(ends__isnull=True) | Q(ends__gt=F("begins")), begins__lte=now)
    begun = _by_day(rows, "begins")
    ended = _by_day(rows.filter(ends__lte=now), "ends")
    held = [
        sum(n for day, n in begun.items() if day < span.days[0])
        - sum(n for day, n in ended.items() if day < span.days[0])
    ]
    for day in span.days:
        held.append(held[-1] + begun.get(day, 0) - ended.get(day, 0))
    return [float(count) for count in held[1:]]


def _by_day(rows: QuerySet[Memory], column: str) -> dict[date, int]:
    found = rows.annotate(day=TruncDate(column)).values("day").order_by().annotate(n=Count("pk"))
    return {row["day"]: row["n"] for row in found}


def junk(workspace: Workspace, now: datetime) -> Chart:
    old = Memory.objects.current(now).filter(
        subject__workspace=workspace, created_at__lte=now - NEW
    )
    found = (
        old.values("type")
        .order_by()
        .annotate(never=Count("pk", filter=Q(access_count=0)), count=Count("pk"))
    )
    rows = {row["type"]: row for row in found}
    kinds = [kind for kind in MemoryType if kind in rows]
    return lying(
        [TYPES[kind] for kind in kinds],
        [
            Series(name="recalled", values=[rows[k]["count"] - rows[k]["never"] for k in kinds]),
            Series(name="never recalled", values=[rows[k]["never"] for k in kinds]),
        ],
        notes=[f"{share(rows[k]['never'] / rows[k]['count'])} never" for k in kinds],
    )
