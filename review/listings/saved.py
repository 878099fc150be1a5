"""Saved views of the queue, each with the number of items that fit it now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.http import QueryDict
from django.utils import timezone

from memory.access import review_items_of
from memory.models import Workspace
from review.listings.items import fits, view_of
from review.models import SavedView
from review.urgency import by_urgency

MOST = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedView:
    """A saved view, and how many items fit it. removable: whether the operator may
    remove it."""

    view: SavedView
    count: int
    removable: bool


def saved_views(workspace: Workspace, user: User, *, is_admin: bool) -> Sequence[CountedView]:
    """The operator's own views and those shared in the workspace. Costs two queries."""
    seen = SavedView.objects.filter(Q(user=user) | Q(shared=True), workspace=workspace)
    rows = list(seen.select_related("gives_to")[:MOST])
    if not rows:
        return []
    now = timezone.now()
    items = by_urgency(review_items_of(workspace), now)
    counts = items.aggregate(
        **{
            f"view_{row.pk}": Count("id", filter=fits(view_of(QueryDict(row.query)), now))
            for row in rows
        }
    )
    return [
        CountedView(
            view=row,
            count=counts[f"view_{row.pk}"],
            removable=row.user_id == user.pk or (is_admin and row.shared),
        )
        for row in rows
    ]
