"""What people did with the gate's questions: what waits, how long it took, what they chose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import (
    Aggregate,
    Count,
    DurationField,
    ExpressionWrapper,
    F,
    Min,
    Q,
    QuerySet,
)
from django.db.models.functions import TruncDate

from memory.models import ReviewItem, Workspace
from review.charts import MISSING, Chart, Series, duration, lines, lying, share, whole
from review.forms import REASONS
from review.listings.figures import Figure, Span
from review.models import Resolution

AGES: Sequence[tuple[str, timedelta | None]] = (
    ("under an hour", timedelta(hours=1)),
    ("1 to 24 hours", timedelta(days=1)),
    ("1 to 3 days", timedelta(days=3)),
    ("3 to 7 days", timedelta(days=7)),
    ("1 to 4 weeks", timedelta(days=28)),
    ("older", None),
)


class Percentile(Aggregate):
    """The value below which a share of the values lies, between two values where need be."""

    function = "PERCENTILE_CONT"
    template = "%(function)s(%(share)s) WITHIN GROUP (ORDER BY %(expressions)s)"

    def __init__(self, expression: Any, share: float) -> None:
        super().__init__(expression, share=share, output_field=DurationField())


@dataclass(frozen=True, slots=True)
class Waiting:
    figure: Figure
    chart: Chart


def waiting_now(workspace: Workspace, now: datetime) -> Waiting:
    items = ReviewItem.objects.filter(subject__workspace=workspace, state=ReviewItem.State.OPEN)
    bounds: list[Q] = []
    younger: datetime | None = None
    for _, age in AGES:
        bound = Q(created_at__lte=younger) if younger else Q()
        younger = now - age if age else None
        bounds.append(bound & (Q(created_at__gt=younger) if younger else Q()))
    found = items.aggregate(
        since=Min("created_at"),
        **{f"age_{at}": Count("pk", filter=bound) for at, bound in enumerate(bounds)},
    )
    counts = [found[f"age_{at}"] for at in range(len(AGES))]
    oldest = found["since"]
    hint = f"the oldest for {duration((now - oldest) / timedelta(hours=1))}" if oldest else "none"
    return Waiting(
        Figure("questions wait", whole(sum(counts)), hint),
        lying(
            [name for name, _ in AGES],
            [Series(name="open", values=counts)],
            notes=[whole(count) for count in counts],
        )
        if sum(counts)
        else lying([], []),
    )


def _answered(workspace: Workspace, span: Span) -> QuerySet[ReviewItem]:
    """Items that people answered in these days; one that was reopened is not."""
    taken = ExpressionWrapper(F("closed_at") - F("created_at"), output_field=DurationField())
    return ReviewItem.objects.filter(
        subject__workspace=workspace,
        state=ReviewItem.State.RESOLVED,
        closed_at__gte=span.since,
    ).annotate(taken=taken)


_HALF, _MOST = Percentile(F("taken"), 0.5), Percentile(F("taken"), 0.9)


def decided_chart(workspace: Workspace, span: Span) -> Chart:
    rows = list(
        _answered(workspace, span)
        .annotate(day=TruncDate("closed_at"))
        .values("day")
        .order_by()
        .annotate(half=_HALF, most=_MOST)
    )
    half = {row["day"]: _hours(row["half"]) for row in rows}
    most = {row["day"]: _hours(row["most"]) for row in rows}
    return lines(
        span.labels,
        [
            Series(name="half (p50)", values=span.spread(half, missing=None)),
            Series(name="nine of ten (p90)", values=span.spread(most, missing=None)),
        ],
        written=duration,
    )


def time_figure(workspace: Workspace, span: Span) -> Figure:
    found = _answered(workspace, span).aggregate(half=_HALF, most=_MOST, count=Count("pk"))
    if not found["count"]:
        return Figure("until a decision", MISSING, "nothing was answered")
    most, count = duration(_hours(found["most"])), found["count"]
    return Figure(
        "until a decision",
        duration(_hours(found["half"])),
        f"nine of ten within {most}; {whole(count)} answered",
    )


def _hours(taken: timedelta) -> float:
    return taken / timedelta(hours=1)


def agreement_by_reason(workspace: Workspace, span: Span) -> list[tuple[str, int, int]]:
    """For each reason: how many questions were answered, and how many as suggested."""
    last = (
        Resolution.objects.filter(
            item__subject__workspace=workspace,
            item__state=ReviewItem.State.RESOLVED,
            item__closed_at__gte=span.since,
        )
        .order_by("item_id", "-created_at", "-id")
        .distinct("item_id")
        .values_list("item__reason", "item__suggestion", "action")
    )
    asked: Counter[str] = Counter()
    same: Counter[str] = Counter()
    for reason, suggestion, action in last:
        asked[reason] += 1
        same[reason] += suggestion == action
    return [(reason, count, same[reason]) for reason, count in asked.most_common()]


def agreement_figure(rows: Sequence[tuple[str, int, int]]) -> Figure:
    count, same = sum(row[1] for row in rows), sum(row[2] for row in rows)
    if not count:
        return Figure("as suggested", MISSING, "nothing was answered")
    return Figure("as suggested", share(same / count), f"{whole(same)} of {whole(count)} answers")


def agreement_chart(rows: Sequence[tuple[str, int, int]]) -> Chart:
    words = {str(reason): name for reason, name in REASONS.items()}
    return lying(
        [words.get(reason, reason) for reason, _, _ in rows],
        [Series(name="as suggested", values=[same / count for _, count, same in rows])],
        written=share,
        top=1.0,
        notes=[f"{same} of {count}" for _, count, same in rows],
    )
