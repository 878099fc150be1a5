"""Make, replace and revoke the keys of a workspace's chatbots."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from memory.errors import InvalidError
from memory.models import ApiKey, Workspace

MARK = "plm_"
OVERLAP = timedelta(days=1)
"""How long the old key works beside the one that replaces it."""


def create_key(
    workspace: Workspace,
    *,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None = None,
) -> tuple[ApiKey, str]:
    """A new key and its secret, which is not kept and cannot be shown again.

    Raises InvalidError for no scope or one that does not exist.
    """
    unknown = [scope for scope in scopes if scope not in ApiKey.Scope.values]
    if unknown or not scopes:
        raise InvalidError(
            f"Give one or more of the scopes {', '.join(ApiKey.Scope.values)}.", field="scopes"
        )
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


def rotate(key: ApiKey, *, overlap: timedelta = OVERLAP) -> tuple[ApiKey, str]:
    """A new key with the same name and scopes; the old one works until `overlap` has passed."""
    fresh, secret = create_key(key.workspace, name=key.name, scopes=key.scopes)
    end = timezone.now() + overlap
    key.expires_at = min(end, key.expires_at or end)
    key.save(update_fields=["expires_at"])
    return fresh, secret


def revoke(key: ApiKey) -> None:
    """End the key now and for good."""
    key.revoked_at = key.revoked_at or timezone.now()
    key.save(update_fields=["revoked_at"])


def hash_secret(secret: str) -> str:
    """What is stored of a secret: 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()
