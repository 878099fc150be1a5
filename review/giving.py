"""Shared views that give: what fits one goes to somebody, or to all who decide in turns.

An item is given by a view once at most, and never over a person's own choice: who gives it to
somebody, or to nobody in particular, has decided that.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import QueryDict
from django.utils import timezone

from memory.access import review_items_of
from memory.models import ReviewItem, Subject, Workspace
from review.forms import SORTS
from review.handling import reviewers
from review.listings.items import fits, view_of
from review.models import ItemEvent, SavedView
from review.urgency import by_urgency

MOST = 500
"""Items that one sweep gives by one view; the next sweep goes on."""


def give_by_views() -> int:
    """Give what fits the views that give, the oldest view first; answers how many items.

    Safe to run twice and at the same time: each item is taken under its lock.
    """
    giving = SavedView.objects.filter(Q(gives_to__isnull=False) | Q(in_turns=True), shared=True)
    views = giving.select_related("workspace", "gives_to").order_by("id")
    return sum(_give_what_fits(view) for view in views)


def _give_what_fits(view: SavedView) -> int:
    """In turns, who holds the fewest open items is next; of those alike, the first by name."""
    held = _held(view.workspace)
    if view.gives_to and not view.in_turns:
        held = {user: number for user, number in held.items() if user == view.gives_to}
    given = 0
    for item_id in list(_fitting(view).values_list("id", flat=True)[:MOST]):
        if not held:
            break
        to = min(held, key=lambda user: (held[user], user.username))
        if _give(item_id, view, to):
            held[to] += 1
            given += 1
    return given


def _held(workspace: Workspace) -> dict[User, int]:
    """Who may decide here, with the number of open items that they have."""
    rows = ReviewItem.objects.filter(subject__workspace=workspace, state=ReviewItem.State.OPEN)
    counts = dict(rows.values_list("assignee").annotate(Count("id")).order_by())
    return {user: counts.get(user.pk, 0) for user in reviewers(workspace.id)}


def _fitting(view: SavedView) -> QuerySet[ReviewItem]:
    now = timezone.now()
    filters: Mapping[str, str] = view_of(QueryDict(view.query))
    items = by_urgency(review_items_of(view.workspace), now).filter(fits(filters, now))
    return _free(items).order_by(*SORTS["urgent"])


def _free(items: QuerySet[ReviewItem]) -> QuerySet[ReviewItem]:
    """Open items that nobody has, that nobody gave away, and that are no administrator's."""
    free = items.filter(
        state=ReviewItem.State.OPEN, assignee__isnull=True, escalated_at__isnull=True
    )
    return free.exclude(events__kind=ItemEvent.Kind.ASSIGNED)


@transaction.atomic
def _give(item_id: str, view: SavedView, to: User) -> bool:
    # The person's row first, as whatever changes memories does, so that no two wait for each other.
    subjects = ReviewItem.objects.filter(id=item_id).values("subject")
    Subject.objects.select_for_update(no_key=True).filter(id__in=subjects).first()
    rows = ReviewItem.objects.select_for_update(of=("self",)).filter(id=item_id)
    item = _free(rows).first()
    if item is None:
        return False
    item.assignee = to
    item.save(update_fields=["assignee"])
    ItemEvent.objects.create(item=item, kind=ItemEvent.Kind.ASSIGNED, about=to, text=view.name)
    return True
