"""The chatbots' keys: made and replaced here, and shown once."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from memory.access import api_key_of
from memory.api_keys import OVERLAP, create_key, revoke, rotate
from memory.models import ApiKey
from review.listings.settings import SCOPES, api_keys_shown
from review.settings_forms import ApiKeyForm, RotationForm
from review.views.doors import Desk, administering, operator_page, posted, toast
from review.views.workspace import show


@require_http_methods(["GET", "HEAD", "POST"])
@operator_page
@administering
def api_keys(desk: Desk) -> HttpResponse:
    """All keys, and a form for a new one."""
    form = ApiKeyForm(posted(desk.request))
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        key, secret = create_key(
            desk.workspace,
            name=given["name"],
            scopes=given["scopes"],
            expires_at=form.expires_at(),
            by=desk.decider.actor,
        )
        return _page(desk, ApiKeyForm(), made=key, secret=secret, status=201)
    return _page(desk, form, status=422 if form.is_bound else 200)


def _page(desk: Desk, form: ApiKeyForm, *, made: ApiKey | None = None, secret: str = "",
          status: int = 200) -> HttpResponse:  # fmt: skip
    """The list. The secret is in this one answer and nowhere else: not in a session, not in a log."""
    live, dead = api_keys_shown(desk.workspace, timezone.now())
    context = {
        "form": form,
        "live": live,
        "dead": dead,
        "made": made,
        "secret": secret,
        "scopes": [(scope.value, words) for scope, words in SCOPES.items()],
        "ticked": desk.request.POST.getlist("scopes") if form.is_bound else ["read", "write"],
        "hours": int(OVERLAP.total_seconds() // 3600),
    }
    return show(desk, "api_keys", "api_keys", context, status=status)


@require_POST
@operator_page
@administering
def rotate_key(desk: Desk, key_id: str) -> HttpResponse:
    """A successor, shown once; the old key works beside it for some hours."""
    old = api_key_of(desk.workspace, key_id)
    form = RotationForm(desk.request.POST)
    if not form.is_valid():
        toast(desk.request, "Nothing was changed: write whole hours, from 0 to 720.")
        return redirect("review:api_keys")
    overlap = timedelta(hours=form.cleaned_data["hours"])
    key, secret = rotate(old, overlap=overlap, by=desk.decider.actor)
    return _page(desk, ApiKeyForm(), made=key, secret=secret, status=201)


@require_POST
@operator_page
@administering
def revoke_key(desk: Desk, key_id: str) -> HttpResponse:
    """End a key now and for good."""
    key = api_key_of(desk.workspace, key_id)
    revoke(key, by=desk.decider.actor)
    toast(desk.request, f"{key.name} opens nothing any more.")
    return redirect("review:api_keys")
