"""How often one API key may ask."""

from __future__ import annotations

import time

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from memory.api.authentication import key_of

WINDOW = 60


class KeyThrottle(BaseThrottle):
    """So many requests a minute and key, counted in the cache that all processes share.

    A cache that is away lets everything pass: the limit protects against haste, not attacks.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        rate = settings.API_REQUESTS_PER_MINUTE
        if request.auth is None or rate <= 0:
            return True
        try:
            return _count(key_of(request).id) <= rate
        except (RedisError, OSError):
            return True

    def wait(self) -> float:
        """Seconds until the next minute begins, at least one."""
        return WINDOW - int(time.time()) % WINDOW


def _count(key_id: str) -> int:
    """This request's number in the current minute."""
    name = f"throttle:{key_id}:{int(time.time()) // WINDOW}"
    cache.add(name, 0, timeout=2 * WINDOW)
    try:
        return cache.incr(name)
    except ValueError:  # dropped by the cache in between
        return 1
