"""Who works in a workspace, and with which role. It always keeps an administrator."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from memory.audit.administration import note_admin
from memory.change import Actor
from memory.errors import ConflictError, InvalidError, NotFoundError
from memory.models import Membership, ReviewItem, Workspace
from memory.models.audit import AdminAct
from review.invitations import open_invitations
from review.models import SavedView
from review.policies import DECIDING

Role = Membership.Role


def members_of(workspace: Workspace) -> QuerySet[Membership]:
    """Everybody who works here, by name."""
    rows = Membership.objects.filter(workspace=workspace)
    return rows.select_related("user").order_by("user__username")


def change_role(workspace: Workspace, user_id: int, role: str, *, by: Actor) -> Membership:
    """Give a member another role, which holds from their next click on.

    Raises NotFoundError for somebody who is no member, InvalidError for a role that does not
    exist, ConflictError where nobody would be left who administers.
    """
    if role not in Role.values:
        raise InvalidError(f"Choose one of {', '.join(Role.values)}.", field="role")
    with transaction.atomic():
        member = _held(workspace, user_id)
        if member.role == role:
            return member
        if role != Role.ADMIN:
            _keep_an_administrator(member)
        member.role = role
        member.save(update_fields=["role"])
        _let_go(member)
        note_admin(workspace, by, AdminAct.ROLE, about=str(user_id), detail=str(role))
    return member


def remove(workspace: Workspace, user_id: int, *, by: Actor) -> User:
    """End a membership; the person's account and what they decided stay.

    Raises NotFoundError for somebody who is no member, ConflictError where nobody would be left
    who administers.
    """
    with transaction.atomic():
        member = _held(workspace, user_id)
        _keep_an_administrator(member)
        member.delete()
        member.role = ""
        _let_go(member)
        note_admin(workspace, by, AdminAct.REMOVED, about=str(user_id))
    return member.user


def _held(workspace: Workspace, user_id: int) -> Membership:
    """The membership, with the workspace's row held: of two administrators who remove each other
    at the same time, the second one finds the first."""
    Workspace.objects.select_for_update().get(id=workspace.id)
    member = members_of(workspace).filter(user_id=user_id).first()
    if member is None:
        raise NotFoundError("There is no such member in this workspace.")
    return member


def _keep_an_administrator(member: Membership) -> None:
    if member.role != Role.ADMIN:
        return
    others = Membership.objects.filter(
        workspace=member.workspace_id, role=Role.ADMIN, user__is_active=True
    ).exclude(id=member.id)
    if not others.exists():
        raise ConflictError(
            f"{member.user.username} is the only administrator here. Make somebody else one first."
        )


def _let_go(member: Membership) -> None:
    """What the member may do no longer: hold items, be given some, and have invitations out."""
    if member.role != Role.ADMIN:
        own = open_invitations(member.workspace).filter(made_by=member.user)
        own.update(revoked_at=timezone.now())
    if member.role not in DECIDING:
        items = ReviewItem.objects.filter(
            subject__workspace=member.workspace_id, state=ReviewItem.State.OPEN
        )
        items.filter(assignee=member.user).update(assignee=None)
        items.filter(leased_by=member.user).update(leased_by=None, leased_until=None)
        giving = SavedView.objects.filter(workspace=member.workspace_id, gives_to=member.user)
        giving.update(gives_to=None)
