"""How it goes: figures and charts."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from review.listings.overview import PERIODS
from review.listings.overview import overview as gathered
from review.suggested_rules import rules_in_force, suggested_rules
from review.views.doors import Desk, operator_page


@require_safe
@operator_page
def overview(desk: Desk) -> HttpResponse:
    """The last days of the workspace; `?days=` says how many, 30 where it says nothing known."""
    wanted = desk.request.GET.get("days", "")
    days = next((days for days in PERIODS if wanted == str(days)), 30)
    page = gathered(desk.workspace, days=days)
    context = {
        "page": page,
        "periods": PERIODS,
        "suggested": suggested_rules(desk.workspace),
        "in_force": rules_in_force(desk.workspace),
    }
    return desk.page("review/overview.html", context)
