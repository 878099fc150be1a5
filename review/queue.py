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
def open_item(item: ReviewItem, user: User) -> ReviewItem:
    """The item as it is now, leased to `user` where it is open and nobody else has it.

    Opening it again renews the lease. The caller looks at `leased_by` to see who has it;
    `handling.take_over` takes it from them.
    """
    row = locked_item(item)
    free = row.leased_until is None or row.leased_until <= timezone.now()
    if row.state == ReviewItem.State.OPEN and (free or row.leased_by_id == user.pk):
        lease(row, user)
        row.save(update_fields=["leased_by", "leased_until"])
    return row


def lease(item: ReviewItem, user: User) -> None:
    """Give the locked item to the user for a while; the caller saves it."""
    item.leased_by, item.leased_until = user, timezone.now() + LEASE


def next_item(items: QuerySet[ReviewItem], user: User) -> ReviewItem | None:
    """The first of `items` that nobody else is looking at."""
    now = timezone.now()
    mine_or_free = Q(leased_until__isnull=True) | Q(leased_until__lte=now) | Q(leased_by_id=user.pk)
    return items.filter(mine_or_free).first()


def locked_item(item: ReviewItem) -> ReviewItem:
    """The item as it is now, locked until the transaction ends. Raises ConflictError where it was
    erased meanwhile."""
    rows = ReviewItem.objects.select_for_update(of=("self",)).filter(id=item.id)
    row = rows.select_related("subject__workspace", "claim__turn", "memory", "leased_by").first()
    if row is None:
        raise ConflictError("This question was erased meanwhile.")
    return row
