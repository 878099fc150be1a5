"""How operators get in and out."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from review import login_links
from review.attempts import Attempts
from review.views.doors import posted


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login_page(request: HttpRequest) -> HttpResponse:
    """Name and password. After too many wrong ones, nobody is asked for a while."""
    attempts = Attempts(request.META.get("REMOTE_ADDR", ""), request.POST.get("username", ""))
    form = AuthenticationForm(request, posted(request))
    context = {"form": form, "next": request.POST.get("next", request.GET.get("next", ""))}
    if attempts.are_used_up():
        return render(request, "login.html", {**context, "too_many": True}, status=429)
    if request.method == "POST" and form.is_valid():
        attempts.forget()
        login(request, form.get_user())
        return redirect(_target(request))
    if request.method == "POST":
        attempts.count()
    status = 422 if request.method == "POST" else 200
    return render(request, "login.html", context, status=status)


def _target(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if safe else resolve_url(settings.LOGIN_REDIRECT_URL)


@never_cache
@require_safe
def login_by_link(request: HttpRequest, user_id: int, token: str) -> HttpResponse:
    """Log in by a link that works once."""
    user = login_links.user_of(user_id, token)
    if user is None:
        return render(request, "login_expired.html", status=410)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect(settings.LOGIN_REDIRECT_URL)


@require_POST
def logout_page(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("review:login")
