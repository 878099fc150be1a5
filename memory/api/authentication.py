"""Who calls: the API key of the `Authorization: Bearer` header, and what it may do."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, cast

from django.db import DatabaseError, transaction
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from memory.api_keys import hash_secret
from memory.models import ApiKey

if TYPE_CHECKING:  # the views import this module while they load
    from rest_framework.views import APIView

SEND_ONE = "Send an API key in the header `Authorization: Bearer plm_…`."
NOTE_USE_EVERY = timedelta(minutes=1)


class ApiKeyAuthentication(BaseAuthentication):
    """`request.auth` becomes the ApiKey, with its workspace; there is no user behind a chatbot."""

    def authenticate(self, request: Request) -> tuple[None, ApiKey] | None:
        """None without a header. Raises AuthenticationFailed for a key that opens nothing."""
        header = request.headers.get("Authorization")
        if header is None:
            return None
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer" or not secret.strip():
            raise AuthenticationFailed(SEND_ONE, code="bad_key")
        key = _usable(secret.strip())
        _note_use(key)
        return None, key

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Palimpsest"'


def key_of(request: Request) -> ApiKey:
    """The key behind a request that was let in."""
    return cast(ApiKey, request.auth)


def _usable(secret: str) -> ApiKey:
    key = ApiKey.objects.select_related("workspace").filter(secret_hash=hash_secret(secret)).first()
    if key is None:
        raise AuthenticationFailed(f"This API key is not known. {SEND_ONE}", code="unknown_key")
    if key.revoked_at is not None:
        raise AuthenticationFailed("This API key was revoked; use another.", code="revoked_key")
    if key.expires_at is not None and key.expires_at <= timezone.now():
        raise AuthenticationFailed("This API key has expired; use another.", code="expired_key")
    return key


def _note_use(key: ApiKey) -> None:
    """At most one write a minute and key; a database that cannot write does not refuse reads."""
    now = timezone.now()
    if key.last_used_at is None or key.last_used_at < now - NOTE_USE_EVERY:
        with suppress(DatabaseError), transaction.atomic():
            ApiKey.objects.filter(id=key.id).update(last_used_at=now)


class HasScope(BasePermission):
    """The key has the scope that the view names for the method in `required_scopes`.

    A view may decide by more than the method in `required_scope(request)`. A method that a view
    has but names no scope for is refused: forgetting one opens nothing.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """True, or NotAuthenticated or PermissionDenied with a sentence."""
        if request.auth is None:
            raise NotAuthenticated(SEND_ONE)
        scope = _required(request, view)
        if scope is None:
            return True
        if scope not in key_of(request).scopes:
            raise PermissionDenied(f"This API key lacks the scope “{scope}”.")
        return True


def _required(request: Request, view: APIView) -> str | None:
    """The scope asked for; None for a method that the view does not have (it answers 405)."""
    decide = getattr(view, "required_scope", None)
    if decide is not None and (scope := decide(request)):
        return str(scope)
    method = "GET" if request.method == "HEAD" else str(request.method)
    scopes: dict[str, str] = getattr(view, "required_scopes", {})
    if method in scopes:
        return str(scopes[method])
    if method != "OPTIONS" and hasattr(view, method.lower()):
        raise PermissionDenied("No API key may do this.")
    return None
