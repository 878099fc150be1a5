"""Keep filters of the queue under a name."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db.models import Q

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
    workspace: Workspace,
    user: User,
    *,
    name: str,
    filters: Mapping[str, str],
    shared: bool,
    gives_to: User | None = None,
    in_turns: bool = False,
) -> SavedView:
    """Keep the filters; the same name again takes the earlier one's place.

    filters: known ones with valid values. gives_to, in_turns: who is given what fits, if anybody.
    Raises InvalidError where the filters are about one person, what gives is not shared, or the
    operator has too many views.
    """
    if (gives_to or in_turns) and not shared:
        raise InvalidError(
            "A view that gives items is for everybody here: tick that too, so that all see why "
            "an item is somebody's.",
            field="shared",
        )
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
            "gives_to": gives_to,
            "in_turns": in_turns,
        },
    )
    return row


def remove_view(workspace: Workspace, user: User, view_id: int, *, is_admin: bool) -> None:
    """Remove one of the operator's own views; an administrator, also one that others share."""
    removable = Q(user=user) | Q(shared=True) if is_admin else Q(user=user)
    removed, _ = SavedView.objects.filter(removable, workspace=workspace, id=view_id).delete()
    if not removed:
        raise NotFoundError("This view is not one of yours.")
