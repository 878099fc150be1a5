"""The page "Who read it": the access log of a person's own memory."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from memory.access import reads_of
from memory.models import Subject
from review.listings.reads import reads_shown
from review.views.me import my_own_page

PAGE = 30


@require_safe
@my_own_page
def reads(request: HttpRequest, subject: Subject) -> HttpResponse:
    """Which chatbot, and who else, was told what, and when; the newest first."""
    page = Paginator(reads_of(subject), PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "reads": reads_shown(subject, list(page.object_list))}
    return render(request, "me/reads.html", context)
