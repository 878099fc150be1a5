"""How the memory and the people who review it are doing: figures and charts of one workspace."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import (
    Aggregate,
    Count,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import Coalesce, Greatest, Least, NullIf, TruncDate
from django.utils import timezone

from memory.gate.verdict import Outcome
from memory.models import Decision, Memory, ReviewItem, Workspace
from memory.vocabulary import MemoryType
from review.charts import MISSING, Chart, Series, duration, lines, lying, share, stacked, whole
from review.forms import REASONS, TYPES
from review.labels import NO_CONFLICT, PEOPLE
from review.models import Resolution

PERIODS = (7, 30, 90)
"""Days that one may look back."""
KEYS = 8
NEW = timedelta(days=7)
"""What is younger had little chance to be used; it does not count as junk."""

AGES: Sequence[tuple[str, timedelta | None]] = (
    ("under an hour", timedelta(hours=1)),
    ("1 to 24 hours", timedelta(days=1)),
    ("1 to 3 days", timedelta(days=3)),
    ("3 to 7 days", timedelta(days=7)),
    ("1 to 4 weeks", timedelta(days=28)),
    ("older", None),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One number that matters, with what it means."""

    name: str
    value: str
    hint: str


@dataclass(frozen=True, slots=True)
class Panel:
    """A chart under its heading, with a sentence about what it counts."""

    title: str
    hint: str
    chart: Chart


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """The whole page."""

    days: int
    figures: Sequence[Figure]
    panels: Sequence[Panel]


class Percentile(Aggregate):
    """The value below which a share of the values lies, between two values where need be."""

    function = "PERCENTILE_CONT"
    template = "%(function)s(%(share)s) WITHIN GROUP (ORDER BY %(expressions)s)"

    def __init__(self, expression: Any, share: float) -> None:
        super().__init__(expression, share=share, output_field=DurationField())


def overview(workspace: Workspace, *, days: int = 30) -> Overview:
    """The last `days` days of the workspace, today included. Costs the same queries whatever
    there is; days begin at midnight of the current time zone."""
    now = timezone.now()
    span = _Span.until(now, days)
    waiting, decided = _waiting(workspace, now), _decided(workspace, span)
    replaced, agreed = _replaced(workspace, span), _agreement(workspace, span)
    told = _held(workspace, span, now)
    return Overview(
        days=days,
        figures=[
            waiting.figure,
            _time_figure(workspace, span),
            _undone_figure(replaced),
            _agreement_figure(agreed),
            Figure("remembered now", whole(told[-1]), "current memories of everybody"),
        ],
        panels=[
            Panel(
                "Verdicts per day",
                "What the gate decided about statements.",
                _verdicts(workspace, span),
            ),
            Panel("Open questions by age", "How long those that wait have waited.", waiting.chart),
            Panel(
                "Time to a decision",
                "From question to answer: half were quicker than the first line, nine of ten than "
                "the second.",
                decided,
            ),
            Panel(
                "Automatic replacements",
                "What the gate replaced by itself on a day, and how much of that people undid "
                "since.",
                _replacement_chart(span, replaced),
            ),
            Panel(
                "Agreement with the suggestion",
                "How often people took what was suggested, by the reason of the question.",
                _agreement_chart(agreed),
            ),
            Panel(
                "Memories that hold",
                "How many were current at the end of each day.",
                lines(span.labels, [Series(name="current", values=told)]),
            ),
            Panel(
                "Never recalled",
                "Current memories older than a week, by whether a chatbot was ever told them.",
                _junk(workspace, now),
            ),
            Panel(
                "Conflicts by key",
                "Where statements disagree most often: replaced by the gate, or asked a person.",
                _conflicts(workspace, span),
            ),
        ],
    )


@dataclass(frozen=True, slots=True)
class _Span:
    """The days that are looked at, oldest first."""

    days: Sequence[date]
    since: datetime

    @classmethod
    def until(cls, now: datetime, days: int) -> _Span:
        local = timezone.localtime(now)
        first = local.date() - timedelta(days=days - 1)
        midnight = datetime.combine(first, datetime.min.time(), tzinfo=local.tzinfo)
        return cls([first + timedelta(days=at) for at in range(days)], midnight)

    @property
    def labels(self) -> list[str]:
        return [f"{day.day} {day:%b}" for day in self.days]

    def spread(self, found: Mapping[date, float], *, missing: float | None) -> list[float | None]:
        return [found.get(day, missing) for day in self.days]


@dataclass(frozen=True, slots=True)
class _Waiting:
    figure: Figure
    chart: Chart


def _verdicts(workspace: Workspace, span: _Span) -> Chart:
    made = (
        Decision.objects.filter(
            workspace=workspace,
            actor=Decision.Actor.GATE,
            action__in=list(Outcome),
            created_at__gte=span.since,
        )
        .exclude(claim_ref="")  # a turn that holds nothing is no verdict on a statement
        .annotate(day=TruncDate("created_at"))
        .values("day", "action")
        .order_by()
        .annotate(count=Count("pk"))
    )
    counts: dict[str, dict[date, float]] = defaultdict(dict)
    for row in made:
        counts[row["action"]][row["day"]] = row["count"]
    return stacked(
        span.labels,
        [
            Series(name=outcome.value, values=span.spread(counts[outcome], missing=0))
            for outcome in Outcome
        ],
    )


