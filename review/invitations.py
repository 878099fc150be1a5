"""How somebody becomes a member of a workspace: by a link that an administrator makes for a role.

A link works once, for a time, and until it is taken back. Only a hash of its secret is stored.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from memory.audit.administration import note_admin
from memory.change import Actor
from memory.errors import ConflictError, InvalidError, NotFoundError
from memory.models import Decision, Membership, Workspace
from memory.models.audit import AdminAct
from review.models import Invitation
from review.policies import operator

USUAL_DAYS = 7
MOST_DAYS = 30
LINK_IS_DEAD = (
    "This invitation does not work: it was used, taken back or has expired. Ask the administrator "
    "who sent it for a new one."
)


def invite(by: Membership, *, role: str, days: int = USUAL_DAYS) -> tuple[Invitation, str]:
    """A new invitation into the administrator's workspace, and its link, which is not kept.

    days: how long it works, from 1 to 30. Raises InvalidError.
    """
    if role not in Membership.Role.values:
        raise InvalidError(f"Choose one of {', '.join(Membership.Role.values)}.", field="role")
    if not 1 <= days <= MOST_DAYS:
        raise InvalidError(f"An invitation works for 1 to {MOST_DAYS} days.", field="days")
    secret = secrets.token_urlsafe(32)
    with transaction.atomic():
        made = Invitation.objects.create(
            workspace=by.workspace,
            role=role,
            secret_hash=_hash(secret),
            made_by=by.user,
            expires_at=timezone.now() + timedelta(days=days),
        )
        note_admin(
            by.workspace, operator(by).actor, AdminAct.INVITED, about=made.id, detail=str(role)
        )
    return made, settings.PUBLIC_URL + reverse("review:invitation", args=[secret])


def open_invitations(workspace: Workspace) -> QuerySet[Invitation]:
    """Those that still work, the newest first."""
    return Invitation.objects.filter(
        workspace=workspace,
        used_at__isnull=True,
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
    ).select_related("made_by")


def take_back(by: Membership, invitation_id: str) -> None:
    """End an open invitation. Raises NotFoundError for one that does not work any more."""
    with transaction.atomic():
        found = open_invitations(by.workspace).filter(id=invitation_id)
        if not found.update(revoked_at=timezone.now()):
            raise NotFoundError("There is no such open invitation in this workspace.")
        note_admin(by.workspace, operator(by).actor, AdminAct.UNINVITED, about=invitation_id)


def invitation_of(secret: str) -> Invitation:
    """The invitation behind a link that works. Raises NotFoundError, which never says why not."""
    found = Invitation.objects.filter(secret_hash=_hash(secret)).select_related(
        "workspace", "made_by"
    )
    invitation = found.first()
    if invitation is None or not _works(invitation):
        raise NotFoundError(LINK_IS_DEAD)
    return invitation


def join(secret: str, user: User) -> Membership:
    """Make an operator a member, and spend the link.

    Raises NotFoundError for a link that does not work, ConflictError for who is a member already.
    """
    with transaction.atomic():
        invitation = _held(secret)
        workspace = invitation.workspace
        own = Membership.objects.filter(user=user, workspace=workspace).first()
        if own is not None:
            raise ConflictError(
                f"You are in {workspace.name} already, as {own.role}. The link was not used; an "
                "administrator can change your role."
            )
        member = Membership.objects.create(user=user, workspace=workspace, role=invitation.role)
        invitation.used_at, invitation.used_by = timezone.now(), user
        invitation.save(update_fields=["used_at", "used_by"])
        who = Actor(Decision.Actor.OPERATOR, str(user.pk))
        note_admin(
            workspace, who, AdminAct.JOINED, about=invitation.id, detail=str(invitation.role)
        )
    return member


def join_as_new(secret: str, *, username: str, password: str) -> Membership:
    """Make an account and a member of it, and spend the link.

    Raises NotFoundError for a link that does not work, InvalidError for a name that is taken or a
    password that is too easy.
    """
    invitation_of(secret)
    _check_name(username)
    user = User(username=username)
    try:
        get_adapter().clean_password(password, user)
    except ValidationError as error:
        raise InvalidError(" ".join(error.messages), field="password") from error
    user.set_password(password)  # slow on purpose, and so before anything is held
    try:
        with transaction.atomic():
            user.save()
            return join(secret, user)
    except IntegrityError as error:
        raise InvalidError("Somebody has this name already.", field="username") from error


def _check_name(username: str) -> None:
    """No two names that differ only in capitals: people would take one for the other."""
    if User.objects.filter(username__iexact=username).exists():
        raise InvalidError("Somebody has this name already.", field="username")
    try:
        get_adapter().clean_username(username)
    except ValidationError as error:
        raise InvalidError(" ".join(error.messages), field="username") from error


def _held(secret: str) -> Invitation:
    """The invitation under its lock, so that two who open one link do not both come in."""
    rows = Invitation.objects.select_for_update(of=("self",)).select_related("workspace")
    invitation = rows.filter(secret_hash=_hash(secret)).first()
    if invitation is None or not _works(invitation):
        raise NotFoundError(LINK_IS_DEAD)
    return invitation


def _works(invitation: Invitation) -> bool:
    unspent = invitation.used_at is None and invitation.revoked_at is None
    return unspent and invitation.expires_at > timezone.now()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
