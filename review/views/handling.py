"""What operators do with an item besides answering it, their last answers, and saved views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from memory.access import review_item_of
from memory.errors import ConflictError, InvalidError
from memory.models import ReviewItem
from review import handling, saved_views
from review.forms import IN_TURNS, AssignForm, NewsForm, NoteForm, SnoozeForm, ViewForm
from review.listings.items import queue as queued
from review.listings.items import view_of
from review.listings.my_answers import my_answers
from review.reads import note_questions
from review.times import start_of_day
from review.views.doors import Desk, deciding, operator_page, status_of, toast
from review.views.operator import all_errors, in_view, next_address, show_item, view

P = ParamSpec("P")
Given = Mapping[str, Any]
"""What a form sent, checked."""


def deciding_step(
    view: Callable[Concatenate[Desk, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A button of an item's page, for operators whose role lets them change things."""
    return require_POST(operator_page(deciding(view)))


def _step(
    desk: Desk,
    item_id: str,
    do: Callable[[ReviewItem, Given], ReviewItem],
    *,
    form: Form | None = None,
    done: str,
    stays: bool = False,
) -> HttpResponse:
    """Take one step with an item; a refusal shows its page with what was typed.

    form: None where the button says it all. stays: the item is still on the desk; else the next
    one opens.
    """
    found = review_item_of(desk.workspace, item_id)
    if form is not None and not form.is_valid():
        return show_item(desk, found, error=all_errors(form), status=422)
    try:
        item = do(found, form.cleaned_data if form is not None else {})
    except (ConflictError, InvalidError) as error:
        fresh = review_item_of(desk.workspace, item_id)
        return show_item(desk, fresh, error=error.message, status=status_of(error))
    toast(desk.request, done.format(item=item))
    return redirect(in_view(desk, "item", item_id=item_id) if stays else next_address(desk))


@deciding_step
def note(desk: Desk, item_id: str) -> HttpResponse:
    """Leave a note for colleagues, and nothing else."""

    def do(item: ReviewItem, given: Given) -> ReviewItem:
        return handling.note(item, desk.decider, text=given["text"])

    form = NoteForm({"text": desk.request.POST.get("note", "")})
    return _step(desk, item_id, do, form=form, done="Noted.", stays=True)


@deciding_step
def assign(desk: Desk, item_id: str) -> HttpResponse:
    """Give the item to somebody, or take it oneself."""

    def do(item: ReviewItem, given: Given) -> ReviewItem:
        return handling.assign(item, desk.decider, to=named(desk, given["to"]))

    who = desk.request.POST.get("to")
    done = "It is {item.assignee}'s now." if who else "It is nobody's in particular now."
    return _step(desk, item_id, do, form=AssignForm(desk.request.POST), done=done, stays=True)


def named(desk: Desk, name: str) -> User | None:
    """The reviewer with this name; None for an empty one."""
    if not name:
        return None
    found = handling.reviewers(desk.workspace.id).filter(username=name).first()
    if found is None:
        raise InvalidError("Nobody of this name may decide here.", field="to")
    return found


@deciding_step
def snooze(desk: Desk, item_id: str) -> HttpResponse:
    """Put the item off until a day begins."""

    def do(item: ReviewItem, given: Given) -> ReviewItem:
        until = start_of_day(given["until"])
        return handling.snooze(item, desk.decider, until=until, text=given["text"])

    form = SnoozeForm(desk.request.POST)
    return _step(desk, item_id, do, form=form, done="Put off; it comes back by itself.")


@deciding_step
def wake(desk: Desk, item_id: str) -> HttpResponse:
    """Take the item up again."""

    def do(item: ReviewItem, _: Given) -> ReviewItem:
        return handling.wake(item, desk.decider)

    return _step(desk, item_id, do, done="It waits in the queue again.", stays=True)


@deciding_step
def escalate(desk: Desk, item_id: str) -> HttpResponse:
    """Hand the item to an administrator."""

    def do(item: ReviewItem, given: Given) -> ReviewItem:
        return handling.escalate(item, desk.decider, text=given["text"])

    form = NoteForm(desk.request.POST)
    return _step(desk, item_id, do, form=form, done="An administrator decides it now.")


@deciding_step
def ask_person(desk: Desk, item_id: str) -> HttpResponse:
    """Let the person say it themselves."""

    def do(item: ReviewItem, _: Given) -> ReviewItem:
        return handling.ask_person(item, desk.decider)

    done = "{item.subject.external_id} is asked; the answer closes the question."
    return _step(desk, item_id, do, done=done)


@deciding_step
def take_over(desk: Desk, item_id: str) -> HttpResponse:
    """Take the item from another reviewer."""

    def do(item: ReviewItem, given: Given) -> ReviewItem:
        return handling.take_over(item, desk.decider, text=given["text"])

    form = NoteForm(desk.request.POST)
    return _step(desk, item_id, do, form=form, done="It is with you now.", stays=True)


@require_safe
@operator_page
def mine(desk: Desk) -> HttpResponse:
    """One's last answers, and what of them can still be taken back."""
    answers = my_answers(desk.workspace, desk.membership.user)
    shown = [each.answer.item_id for each in answers]
    note_questions(desk.workspace, desk.decider.actor, shown)
    return desk.page("review/mine.html", {"answers": answers})


@require_safe
@operator_page
def news(desk: Desk) -> HttpResponse:
    """Whether items came into this view since `since`: a line that says so, or nothing (204)."""
    form = NewsForm(desk.request.GET)
    if not form.is_valid():
        return HttpResponse(status=204)
    since = form.cleaned_data["since"]
    fresh = queued(desk.workspace, view_of(desk.request.GET)).filter(created_at__gt=since).count()
    if not fresh:
        return HttpResponse(status=204)
    context = {"fresh": fresh, "view": view(desk)}
    return render(desk.request, "review/_news.html", context)


@require_POST
@operator_page
def save_view(desk: Desk) -> HttpResponse:
    """Keep the filters of the address under a name; for everybody only where one may decide."""
    form = ViewForm(desk.request.POST)
    if not form.is_valid():
        raise InvalidError(all_errors(form), field="name")
    if form.cleaned_data["shared"] and not desk.decider.may_decide:
        raise PermissionDenied("Your role lets you keep views for yourself, not share them.")
    filters = view_of(desk.request.GET)
    given = form.cleaned_data
    in_turns = given["gives"] == IN_TURNS
    saved_views.save_view(
        desk.workspace,
        desk.membership.user,
        name=given["name"],
        filters=filters,
        shared=given["shared"],
        gives_to=None if in_turns else named(desk, given["gives"]),
        in_turns=in_turns,
    )
    toast(desk.request, "The view is saved.")
    return redirect(in_view(desk, "queue"))


@require_POST
@operator_page
def remove_view(desk: Desk, view_id: int) -> HttpResponse:
    """Remove one of one's own views; an administrator, any that is shared."""
    user, is_admin = desk.membership.user, desk.decider.is_admin
    saved_views.remove_view(desk.workspace, user, view_id, is_admin=is_admin)
    toast(desk.request, "The view is removed.")
    return redirect("review:queue")
