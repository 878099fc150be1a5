"""Keep filters of the queue under a name."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.contrib.auth.models import User

from memory.errors import InvalidError, NotFoundError
from memory.models import Workspace
from review.models import SavedView

MOST = 20
"""Views of one operator in one workspace."""

OF_A_PERSON = ("text", "subject")
"""Filters by what somebody said, and by who: an address is not searched when that is erased, so
no row keeps one with them."""


def lasting(filters: Mapping[str, str]) -> str:
    """The filters that a row may keep, as the end of an address."""
    return urlencode({name: value for name, value in filters.items() if name not in OF_A_PERSON})


def save_view(
    workspace: Workspace, user: User, *, name: str, filters: Mapping[str, str], shared: bool
) -> SavedView:
    """Keep the filters; the same name again takes the earlier one's place.

    filters: known ones with valid values. Raises InvalidError where they are about one person,
    or the operator has too many views.
    """
    if any(filters.get(one) for one in OF_A_PERSON):
        raise InvalidError(
            "A view keeps neither words that people said nor a person, since erasing could not "
            "find them there. Empty these two fields, then save it.",
            field="name",
        )
    own = SavedView.objects.filter(workspace=workspace, user=user)
    if own.exclude(name=name).count() >= MOST:
        raise InvalidError(f"You have {MOST} views; remove one first.", field="name")
    row, _ = own.update_or_create(
        name=name,
        defaults={
            "workspace": workspace,
            "user": user,
            "query": lasting(filters),
            "shared": shared,
        },
    )
    return row


def remove_view(workspace: Workspace, user: User, view_id: int) -> None:
    """Remove one of the operator's own views."""
    removed, _ = SavedView.objects.filter(workspace=workspace, user=user, id=view_id).delete()
    if not removed:
        raise NotFoundError("This view is not one of yours.")
