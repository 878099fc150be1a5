"""Pages while the database or the cache is away: a sentence and 503, not "something went wrong"."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
RETRY_AFTER = 5
"""Seconds."""


class OutageMiddleware:
    """Answers 503 where a view could not reach the database, or the cache that counts wrong
    passwords: nobody guesses uncounted. The API says so in its own shape."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Called by Django for what a view raised."""
        if not isinstance(error, OperationalError | InterfaceError | RedisError):
            return None
        server = "cache" if isinstance(error, RedisError) else "database"
        logger.warning("the %s does not answer: %s", server, type(error).__name__)
        # Rendered without a request: the context processors would ask the database again.
        page = get_template("503.html").render({})
        return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER)})
