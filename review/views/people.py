"""The people of a workspace, and their memories one by one."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memory import amend
from memory.access import decision_of, memory_of, subject_with_id
from memory.audit.reads import note_read
from memory.errors import ConflictError, InvalidError
from memory.forget.erase import erase_memory
from memory.models import AccessRecord, Decision, Memory, Subject
from memory.store import Actor
from memory.undo import last_undoable
from review import changes, policies
from review.closing import close_outdated_of
from review.forms import ErasureForm, SearchForm, WordingForm
from review.listings import subjects
from review.listings.memories import memory_page
from review.views.doors import (
    Desk,
    back,
    deciding,
    operator_page,
    posted,
    status_of,
    toast,
    wants_part,
)

PAGE = 30


@require_safe
@operator_page
def subject_list(desk: Desk) -> HttpResponse:
    """Everybody whom the chatbot remembers something about."""
    form = SearchForm(desk.request.GET)
    text = form.cleaned_data["text"] if form.is_valid() else ""
    page = Paginator(subjects.subjects(desk.workspace, text), PAGE).get_page(
        desk.request.GET.get("page")
    )
    context = {"page": page, "text": text, "query": urlencode({"text": text}) if text else ""}
    if wants_part(desk.request):
        return render(desk.request, "review/subjects.html#people", context)
    return desk.page("review/subjects.html", context)


@require_safe
@operator_page
def subject(desk: Desk, subject_id: str) -> HttpResponse:
    """One person: what is remembered, what waits, what is due, what was decided."""
    found = subject_with_id(desk.workspace.id, subject_id)
    close_outdated_of(found)
    form = SearchForm(desk.request.GET)
    search = form.cleaned_data if form.is_valid() else {}
    page = subjects.subject_page(found, **search)
    note_read(found, desk.decider.actor, AccessRecord.Act.LIST)
    return desk.page("review/subject.html", {"page": page, "search": search})


@require_safe
@operator_page
def memory(desk: Desk, memory_id: str) -> HttpResponse:
    """One memory with its chain."""
    return show_memory(desk, memory_of(desk.workspace, memory_id, deleted=True))


def show_memory(desk: Desk, found: Memory, *, error: str = "", status: int = 200) -> HttpResponse:
    """The memory's page; after a refusal with the reason, and with what was typed."""
    page = memory_page(found, timezone.now())
    note_read(found.subject, desk.decider.actor, AccessRecord.Act.READ, [found.id])
    context = {"page": page, "memory": found, "error": error, "typed": desk.request.POST}
    return desk.page("review/memory.html", context, status=status)


@require_POST
@operator_page
@deciding
def edit_memory(desk: Desk, memory_id: str) -> HttpResponse:
    """Store a corrected wording; its own page opens."""
    found = memory_of(desk.workspace, memory_id)
    form = WordingForm(desk.request.POST)
    if not form.is_valid():
        return show_memory(desk, found, error=str(form.errors["content"][0]), status=422)
    try:
        version = changes.reword(found, actor=desk.decider.actor, **form.cleaned_data)
    except (ConflictError, InvalidError) as error:
        fresh = memory_of(desk.workspace, memory_id, deleted=True)
        return show_memory(desk, fresh, error=error.message, status=status_of(error))
    toast(desk.request, "Saved. The old wording stays in the chain.", undo=_undo_address(version))
    return redirect("review:memory", memory_id=version.id)


@require_POST
@operator_page
@deciding
def delete_memory(desk: Desk, memory_id: str) -> HttpResponse:
    """Hide it at once; the toast brings it back."""
    found = memory_of(desk.workspace, memory_id, deleted=True)
    amend.delete_memory(found, desk.decider.actor, shown=desk.request.POST.get("shown", ""))
    toast(desk.request, "Deleted. The chatbot no longer sees it.", undo=_undo_address(found))
    return back(desk.request, "review:subject", subject_id=found.subject_id)


@require_http_methods(["GET", "HEAD", "POST"])
@operator_page
@deciding
def erase(desk: Desk, memory_id: str) -> HttpResponse:
    """Ask once more, then remove it for good."""
    if not policies.may_erase(desk.membership):
        raise PermissionDenied("Erasing is for administrators of the workspace.")
    found = memory_of(desk.workspace, memory_id, deleted=True)
    form = ErasureForm(posted(desk.request))
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return desk.page("review/erase.html", {"memory": found, "form": form}, status=status)
    receipt = erase_memory(found, desk.decider.actor)
    toast(desk.request, f"Erased for good. Receipt {receipt.id}.")
    return redirect("review:subject", subject_id=found.subject_id)


@require_POST
@operator_page
@deciding
def undo(desk: Desk, decision_id: str) -> HttpResponse:
    """Take one decision back."""
    return _revised(desk, decision_id, changes.undo_decision, "Undone.")


@require_POST
@operator_page
@deciding
def part(desk: Desk, decision_id: str) -> HttpResponse:
    """Say of a replacement that it was none: both hold."""
    return _revised(desk, decision_id, changes.part_decision, "Both hold now, each for itself.")


def _revised(
    desk: Desk, decision_id: str, revise: Callable[[Subject, Decision, Actor], object], said: str
) -> HttpResponse:
    decision = decision_of(desk.workspace, decision_id)
    found = subject_with_id(desk.workspace.id, decision.subject_ref)
    revise(found, decision, desk.decider.actor)
    toast(desk.request, said)
    return back(desk.request, "review:subject", subject_id=found.id)


def _undo_address(changed: Memory) -> str:
    decision = last_undoable(changed)
    return reverse("review:undo", kwargs={"decision_id": decision.id}) if decision else ""
