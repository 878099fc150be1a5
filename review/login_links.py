"""One-time links for operators: they carry a token that no longer fits after a login."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse


class _LoginTokens(PasswordResetTokenGenerator):
    """The token hashes the time of the last login, so that using it spends it. Its own salt keeps
    it from being taken for a password reset."""

    key_salt = "palimpsest.login-link"


_tokens = _LoginTokens()


def make_link(user: User) -> str:
    """An address that logs this operator in once, within PASSWORD_RESET_TIMEOUT (3 days)."""
    path = reverse(
        "review:login_link", kwargs={"user_id": user.pk, "token": _tokens.make_token(user)}
    )
    return f"{settings.PUBLIC_URL}{path}"


def user_of(user_id: int, token: str) -> User | None:
    """The operator that the link logs in; None where it is spent, too old or not ours."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return user if user is not None and _tokens.check_token(user, token) else None
