"""Keep filters of the queue under a name."""

from __future__ import annotations

from django.contrib.auth.models import User

from memory.errors import InvalidError, NotFoundError
from memory.models import Workspace
from review.models import SavedView

MOST = 20
"""Views of one operator in one workspace."""


def save_view(
    workspace: Workspace, user: User, *, name: str, query: str, shared: bool
) -> SavedView:
    """Keep the filters; the same name again takes the earlier one's place.

    query: the end of the queue's address, with known filters only.
    """
    own = SavedView.objects.filter(workspace=workspace, user=user)
    if own.exclude(name=name).count() >= MOST:
        raise InvalidError(f"You have {MOST} views; remove one first.", field="name")
    row, _ = own.update_or_create(
        name=name,
        defaults={"workspace": workspace, "user": user, "query": query, "shared": shared},
    )
    return row


def remove_view(workspace: Workspace, user: User, view_id: int) -> None:
    """Remove one of the operator's own views."""
    removed, _ = SavedView.objects.filter(workspace=workspace, user=user, id=view_id).delete()
    if not removed:
        raise NotFoundError("This view is not one of yours.")
