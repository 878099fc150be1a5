"""The queue: which items there are, filtered, sorted and counted."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.paginator import Page, Paginator
from django.db.models import Count, Min, Q, QuerySet
from django.http import QueryDict

from memory.access import review_items_of
from memory.models import ReviewItem, Workspace
from review.forms import SORTS, QueueFilters

PAGE = 25


def queue(workspace: Workspace, filters: Mapping[str, str]) -> QuerySet[ReviewItem]:
    """The workspace's items that fit the filters; open ones unless the filters say otherwise."""
    items = review_items_of(workspace).filter(
        state=filters.get("state") or ReviewItem.State.OPEN, **_equal(filters)
    )
    if text := filters.get("text"):
        items = items.filter(
            Q(claim__content__icontains=text)
            | Q(claim__restated__icontains=text)
            | Q(memory__content__icontains=text)
        )
    return items.order_by(*SORTS[filters.get("sort") or "urgent"])


def _equal(filters: Mapping[str, str]) -> dict[str, str]:
    columns = {
        "reason": "reason",
        "type": "claim__type",
        "scope": "claim__scope",
        "subject": "subject__external_id",
    }
    return {column: filters[name] for name, column in columns.items() if filters.get(name)}


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
    """How many items wait, since when the oldest does, and how many for each reason."""
    waits = ReviewItem.objects.filter(subject__workspace=workspace, state=ReviewItem.State.OPEN)
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


def answered(workspace: Workspace) -> int:
    """How many items people have answered so far."""
    return ReviewItem.objects.filter(
        subject__workspace=workspace, state=ReviewItem.State.RESOLVED
    ).count()
