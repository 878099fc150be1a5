"""Where a chatbot's own site sends a user whom it knows: a signed token opens their own page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from memory.errors import NotFoundError
from memory.host_door import read_token
from review import visits


@never_cache
@require_safe
def enter(request: HttpRequest, workspace: str, token: str) -> HttpResponse:
    """Exchange the token for a visit, and take it out of the address bar."""
    try:
        visits.begin(request.session, read_token(workspace, token))
    except NotFoundError as error:
        return render(request, "me/gone.html", {"why": "invalid", "error": error}, status=410)
    return redirect("review:me")
