"""The queue and the page of an item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from memory.access import review_item_of
from memory.errors import ConflictError, InvalidError, PalimpsestError
from memory.models import Membership, ReviewItem
from review import actions, bulk, changes, failures, handling, queue
from review.closing import close_if_outdated
from review.forms import AnswerForm, QueueFilters
from review.listings.done import what_was_done
from review.listings.item import item_page
from review.listings.items import answered, page_of, set_aside, view_of
from review.listings.items import queue as queued
from review.listings.saved import saved_views
from review.models import Resolution
from review.reads import note_questions
from review.staleness import what_changed
from review.views.doors import Desk, deciding, operator_page, status_of, toast, wants_part

MOST_CLOSED = 50
"""Questions that one click closes on its way to the next; the sweep has the rest."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The address itself: the queue, or the login that leads to it."""
    return redirect("review:queue")


@require_safe
@operator_page
def queue_page(desk: Desk) -> HttpResponse:
    """Open items, filtered by the address; only the list where htmx asks for it."""
    filters = view_of(desk.request.GET)
    page = page_of(queued(desk.workspace, filters), desk.request.GET.get("page"))
    note_questions(desk.workspace, desk.decider.actor, [item.id for item in page])
    context: dict[str, object] = {
        "filters": filters,
        "page": page,
        "query": urlencode(filters),
        "view": view(desk),
    }
    context |= {"now": timezone.now(), "may_decide": desk.decider.may_decide}
    if wants_part(desk.request):
        return render(desk.request, "review/queue.html#items", context)
    counts = {
        "form": QueueFilters(desk.request.GET),
        "people": handling.reviewers(desk.workspace.id),
        "deeds": bulk.DEEDS,
        "tomorrow": _tomorrow(),
        "views": saved_views(desk.workspace, desk.membership.user, is_admin=desk.decider.is_admin),
        "aside": set_aside(desk.workspace),
        "answered": answered(desk.workspace),
        "failed": failures.failed_claims(desk.workspace).count(),
    }
    return desk.page("review/queue.html", {**context, **counts})


def _tomorrow() -> date:
    return timezone.localdate() + timedelta(days=1)


@require_safe
@operator_page
def item(desk: Desk, item_id: str) -> HttpResponse:
    """One item. Opening it leases it to an operator who may decide; a question that has lost its
    memory closes, and says so."""
    found = review_item_of(desk.workspace, item_id)
    if close_if_outdated(found.id):
        found = review_item_of(desk.workspace, item_id)
    if desk.decider.may_decide:
        found = queue.open_item(found, desk.membership.user)
    return show_item(desk, found, compare=desk.request.GET.get("memory", ""))


def show_item(
    desk: Desk,
    found: ReviewItem,
    *,
    compare: str = "",
    error: str = "",
    changed: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    """The item's page; after a refusal with the reason, with what is other than it was shown, and
    with what was typed."""
    note_questions(desk.workspace, desk.decider.actor, [found.id])
    page = item_page(found, desk.decider, compare=compare)
    context = {
        "page": page,
        "next": None if page.actions or not desk.decider.may_decide else _following(desk),
        "item": found,
        "error": error,
        "changed": changed,
        "typed": desk.request.POST,
        "view": view(desk),
        "people": handling.reviewers(desk.workspace.id),
        "tomorrow": _tomorrow(),
    }
    return desk.page("review/item.html", context, status=status)


@require_POST
@operator_page
@deciding
def heartbeat(desk: Desk, item_id: str) -> HttpResponse:
    """Renew the lease while the page is open, and say who has the item now."""
    found = queue.open_item(review_item_of(desk.workspace, item_id), desk.membership.user)
    context = {"item": found, "user": desk.membership.user}
    return render(desk.request, "review/item.html#lease", context)


@require_POST
@operator_page
@deciding
def answer(desk: Desk, item_id: str, *, action: Resolution.Action) -> HttpResponse:
    """Answer the item and open the next one; a refusal shows the page again as it is now.

    `review.urls` has an address for each answer.
    """
    found = review_item_of(desk.workspace, item_id)
    form = AnswerForm(desk.request.POST)
    if not form.is_valid():
        return show_item(desk, found, error=all_errors(form), status=422)
    given = form.cleaned_data
    try:
        actions.resolve(found, form.answer(action), desk.decider)
    except (ConflictError, InvalidError) as error:
        return _refused(desk, item_id, given, error)
    undo = in_view(desk, "undo_answer", item_id=item_id)
    toast(desk.request, what_was_done(found, action, given), undo=undo)
    return redirect(next_address(desk))


def _refused(
    desk: Desk, item_id: str, given: Mapping[str, Any], error: PalimpsestError
) -> HttpResponse:
    """The item as it is now, and what is other than it was shown."""
    close_if_outdated(item_id)
    fresh = review_item_of(desk.workspace, item_id)
    compare = fresh.others.filter(id=given["memory"]).values_list("id", flat=True)
    late = isinstance(error, ConflictError)
    told = {name: given[name] for name in ("seen", "version")}
    changed = what_changed(fresh, given["memory"], **told) if late else []
    return show_item(
        desk,
        fresh,
        compare=compare.first() or "",
        error=error.message,
        changed=changed,
        status=status_of(error),
    )


def all_errors(form: Form) -> str:
    """What is wrong with a form, in one line."""
    return " ".join(str(message) for field in form.errors.values() for message in field)


def next_address(desk: Desk) -> str:
    """Where to go when an item is off the desk: the next one, or the queue where none waits."""
    following = _following(desk)
    return in_view(desk, "item", item_id=following.id) if following else in_view(desk, "queue")


def _following(desk: Desk) -> ReviewItem | None:
    """The next item that waits and can be answered, of the view that this one was opened from."""
    view_now = {**view_of(desk.request.GET), "state": ""}
    waiting = queued(desk.workspace, view_now)
    if not desk.decider.is_admin:
        waiting = waiting.filter(escalated_at__isnull=True)
    for _ in range(MOST_CLOSED):
        found = queue.next_item(waiting, desk.membership.user)
        if found is None or not close_if_outdated(found.id):
            return found
    return None


def in_view(desk: Desk, name: str, **kwargs: str) -> str:
    """The address of a page, with the filters and the order of the queue that one came from."""
    return reverse(f"review:{name}", kwargs=kwargs) + view(desk)


def view(desk: Desk) -> str:
    """The filters and the order of the queue, as the end of an address; empty where none is set."""
    query = urlencode(view_of(desk.request.GET))
    return f"?{query}" if query else ""


@require_POST
@operator_page
@deciding
def undo_answer(desk: Desk, item_id: str) -> HttpResponse:
    """Take the last answer back and show the item, which waits again."""
    changes.undo_answer(review_item_of(desk.workspace, item_id), desk.decider.actor)
    again = review_item_of(desk.workspace, item_id).state == ReviewItem.State.OPEN
    toast(desk.request, "Undone. The question waits again." if again else "Undone.")
    return redirect(in_view(desk, "item", item_id=item_id))


@require_POST
@operator_page
def choose_workspace(desk: Desk) -> HttpResponse:
    """Work in another of the operator's workspaces from now on."""
    wanted = desk.request.POST.get("workspace", "")
    own = Membership.objects.filter(user_id=desk.membership.user_id)
    if wanted in own.values_list("workspace_id", flat=True):
        desk.request.session["workspace"] = wanted
    return redirect("review:queue")
