"""How often one API key may ask, and how often about one person."""

from __future__ import annotations

import hashlib
import hmac
import time

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from memory.api.authentication import key_of

WINDOW = 60


class Throttle(BaseThrottle):
    """So many requests a minute and name, counted in the cache that all processes share.

    A cache that is away lets everything pass: the limit protects against haste, not attacks.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        rate, name = self.rate(), self.name(request, view)
        if request.auth is None or rate <= 0 or not name:
            return True
        try:
            return _count(name) <= rate
        except (RedisError, OSError):
            return True

    def rate(self) -> int:
        """Requests a minute; 0 for no limit."""
        raise NotImplementedError

    def name(self, request: Request, view: APIView) -> str:
        """What is counted; empty where this request is not."""
        raise NotImplementedError

    def wait(self) -> float:
        """Seconds until the next minute begins, at least one."""
        return WINDOW - int(time.time()) % WINDOW


class KeyThrottle(Throttle):
    """How often one key may ask."""

    def rate(self) -> int:
        return int(settings.API_REQUESTS_PER_MINUTE)

    def name(self, request: Request, view: APIView) -> str:
        return key_of(request).id if request.auth else ""


class SubjectThrottle(Throttle):
    """How often one key may ask about one person, so that a loop about one holds up no other.

    The person's id is counted under a hash: nothing personal stands in the cache.
    """

    def rate(self) -> int:
        return int(settings.SUBJECT_REQUESTS_PER_MINUTE)

    def name(self, request: Request, view: APIView) -> str:
        subject = view.kwargs.get("subject_id")
        if not subject or request.auth is None:
            return ""
        told = f"{key_of(request).workspace_id}/{subject}"
        return hmac.new(settings.SECRET_KEY.encode(), told.encode(), hashlib.sha256).hexdigest()


def _count(counted: str) -> int:
    """This request's number in the current minute."""
    name = f"throttle:{counted}:{int(time.time()) // WINDOW}"
    cache.add(name, 0, timeout=2 * WINDOW)
    try:
        return cache.incr(name)
    except ValueError:  # dropped by the cache in between
        return 1
