"""The end users' pages in their reader's language; the operators' are in English."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from review.own_pages import is_own_page


class OwnPagesLocaleMiddleware(LocaleMiddleware):
    """Django's own, for the end users' pages only: a language that somebody chose there, else one
    that the browser asks for. It does not outlast the request."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with translation.override(settings.LANGUAGE_CODE):
            answer = super().__call__ if is_own_page(request.path_info) else self.get_response
            return cast(HttpResponseBase, answer(request))
