"""Operators' doors to forgetting: what was deleted of a person, conversations, learning again."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memory.access import subject_with_id
from memory.audit.reads import note_read
from memory.forget.erase import erase_session
from memory.models import AccessRecord, Subject
from review import changes, policies
from review.forms import ErasureForm, LiftForm
from review.listings.forgotten import conversation, deleted_one, forgotten
from review.views.doors import Desk, deciding, operator_page, posted, toast


@require_safe
@operator_page
def forgotten_page(desk: Desk, subject_id: str) -> HttpResponse:
    """What can be restored, the conversations, and how much was erased for good."""
    return _show(desk, subject_with_id(desk.workspace.id, subject_id), LiftForm())


def _show(desk: Desk, found: Subject, form: LiftForm, *, status: int = 200) -> HttpResponse:
    page = forgotten(found)
    shown = [one.memory.id for one in page.deleted]
    note_read(found, desk.decider.actor, AccessRecord.Act.LIST, shown)
    return desk.page("review/forgotten.html", {"page": page, "form": form}, status=status)


@require_POST
@operator_page
@deciding
def restore(desk: Desk, subject_id: str, memory_id: str) -> HttpResponse:
    """Let a deleted memory hold again."""
    found = subject_with_id(desk.workspace.id, subject_id)
    deleted = deleted_one(found, memory_id)
    changes.undo_decision(found, deleted.decision, desk.decider.actor)
    toast(desk.request, "Restored. The chatbot sees it again.")
    return redirect("review:forgotten", subject_id=found.id)


@require_http_methods(["GET", "HEAD", "POST"])
@operator_page
@deciding
def erase_conversation(desk: Desk, subject_id: str, session_id: str) -> HttpResponse:
    """Say what would go, ask once more, then remove a conversation with all that it taught."""
    _check_may_erase(desk)
    found = subject_with_id(desk.workspace.id, subject_id)
    session = conversation(found, session_id)
    form = ErasureForm(posted(desk.request))
    if not form.is_valid():
        context = {"subject": found, "session": session, "form": form}
        status = 422 if form.is_bound else 200
        return desk.page("review/erase_conversation.html", context, status=status)
    receipt = erase_session(session, desk.decider.actor)
    toast(desk.request, f"Erased for good. Receipt {receipt.id}.")
    return redirect("review:forgotten", subject_id=found.id)


@require_POST
@operator_page
@deciding
def learn_again(desk: Desk, subject_id: str) -> HttpResponse:
    """Let what was erased be told again, at the person's wish."""
    _check_may_erase(desk)
    found = subject_with_id(desk.workspace.id, subject_id)
    form = LiftForm(desk.request.POST)
    if not form.is_valid():
        return _show(desk, found, form, status=422)
    lifted = changes.let_learn(found, desk.decider.actor, form.cleaned_data["statement"])
    if not lifted:
        form.add_error("statement", "Nothing was erased in these words.")
        return _show(desk, found, form, status=422)
    toast(desk.request, "Nothing came back, but it may be learned again.")
    return redirect("review:forgotten", subject_id=found.id)


def _check_may_erase(desk: Desk) -> None:
    if not policies.may_erase(desk.membership):
        raise PermissionDenied("Erasing is for administrators of the workspace.")
