"""The claims that could not be decided."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from memory.access import claim_of
from review import failures
from review.views.doors import Desk, deciding, operator_page, toast

PAGE = 25


@require_safe
@operator_page
def failed_claims(desk: Desk) -> HttpResponse:
    """What the gate gave up on: when, about whom, and the error's name."""
    found = Paginator(failures.failed_claims(desk.workspace), PAGE)
    page = found.get_page(desk.request.GET.get("page"))
    return desk.page("review/failed.html", {"page": page})


@require_POST
@operator_page
@deciding
def decide_again(desk: Desk, claim_id: str) -> HttpResponse:
    """Hand one of them to the gate again."""
    failures.decide_again(claim_of(desk.workspace, claim_id))
    toast(desk.request, "The gate looks at it again.")
    return redirect("review:failed")
