"""One person's memory along time."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from memory.access import subject_with_id
from memory.audit.reads import note_read
from memory.models import AccessRecord
from review.forms import SearchForm
from review.listings.subjects import subject_page
from review.timeline import scale_of, tracks
from review.views.doors import Desk, operator_page

PERIODS = {"90": 90, "365": 365, "all": None}
"""How far back one may look, in days; None for all."""


@require_safe
@operator_page
def timeline(desk: Desk, subject_id: str) -> HttpResponse:
    """When each memory held and what took its place; `?days=` says how far back, a year if not."""
    found = subject_with_id(desk.workspace.id, subject_id)
    form = SearchForm(desk.request.GET)
    text = form.cleaned_data["text"] if form.is_valid() else ""
    wanted = desk.request.GET.get("days", "")
    period = wanted if wanted in PERIODS else "365"
    now = timezone.now()
    page = subject_page(found, text=text, history=True)
    scale = scale_of([v for g in page.groups for v in g.versions], now, days=PERIODS[period])
    groups = [(group, tracks(group.versions, scale, now)) for group in page.groups]
    note_read(found, desk.decider.actor, AccessRecord.Act.LIST)
    return desk.page(
        "review/timeline.html",
        {
            "page": page,
            "subject": found,
            "groups": [(group, drawn) for group, drawn in groups if drawn],
            "scale": scale,
            "now_at": scale.at(now),
            "text": text,
            "period": period,
            "periods": [("90", "90 days"), ("365", "a year"), ("all", "all")],
        },
    )
