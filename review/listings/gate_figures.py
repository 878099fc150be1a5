"""What the gate decided: verdicts, replacements that people undid, conflicts by key."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date

from django.db.models import Count, Exists, OuterRef, Q, Value
from django.db.models.functions import Coalesce, NullIf, TruncDate

from memory.gate.verdict import Outcome
from memory.models import Decision, Memory, ReviewItem, Workspace
from review.charts import MISSING, Chart, Series, lying, share, stacked, whole
from review.labels import NO_CONFLICT, PEOPLE
from review.listings.figures import Figure, Span

KEYS = 8
"""As many keys as the chart of conflicts has rows."""


def verdicts(workspace: Workspace, span: Span) -> Chart:
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


def replaced_by_day(workspace: Workspace, span: Span) -> list[tuple[date, int, int]]:
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


def undone_figure(rows: Sequence[tuple[date, int, int]]) -> Figure:
    count, back = sum(row[1] for row in rows), sum(row[2] for row in rows)
    if not count:
        return Figure("undone by people", MISSING, "the gate replaced nothing")
    hint = f"{whole(back)} of {whole(count)} automatic replacements"
    return Figure("undone by people", share(back / count), hint)


def replacement_chart(span: Span, rows: Sequence[tuple[date, int, int]]) -> Chart:
    kept = {day: count - back for day, count, back in rows}
    taken_back = {day: back for day, _, back in rows}
    return stacked(
        span.labels,
        [
            Series(name="stands", values=span.spread(kept, missing=0)),
            Series(name="undone", values=span.spread(taken_back, missing=0)),
        ],
    )


def conflicts(workspace: Workspace, span: Span) -> Chart:
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
