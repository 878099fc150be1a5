"""A form's own address, opened by itself: on a reload after a refusal, or from the history."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve

PAGES = ("/review/", "/me/", "/invitation/")
"""Where people are; the API says 405, as programs expect."""


class ReloadMiddleware:
    """Leads from the address of a form to the page that has the form: the nearest one above it,
    with the same view of the queue."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        only_posted = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
        if not only_posted or request.method not in {"GET", "HEAD"}:
            return response
        if not request.path_info.startswith(PAGES):
            return response
        query = urlencode(list(request.GET.items()))
        return HttpResponseRedirect(_above(request.path_info) + (f"?{query}" if query else ""))


def _above(path: str) -> str:
    """The nearest address above that leads somewhere; one that takes forms only leads on from
    there."""
    while (path := path[: path.rstrip("/").rindex("/") + 1]) != "/":
        try:
            resolve(path)
        except Resolver404:
            continue
        return path
    return path
