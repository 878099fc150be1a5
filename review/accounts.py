"""How django-allauth behaves here: where it leads, and how it keeps second factors."""

from __future__ import annotations

import base64
import hashlib
import secrets
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


class Accounts(DefaultAccountAdapter):  # type: ignore[misc]
    """Operators' accounts."""

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("mfa_index")

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Who came in by a link and has neither password nor second factor has nothing to confirm
        with; setting the first one must be possible all the same."""
        if not self.get_reauthentication_methods(self.request.user):
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))


class SecondFactors(DefaultMFAAdapter):  # type: ignore[misc]
    """Second factors: the secrets of authenticator apps and recovery codes are kept encrypted, so
    that a copy of the database alone signs nobody in."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Where the installation's secret key is another by now, a secret that nobody knows: no
        code fits, and a login link is the way in. An empty one would let everybody guess."""
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return base64.b32encode(secrets.token_bytes(20)).decode()


def _cipher() -> Fernet:
    told = f"palimpsest.second-factors/{settings.SECRET_KEY}".encode()
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(told).digest()))
