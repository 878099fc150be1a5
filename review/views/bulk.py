"""Do one thing to many items: the preview, the confirmation, the progress."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from memory.access import review_items_of
from memory.errors import ConflictError, InvalidError
from review import bulk, tasks
from review.forms import BulkForm
from review.listings.bulk import bulk_page, run_of
from review.listings.items import queue as queued
from review.listings.items import view_of
from review.models import BulkRun
from review.reads import note_questions
from review.saved_views import lasting
from review.times import start_of_day
from review.views.doors import Desk, deciding, operator_page, status_of, toast, wants_part
from review.views.handling import named
from review.views.operator import all_errors


@require_POST
@operator_page
@deciding
def prepare(desk: Desk) -> HttpResponse:
    """Look first: a run of the selected items, or of all that the view has."""
    form = BulkForm(desk.request.POST)
    if not form.is_valid():
        raise InvalidError(all_errors(form))
    given = form.cleaned_data
    if given["everything"]:
        items = queued(desk.workspace, view_of(desk.request.GET))
    else:
        chosen = desk.request.POST.getlist("item")
        items = review_items_of(desk.workspace).filter(id__in=chosen)
    if given["deed"] == "assign":
        named(desk, given["to"])  # refuses a name that is none before anything is written
    until = start_of_day(given["until"]).isoformat() if given["until"] else ""
    run = bulk.prepare(
        desk.workspace,
        desk.decider,
        items,
        deed=given["deed"],
        details={"to": given["to"], "until": until},
        note=given["text"],
        view=lasting(view_of(desk.request.GET)),
    )
    return redirect("review:bulk_run", run_id=run.id)


def _run(desk: Desk, run_id: str) -> BulkRun:
    return run_of(desk.workspace, desk.membership.user_id, run_id)


@require_safe
@operator_page
def bulk_run(desk: Desk, run_id: str) -> HttpResponse:
    """The preview, the progress or the result."""
    return _show(desk, _run(desk, run_id))


def _show(desk: Desk, run: BulkRun, *, error: str = "", status: int = 200) -> HttpResponse:
    page = bulk_page(run)
    context = {"page": page, "run": run, "error": error}
    if wants_part(desk.request):  # the progress, which shows no statement
        return render(desk.request, "review/bulk.html#progress", context)
    shown = [line.item_id for line in page.examples]
    note_questions(desk.workspace, desk.decider.actor, shown)
    return desk.page("review/bulk.html", context, status=status)


@require_POST
@operator_page
@deciding
def confirm(desk: Desk, run_id: str) -> HttpResponse:
    """Start it. A few items are done at once, many by a worker."""
    run = _run(desk, run_id)
    try:
        bulk.confirm(run, typed=desk.request.POST.get("typed", ""))
    except (ConflictError, InvalidError) as error:
        return _show(desk, _run(desk, run_id), error=error.message, status=status_of(error))
    if bulk_page(run).must_type:
        tasks.nudge_bulk(run.id)
    else:
        bulk.work(run.id)
    return redirect("review:bulk_run", run_id=run.id)


@require_POST
@operator_page
@deciding
def take_back(desk: Desk, run_id: str) -> HttpResponse:
    """Prepare to undo what a run answered."""
    again = bulk.take_back(_run(desk, run_id), desk.decider)
    return redirect("review:bulk_run", run_id=again.id)


@require_POST
@operator_page
@deciding
def discard(desk: Desk, run_id: str) -> HttpResponse:
    """Do nothing of it."""
    run = _run(desk, run_id)
    BulkRun.objects.filter(id=run.id, state=BulkRun.State.PREVIEW).delete()
    toast(desk.request, "Nothing was done.")
    return redirect("review:queue")
