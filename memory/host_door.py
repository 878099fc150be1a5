"""The other door for end users: a token that the chatbot's own host signs (JWT, RFC 7519).

Where the person is logged in at the host, the host needs no link from the API: it sends the
browser to `/me/host/WORKSPACE/TOKEN`. PyJWT checks signature, time and audience.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import jwt
from django.conf import settings
from django.db import transaction

from memory.access import subject_of
from memory.audit.administration import note_admin
from memory.errors import InvalidError, NotFoundError
from memory.external_ids import external_id
from memory.models import HostDoor, Subject, Workspace
from memory.models.audit import AdminAct

LONGEST = timedelta(minutes=10)
"""From `iat` to `exp`: a token is for one redirect, not for a day."""
LEEWAY = 30
"""Seconds by which the two clocks may differ."""
SHARED = ["HS256"]
PUBLIC = ["RS256", "PS256", "ES256", "EdDSA"]
"""Never both for one token: a public key must not be taken for a shared secret."""
INVALID = "This link is not valid. Go back to the site and try again."
EXPIRED = "This link has expired. Go back to the site and try again."


def read_token(workspace_slug: str, token: str) -> Subject:
    """The subject that the host's token names in `sub` (the chatbot's own id of the person).

    The token needs `sub`, `aud` (the workspace's short name), `iat` and `exp`, at most ten minutes
    apart. Raises NotFoundError with a sentence for the person; it never says what was wrong.
    """
    door = HostDoor.objects.select_related("workspace").filter(workspace__slug=workspace_slug)
    found = door.first()
    if found is None:
        raise NotFoundError(INVALID)
    try:
        claims = _checked(found, token)
    except jwt.ExpiredSignatureError as error:
        raise NotFoundError(EXPIRED) from error
    except (jwt.PyJWTError, ValueError, TypeError) as error:
        raise NotFoundError(INVALID) from error
    if not 0 < claims["exp"] - claims["iat"] <= LONGEST.total_seconds():
        raise NotFoundError(INVALID)
    try:
        subject = subject_of(found.workspace, external_id(claims["sub"], field="sub"))
    except InvalidError as error:
        raise NotFoundError(INVALID) from error
    except NotFoundError as error:
        raise NotFoundError("Nothing is stored about you yet.") from error
    made = datetime.fromtimestamp(claims["iat"], UTC)
    if subject.doors_closed_at is not None and made <= subject.doors_closed_at:
        raise NotFoundError(EXPIRED)
    return subject


def _checked(door: HostDoor, token: str) -> dict[str, Any]:
    key, algorithms = _key_for(door, token)
    claims: dict[str, Any] = jwt.decode(
        token,
        key,
        algorithms=algorithms,
        audience=door.workspace.slug,
        leeway=LEEWAY,
        options={"require": ["exp", "iat", "sub", "aud"]},
    )
    return claims


def _key_for(door: HostDoor, token: str) -> tuple[Any, list[str]]:
    """What the token is checked with. Which kind is the workspace's to say, not the token's."""
    if door.keys_url:
        return _client(door.keys_url).get_signing_key_from_jwt(token).key, PUBLIC
    if door.public_keys:
        wanted = jwt.get_unverified_header(token).get("kid")
        known = jwt.PyJWKSet.from_dict(door.public_keys).keys
        fitting = [each for each in known if each.key_id == wanted] if wanted else known
        if len(fitting) != 1:
            raise jwt.InvalidKeyError
        return fitting[0].key, PUBLIC
    if not door.version:
        raise jwt.InvalidKeyError
    return shared_secret(door), SHARED


@lru_cache(maxsize=64)
def _client(url: str) -> jwt.PyJWKClient:
    """Keeps the host's keys for five minutes, and asks anew for one that it does not know."""
    return jwt.PyJWKClient(url, timeout=3)


def shared_secret(door: HostDoor) -> str:
    """The secret that the host signs with: 256 bits, from the installation's key."""
    told = f"palimpsest.host-door/{door.workspace_id}/{door.version}".encode()
    digest = hmac.new(settings.SECRET_KEY.encode(), told, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def use_shared_secret(workspace: Workspace) -> str:
    """A new secret, shown now; tokens under an older one, or under public keys, open nothing."""
    # At random: a count would come to the same number again, after a closing or a restored backup.
    door = _set(workspace, "shared secret", version=1 + secrets.randbelow(2**31 - 1))
    return shared_secret(door)


def use_public_keys(
    workspace: Workspace, *, keys: dict[str, Any] | None = None, url: str = ""
) -> None:
    """Check tokens with the host's public keys: a JWK set, or the address where it publishes one.

    Raises InvalidError for a set without a usable public key, or an address without TLS.
    """
    if url:
        parts = urlsplit(url)
        if parts.scheme != "https" and parts.hostname not in ("localhost", "127.0.0.1"):
            raise InvalidError("The address of the keys must begin with https://.", field="url")
    else:
        _check_public(keys or {})
    if url:
        _set(workspace, "public keys from their address", keys_url=url)
    else:
        _set(workspace, "public keys", public_keys=keys)


def _check_public(keys: dict[str, Any]) -> None:
    try:
        known = jwt.PyJWKSet.from_dict(keys).keys
    except (jwt.PyJWTError, AttributeError, TypeError) as error:
        raise InvalidError("This is no JWK set with a usable key.", field="keys") from error
    if any("d" in key or key.get("kty") == "oct" for key in keys.get("keys", [])) or not known:
        raise InvalidError("The set holds a secret; give the public keys only.", field="keys")


def close(workspace: Workspace) -> None:
    """No token opens anything from now on."""
    _set(workspace, "closed")


@transaction.atomic
def _set(workspace: Workspace, told: str, **columns: Any) -> HostDoor:
    """told: for the log. columns: what is not named is nothing from now on."""
    door, _ = HostDoor.objects.update_or_create(
        workspace=workspace, defaults={**HostDoor.CLOSED, **columns}
    )
    note_admin(workspace, None, AdminAct.HOST_DOOR, detail=told)
    return door
