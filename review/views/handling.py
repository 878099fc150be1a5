"""What operators do with an item besides answering it, their last answers, and saved views."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django import forms
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from memory.access import review_item_of
from memory.errors import ConflictError, InvalidError
from memory.models import ReviewItem
from review import handling, saved_views
from review.forms import AssignForm, NewsForm, NoteForm, SnoozeForm, ViewForm
from review.listings.items import queue as queued
from review.listings.items import view_of
from review.listings.my_answers import my_answers
from review.reads import note_questions
from review.times import start_of_day
from review.views.doors import Desk, deciding, operator_page, status_of, toast
from review.views.operator import all_errors, in_view, next_address, show_item, view

Form = TypeVar("Form", bound=forms.Form)


def _step(
    desk: Desk,
    item_id: str,
    form: Form,
    do: Callable[[ReviewItem, Form], ReviewItem],
    *,
    done: str,
    stays: bool = False,
) -> HttpResponse:
    """Take one step with an item; a refusal shows its page with what was typed.

    stays: the item is still on the desk; else the next one opens.
    """
    found = review_item_of(desk.workspace, item_id)
    if not form.is_valid():
        return show_item(desk, found, error=all_errors(form), status=422)
    try:
        item = do(found, form)
    except (ConflictError, InvalidError) as error:
        fresh = review_item_of(desk.workspace, item_id)
        return show_item(desk, fresh, error=error.message, status=status_of(error))
    toast(desk.request, done.format(item=item))
    return redirect(in_view(desk, "item", item_id=item_id) if stays else next_address(desk))


@require_POST
@operator_page
@deciding
def note(desk: Desk, item_id: str) -> HttpResponse:
    """Leave a note for colleagues, and nothing else."""
    form = NoteForm({"text": desk.request.POST.get("note", "")})

    def do(item: ReviewItem, form: NoteForm) -> ReviewItem:
        return handling.note(item, desk.decider, text=form.cleaned_data["text"])

    return _step(desk, item_id, form, do, done="Noted.", stays=True)


@require_POST
@operator_page
@deciding
def assign(desk: Desk, item_id: str) -> HttpResponse:
    """Give the item to somebody, or take it oneself."""
    form = AssignForm(desk.request.POST)

    def do(item: ReviewItem, form: AssignForm) -> ReviewItem:
        to = named(desk, form.cleaned_data["to"])
        return handling.assign(item, desk.decider, to=to)

    who = desk.request.POST.get("to")
    done = "It is {item.assignee}'s now." if who else "It is nobody's in particular now."
    return _step(desk, item_id, form, do, done=done, stays=True)


def named(desk: Desk, name: str) -> User | None:
    """The reviewer with this name; None for an empty one."""
    if not name:
        return None
    found = handling.reviewers(desk.workspace.id).filter(username=name).first()
    if found is None:
        raise InvalidError("Nobody of this name may decide here.", field="to")
    return found


@require_POST
@operator_page
@deciding
def snooze(desk: Desk, item_id: str) -> HttpResponse:
    """Put the item off until a day begins."""
    form = SnoozeForm(desk.request.POST)

    def do(item: ReviewItem, form: SnoozeForm) -> ReviewItem:
        until = start_of_day(form.cleaned_data["until"])
        return handling.snooze(item, desk.decider, until=until, text=form.cleaned_data["text"])

    return _step(desk, item_id, form, do, done="Put off; it comes back by itself.")


@require_POST
@operator_page
@deciding
def wake(desk: Desk, item_id: str) -> HttpResponse:
    """Take the item up again."""

    def do(item: ReviewItem, form: forms.Form) -> ReviewItem:
        return handling.wake(item, desk.decider)

    return _step(desk, item_id, forms.Form({}), do, done="It waits in the queue again.", stays=True)


@require_POST
@operator_page
@deciding
def escalate(desk: Desk, item_id: str) -> HttpResponse:
    """Hand the item to an administrator."""
    form = NoteForm(desk.request.POST)

    def do(item: ReviewItem, form: NoteForm) -> ReviewItem:
        return handling.escalate(item, desk.decider, text=form.cleaned_data["text"])

    return _step(desk, item_id, form, do, done="An administrator decides it now.")


@require_POST
@operator_page
@deciding
def ask_person(desk: Desk, item_id: str) -> HttpResponse:
    """Let the person say it themselves."""

    def do(item: ReviewItem, form: forms.Form) -> ReviewItem:
        return handling.ask_person(item, desk.decider)

    done = "{item.subject.external_id} is asked; the answer closes the question."
    return _step(desk, item_id, forms.Form({}), do, done=done)


@require_POST
@operator_page
@deciding
def take_over(desk: Desk, item_id: str) -> HttpResponse:
    """Take the item from another reviewer."""
    form = NoteForm(desk.request.POST)

    def do(item: ReviewItem, form: NoteForm) -> ReviewItem:
        return handling.take_over(item, desk.decider, text=form.cleaned_data["text"])

    return _step(desk, item_id, form, do, done="It is with you now.", stays=True)


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
    """Keep the filters of the address under a name."""
    form = ViewForm(desk.request.POST)
    if not form.is_valid():
        raise InvalidError(all_errors(form), field="name")
    filters = view_of(desk.request.GET)
    saved_views.save_view(
        desk.workspace, desk.membership.user, filters=filters, **form.cleaned_data
    )
    toast(desk.request, "The view is saved.")
    return redirect(in_view(desk, "queue"))


@require_POST
@operator_page
def remove_view(desk: Desk, view_id: int) -> HttpResponse:
    """Remove one of one's own views."""
    saved_views.remove_view(desk.workspace, desk.membership.user, view_id)
    toast(desk.request, "The view is removed.")
    return redirect("review:queue")
