"""The queue: which items there are, filtered, sorted and counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Count, Min, Q, QuerySet
from django.http import QueryDict
from django.utils import timezone

from memory.access import review_items_of
from memory.models import ReviewItem, Workspace
from review.forms import SORTS, QueueFilters
from review.urgency import at_level, by_urgency

PAGE = 25

PATIENCE = timedelta(days=7)
"""How long the person's own answer is waited for before the item is back in the queue."""


def queue(workspace: Workspace, filters: Mapping[str, str]) -> QuerySet[ReviewItem]:
    """The workspace's items that fit the filters; unless they say otherwise those that wait for a
    decision now.

    filters: names of `QueueFilters` with valid values. `assignee` is a user's name, or `nobody`.
    """
    now = timezone.now()
    items = by_urgency(review_items_of(workspace), now).filter(fits(filters, now))
    return items.order_by(*SORTS[filters.get("sort") or "urgent"])


def fits(filters: Mapping[str, str], now: datetime) -> Q:
    """The filters as one condition, on items that `by_urgency` gave their columns."""
    found = STATES[filters.get("state") or ""](now)
    for name, column in _EQUAL.items():
        if value := filters.get(name):
            found &= Q(**{column: value})
    if key := filters.get("key"):
        found &= Q(claim__key=key) | Q(memory__key=key)
    if text := filters.get("text"):
        found &= (
            Q(claim__content__icontains=text)
            | Q(claim__restated__icontains=text)
            | Q(memory__content__icontains=text)
        )
    if who := filters.get("assignee"):
        nobody = who == "nobody"
        found &= Q(assignee__isnull=True) if nobody else Q(assignee__username=who)
    if age := filters.get("age"):
        found &= AGES[age](now)
    if level := filters.get("priority"):
        found &= at_level(int(level))
    return found


_EQUAL = {
    "reason": "reason",
    "type": "claim__type",
    "scope": "claim__scope",
    "subject": "subject__external_id",
}


def _open(now: datetime) -> Q:
    return Q(state=ReviewItem.State.OPEN)


def _awake(now: datetime) -> Q:
    """Neither put off, nor waiting for the person's own answer."""
    awake = Q(snoozed_until__isnull=True) | Q(snoozed_until__lte=now)
    return awake & (Q(asked_at__isnull=True) | Q(asked_at__lte=now - PATIENCE))


STATES: Mapping[str, Callable[[datetime], Q]] = {
    "": lambda now: _open(now) & _awake(now),
    "open": _open,
    "snoozed": lambda now: _open(now) & Q(snoozed_until__gt=now),
    "asked": lambda now: _open(now) & Q(asked_at__isnull=False),
    "escalated": lambda now: _open(now) & Q(escalated_at__isnull=False),
    "resolved": lambda now: Q(state=ReviewItem.State.RESOLVED),
    "closed": lambda now: Q(state=ReviewItem.State.CLOSED),
}
"""What the filter `state` may say, and what it means."""

AGES: Mapping[str, Callable[[datetime], Q]] = {
    "overdue": lambda now: Q(due_at__lte=now),
    "day": lambda now: Q(created_at__gt=now - timedelta(days=1)),
    "week": lambda now: Q(created_at__lte=now - timedelta(days=7)),
    "month": lambda now: Q(created_at__lte=now - timedelta(days=30)),
}
"""What the filter `age` may say."""


def view_of(query: QueryDict) -> dict[str, str]:
    """The filters and the order that an address asks for: known names with valid values only, so
    that they can be carried from page to page."""
    form = QueueFilters(query)
    form.is_valid()
    return {name: value for name, value in form.cleaned_data.items() if value}


def page_of(items: QuerySet[ReviewItem], number: str | None) -> Page[ReviewItem]:
    """One page; a number that is none or too high gives the nearest page."""
    return Paginator(items, PAGE).get_page(number)


def waiting(workspace: Workspace) -> dict[str, object]:
    """How many items wait now, since when the oldest does, and how many for each reason."""
    now = timezone.now()
    waits = ReviewItem.objects.filter(fits({}, now), subject__workspace=workspace)
    rows = list(
        waits.values("reason")
        .annotate(count=Count("id"), since=Min("created_at"))
        .order_by("-count")
    )
    return {
        "count": sum(row["count"] for row in rows),
        "since": min((row["since"] for row in rows), default=None),
        "reasons": rows,
    }


def set_aside(workspace: Workspace) -> dict[str, int]:
    """How many open items do not wait now, by why."""
    now = timezone.now()
    names = ("snoozed", "asked", "escalated")
    counts = {name: Count("id", filter=STATES[name](now)) for name in names}
    return ReviewItem.objects.filter(subject__workspace=workspace).aggregate(**counts)


def answered(workspace: Workspace) -> int:
    """How many items people have answered so far."""
    return ReviewItem.objects.filter(
        subject__workspace=workspace, state=ReviewItem.State.RESOLVED
    ).count()