def _waiting(workspace: Workspace, now: datetime) -> _Waiting:
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
    return _Waiting(
        Figure("questions wait", whole(sum(counts)), hint),
        lying([name for name, _ in AGES], [Series(name="open", values=counts)])
        if sum(counts)
        else lying([], []),
    )


def _answered(workspace: Workspace, span: _Span) -> QuerySet[ReviewItem]:
    """Items that people answered in these days; one that was reopened is not."""
    taken = ExpressionWrapper(F("closed_at") - F("created_at"), output_field=DurationField())
    return ReviewItem.objects.filter(
        subject__workspace=workspace,
        state=ReviewItem.State.RESOLVED,
        closed_at__gte=span.since,
    ).annotate(taken=taken)


_HALF, _MOST = Percentile(F("taken"), 0.5), Percentile(F("taken"), 0.9)


def _decided(workspace: Workspace, span: _Span) -> Chart:
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


def _time_figure(workspace: Workspace, span: _Span) -> Figure:
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


def _replaced(workspace: Workspace, span: _Span) -> list[tuple[date, int, int]]:
    """The gate's replacements a day, and how many of them people took back since."""
    by_people = Decision.objects.filter(undoes=OuterRef("pk"), actor__in=PEOPLE).exclude(undoes="")
    rows = (
        Decision.objects.filter(
            workspace=workspace,
            actor=Decision.Actor.GATE,
            action=Decision.Action.REPLACE,
            created_at__gte=span.since,
        )
        .annotate(day=TruncDate("created_at"), undone=Exists(by_people))
        .values("day")
        .order_by()
        .annotate(count=Count("pk"), back=Count("pk", filter=Q(undone=True)))
    )
    return [(row["day"], row["count"], row["back"]) for row in rows]


def _undone_figure(rows: Sequence[tuple[date, int, int]]) -> Figure:
    count, back = sum(row[1] for row in rows), sum(row[2] for row in rows)
    if not count:
        return Figure("undone by people", MISSING, "the gate replaced nothing")
    hint = f"{whole(back)} of {whole(count)} automatic replacements"
    return Figure("undone by people", share(back / count), hint)


def _replacement_chart(span: _Span, rows: Sequence[tuple[date, int, int]]) -> Chart:
    kept = {day: count - back for day, count, back in rows}
    taken_back = {day: back for day, _, back in rows}
    return stacked(
        span.labels,
        [
            Series(name="stands", values=span.spread(kept, missing=0)),
            Series(name="undone", values=span.spread(taken_back, missing=0)),
        ],
    )


def _agreement(workspace: Workspace, span: _Span) -> list[tuple[str, int, int]]:
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


def _agreement_figure(rows: Sequence[tuple[str, int, int]]) -> Figure:
    count, same = sum(row[1] for row in rows), sum(row[2] for row in rows)
    if not count:
        return Figure("as suggested", MISSING, "nothing was answered")
    return Figure("as suggested", share(same / count), f"{whole(same)} of {whole(count)} answers")


def _agreement_chart(rows: Sequence[tuple[str, int, int]]) -> Chart:
    words = {str(reason): name for reason, name in REASONS.items()}
    return lying(
        [words.get(reason, reason) for reason, _, _ in rows],
        [Series(name="as suggested", values=[same / count for _, count, same in rows])],
        written=share,
        top=1.0,
        notes=[f"{same} of {count}" for _, count, same in rows],
    )


def _held(workspace: Workspace, span: _Span, now: datetime) -> list[float]:
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


def _junk(workspace: Workspace, now: datetime) -> Chart:
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


def _conflicts(workspace: Workspace, span: _Span) -> Chart:
    """The keys with the most conflicts; what has no key is one row."""
    questions = (
        ReviewItem.objects.filter(subject__workspace=workspace, created_at__gte=span.since)
        .exclude(reason__in=NO_CONFLICT)
        .annotate(at=Coalesce(NullIf("claim__key", Value("")), "memory__key", Value("")))
        .values("at")
        .order_by()
        .annotate(n=Count("pk"))
    )
    replaced = Decision.objects.filter(
        workspace=workspace,
        actor=Decision.Actor.GATE,
        action=Decision.Action.REPLACE,
        created_at__gte=span.since,
    )
    made = (
        Memory.objects.filter(subject__workspace=workspace, id__in=replaced.values("memory_ref"))
        .values("key")
        .order_by()
        .annotate(n=Count("pk"))
    )
    asked = {row["at"]: row["n"] for row in questions}
    by_gate = {row["key"]: row["n"] for row in made}
    total = Counter(asked) + Counter(by_gate)
    keys = [key for key, _ in sorted(total.items(), key=lambda one: (-one[1], one[0]))[:KEYS]]
    return lying(
        [key or "without a key" for key in keys],
        [
            Series(name="replaced", values=[by_gate.get(key, 0) for key in keys]),
            Series(name="asked", values=[asked.get(key, 0) for key in keys]),
        ],
        notes=[whole(total[key]) for key in keys],
    )
