"""Who has which item open. A lease lasts 90 seconds and is renewed while the page is open."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from memory.errors import ConflictError
from memory.models import ReviewItem

LEASE = timedelta(seconds=90)


@transaction.atomic(durable=True)
def open_item(item: ReviewItem, user: User, *, take_over: bool = False) -> ReviewItem:
    """The item as it is now, leased to `user` where it is open and nobody else has it.

    Opening it again renews the lease. take_over: also from another reviewer. The caller looks
    at `leased_by` to see who has it.
    """
    row = _locked(item)
    free = row.leased_until is None or row.leased_until <= timezone.now()
    if row.state == ReviewItem.State.OPEN and (free or take_over or row.leased_by_id == user.pk):
        row.leased_by_id, row.leased_until = user.pk, timezone.now() + LEASE
        row.save(update_fields=["leased_by", "leased_until"])
    return row


def next_item(items: QuerySet[ReviewItem], user: User) -> ReviewItem | None:
    """The first of `items` that nobody else is looking at."""
    now = timezone.now()
    mine_or_free = Q(leased_until__isnull=True) | Q(leased_until__lte=now) | Q(leased_by_id=user.pk)
    return items.filter(mine_or_free).first()


def _locked(item: ReviewItem) -> ReviewItem:
    rows = ReviewItem.objects.select_for_update(of=("self",)).filter(id=item.id)
    row = rows.select_related("subject__workspace", "claim__turn", "memory", "leased_by").first()
    if row is None:
        raise ConflictError("This question was erased meanwhile.")
    return row
