"""Logins and visits in the database, under a hash of what the browser has.

Who reads the table, or a dump of it, cannot come in as somebody else.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.utils import timezone


class SessionStore(DatabaseSessions):
    """Django's own, but that no row has the key itself."""

    def _get_session_from_db(self) -> Any:
        key = _kept_as(str(self.session_key))
        rows = self.model.objects.filter(session_key=key, expire_date__gt=timezone.now())
        found = rows.first()
        if found is None:
            self._session_key = None  # Django makes a new one
        return found

    def exists(self, session_key: str) -> bool:
        return super().exists(_kept_as(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        made = super().create_model_instance(data)
        made.session_key = _kept_as(made.session_key)
        return made

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            super().delete(_kept_as(key))


def _kept_as(key: str) -> str:
    """160 of the bits of its SHA-256, as long as the column; the key has 165 at random."""
    return hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest()[:40]
