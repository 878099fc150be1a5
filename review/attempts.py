"""Guessing passwords is slow: few wrong ones for one name from one address, then a pause."""

from __future__ import annotations

import hashlib
from contextlib import suppress

from django.core.cache import cache
from redis.exceptions import RedisError

LIMIT = 8
PAUSE = 5 * 60
"""Seconds."""


class Attempts:
    """The wrong passwords of late for one name from one network address, in the shared cache."""

    def __init__(self, address: str, username: str) -> None:
        who = f"{address}\n{username.casefold()}".encode()
        self._key = f"login-attempts:{hashlib.sha256(who).hexdigest()}"

    def are_used_up(self) -> bool:
        with _cache_may_be_away():
            return int(cache.get(self._key, 0)) >= LIMIT
        return False

    def count(self) -> None:
        """One more. The pause counts from the first, so that nobody is kept out for ever."""
        with _cache_may_be_away(), suppress(ValueError):  # the pause ended between the two lines
            cache.add(self._key, 0, PAUSE)
            cache.incr(self._key)

    def forget(self) -> None:
        with _cache_may_be_away():
            cache.delete(self._key)


def _cache_may_be_away() -> suppress:
    """Without its cache the door stays open to those who know their password."""
    return suppress(RedisError)
