"""The playground: type as a person and watch every step of both paths."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from memory.access import ensure_subject, subject_of, subject_with_id, turn_of
from memory.audit.reads import note_read
from memory.errors import InvalidError, NotFoundError, UnavailableError
from memory.models import AccessRecord, Subject
from memory.recall.block import ContextBlock
from review.forms import MessageForm, PersonForm
from review.listings.subjects import newest_people
from review.playground import compare as compared
from review.playground import say as said
from review.playground import told
from review.views.doors import Desk, deciding, operator_page, status_of, toast


@require_safe
@operator_page
def playground(desk: Desk) -> HttpResponse:
    """Pick a person, or make one."""
    return _choice(desk, PersonForm())


def _choice(desk: Desk, form: PersonForm, *, error: str = "", status: int = 200) -> HttpResponse:
    context = {"form": form, "error": error, "newest": newest_people(desk.workspace)}
    return desk.page("review/playground.html", context, status=status)


@require_POST
@operator_page
def choose_person(desk: Desk) -> HttpResponse:
    """Open a person by the chatbot's own id; whoever may decide makes one that is new."""
    form = PersonForm(desk.request.POST)
    if not form.is_valid():
        return _choice(desk, form, error=str(form.errors["person"][0]), status=422)
    person = form.cleaned_data["person"]
    try:
        make = ensure_subject if desk.decider.may_decide else subject_of
        found = make(desk.workspace, person)
    except NotFoundError:
        error = "There is no such person, and your role does not let you make one."
        return _choice(desk, form, error=error, status=404)
    return redirect("review:playground_person", subject_id=found.id)


@require_safe
@operator_page
def person(desk: Desk, subject_id: str) -> HttpResponse:
    """The field to type in; with `?turn=`, what became of that message."""
    found = subject_with_id(desk.workspace.id, subject_id)
    wanted = desk.request.GET.get("turn", "")
    if not wanted:
        return _stage(desk, found, {})
    turn = turn_of(desk.workspace, wanted)
    if turn.session.subject_id != found.id:
        raise NotFoundError("There is no such turn of this person.")
    try:
        became = told(found, turn)
    except UnavailableError as error:
        return _stage(desk, found, {"error": error.message}, status=status_of(error))
    _note(desk, found, became.context)
    return _stage(desk, found, {"told": became})


def _note(desk: Desk, subject: Subject, context: ContextBlock) -> None:
    """Whoever looks at a context reads what is remembered of somebody."""
    note_read(subject, desk.decider.actor, AccessRecord.Act.CONTEXT, context.memory_ids)


def _stage(
    desk: Desk, subject: Subject, context: Mapping[str, object], *, status: int = 200
) -> HttpResponse:
    return desk.page(
        "review/playground_person.html", {"subject": subject, **context}, status=status
    )


@require_POST
@operator_page
@deciding
def say(desk: Desk, subject_id: str) -> HttpResponse:
    """Tell a message as the person; the page of what became of it opens."""
    found = subject_with_id(desk.workspace.id, subject_id)
    form = MessageForm(desk.request.POST)
    if not form.is_valid():
        return _refused(desk, found, str(form.errors["text"][0]), status=422)
    try:
        turn, message = said(found, form.cleaned_data["text"])
    except InvalidError as error:
        return _refused(desk, found, error.message, status=status_of(error))
    if message:
        toast(desk.request, message)
    address = reverse("review:playground_person", kwargs={"subject_id": found.id})
    return redirect(f"{address}?turn={turn.id}")


@require_POST
@operator_page
def compare(desk: Desk, subject_id: str) -> HttpResponse:
    """What each policy would make of the message. It is a POST so that the words stand in no
    address; nothing is stored."""
    found = subject_with_id(desk.workspace.id, subject_id)
    form = MessageForm(desk.request.POST)
    if not form.is_valid():
        return _refused(desk, found, str(form.errors["text"][0]), status=422)
    try:
        comparison = compared(found, form.cleaned_data["text"])
    except (InvalidError, UnavailableError) as error:
        return _refused(desk, found, error.message, status=status_of(error))
    _note(desk, found, comparison.context)
    return _stage(desk, found, {"comparison": comparison, "text": comparison.text})


def _refused(desk: Desk, subject: Subject, error: str, *, status: int) -> HttpResponse:
    """The page again, with the reason and with what was typed."""
    typed = {"error": error, "text": desk.request.POST.get("text", "")}
    return _stage(desk, subject, typed, status=status)
