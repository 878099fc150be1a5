"""What sets the end users' pages apart from the operators': cookies of their own, and frames.

A chatbot's site may show these pages in a frame, where its workspace names that site. A frame of
another site sees only cookies that are marked for it (`SameSite=None`), and the operators' cookies
must never be: so these pages keep theirs under other names, for their own addresses only.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse

from review import visits

PREFIX = "/me/"

COOKIES = {
    settings.SESSION_COOKIE_NAME: "visit",
    settings.CSRF_COOKIE_NAME: "visit_csrf",
    settings.LANGUAGE_COOKIE_NAME: "visit_language",
    CookieStorage.cookie_name: "visit_messages",
}
"""The usual names, as the rest of Django reads and writes them, and those of these pages."""


def is_own_page(path: str) -> bool:
    """Whether the address is one of the end users' pages."""
    return path.startswith(PREFIX)


class OwnPagesMiddleware:
    """Before whatever reads or writes cookies, and behind what writes the security policy."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_own_page(request.path_info):
            return self.get_response(request)
        for usual, own in COOKIES.items():
            request.COOKIES.pop(usual, None)
            if own in request.COOKIES:
                request.COOKIES[usual] = request.COOKIES[own]
        response = self.get_response(request)
        # Where the server failed, the database may be away.
        sites = visits.sites_that_frame(request.session) if response.status_code < 500 else []
        _rename_cookies(response, framed=bool(sites))
        if sites:
            response._csp_replace = {"frame-ancestors": sites}  # type: ignore[attr-defined]
            response.headers.pop("X-Frame-Options", None)
        return response


def _rename_cookies(response: HttpResponse, *, framed: bool) -> None:
    """framed: sites may show the page in a frame. Only over HTTPS do browsers then take cookies
    from a frame of another site; without it, only sites under the same domain work."""
    for usual, own in COOKIES.items():
        if usual not in response.cookies:
            continue
        given = response.cookies.pop(usual)
        response.cookies[own] = given.value
        response.cookies[own].update(given)
        response.cookies[own]["path"] = PREFIX
        if framed and settings.SESSION_COOKIE_SECURE:
            response.cookies[own]["samesite"] = "None"
            response.cookies[own]["secure"] = True
