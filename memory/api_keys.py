"""Make, replace and revoke the keys of a workspace's chatbots."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from memory.audit.administration import note_admin
from memory.change import Actor
from memory.errors import ConflictError, InvalidError
from memory.models import ApiKey, Workspace
from memory.models.audit import AdminAct

MARK = "plm_"
OVERLAP = timedelta(days=1)
"""How long the old key works beside the one that replaces it."""


@transaction.atomic
def create_key(
    workspace: Workspace,
    *,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None = None,
    by: Actor | None = None,
) -> tuple[ApiKey, str]:
    """A new key and its secret, which is not kept and cannot be shown again.

    by: who makes it; None for a command on the server. Raises InvalidError for no scope or one
    that does not exist.
    """
    unknown = [scope for scope in scopes if scope not in ApiKey.Scope.values]
    if unknown or not scopes:
        raise InvalidError(
            f"Give one or more of the scopes {', '.join(ApiKey.Scope.values)}.", field="scopes"
        )
    key, secret = _new(workspace, name=name, scopes=scopes, expires_at=expires_at)
    note_admin(workspace, by, AdminAct.API_MADE, about=key.id, detail=", ".join(key.scopes))
    return key, secret


def _new(
    workspace: Workspace, *, name: str, scopes: Sequence[str], expires_at: datetime | None = None
) -> tuple[ApiKey, str]:
    secret = MARK + secrets.token_urlsafe(32)
    key = ApiKey.objects.create(
        workspace=workspace,
        name=name,
        prefix=secret[:12],
        secret_hash=hash_secret(secret),
        scopes=list(dict.fromkeys(scopes)),
        expires_at=expires_at,
    )
    return key, secret


def is_live(key: ApiKey, now: datetime) -> bool:
    """Whether the key opens something now."""
    return key.revoked_at is None and (key.expires_at is None or key.expires_at > now)


@transaction.atomic
def rotate(
    key: ApiKey, *, overlap: timedelta = OVERLAP, by: Actor | None = None
) -> tuple[ApiKey, str]:
    """A new key with the same name and scopes; the old one works until `overlap` has passed.

    Raises ConflictError for a key that opens nothing any more: it has no place to be taken.
    """
    held = ApiKey.objects.select_for_update(of=("self",)).select_related("workspace").get(id=key.id)
    now = timezone.now()
    if not is_live(held, now):
        raise ConflictError("This key was revoked or has expired: make a new one instead.")
    fresh, secret = _new(held.workspace, name=held.name, scopes=held.scopes)
    end = now + overlap
    key.expires_at = held.expires_at = min(end, held.expires_at or end)
    held.save(update_fields=["expires_at"])
    note_admin(held.workspace, by, AdminAct.API_ROTATED, about=held.id, detail=fresh.id)
    return fresh, secret


@transaction.atomic
def revoke(key: ApiKey, *, by: Actor | None = None) -> None:
    """End the key now and for good."""
    if key.revoked_at is None:
        key.revoked_at = timezone.now()
        key.save(update_fields=["revoked_at"])
        note_admin(key.workspace, by, AdminAct.API_REVOKED, about=key.id)


def hash_secret(secret: str) -> str:
    """What is stored of a secret: 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()
