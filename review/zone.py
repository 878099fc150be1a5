"""Times in the zone of whoever looks: the browser names it in a cookie; without one, in UTC."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

COOKIE = "zone"


class ZoneMiddleware:
    """Activate the viewer's zone for one request. A name that is none counts as UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        zone = zone_named(request.COOKIES.get(COOKIE, ""))
        with timezone.override(zone):
            return self.get_response(request)


def zone_named(name: str) -> ZoneInfo:
    """The zone with this name; UTC where there is none."""
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):  # no such zone, or a name that is a path
        return ZoneInfo("UTC")
