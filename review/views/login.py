"""How operators get in. Passwords, second factors and limits on guesses are django-allauth's."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views
from django.conf import settings
from django.contrib.auth import login
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from review import login_links
from review.views.doors import wants_whole_page


class LoginView(views.LoginView):  # type: ignore[misc]
    """Name and password, or a passkey."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        # A page that htmx swaps in would not load what passkeys need.
        if wants_whole_page(request):
            return HttpResponseClientRedirect(request.get_full_path())
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def form_invalid(self, form: Form) -> HttpResponse:
        answer: HttpResponse = self.render_to_response(self.get_context_data(form=form), status=422)
        return answer


def with_mail(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """For what takes mail; without a mail server, a page that says what to do instead."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if settings.MAIL_SERVER is None:
            return render(request, "account/no_mail.html", status=404)
        return view(request, *args, **kwargs)

    return wrapped


@never_cache
@require_safe
def login_by_link(request: HttpRequest, user_id: int, token: str) -> HttpResponse:
    """Log in by a link that works once. It needs no second factor: only who may run commands on
    the server can make one, and it is the way back for who lost theirs."""
    user = login_links.user_of(user_id, token)
    if user is None:
        return render(request, "login_expired.html", status=410)
    login(request, user)
    return redirect(settings.LOGIN_REDIRECT_URL)
