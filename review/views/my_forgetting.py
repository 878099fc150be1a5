"""A person's own doors to forgetting: restore, erase one thing or a conversation, learn again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memory.forget.erase import erase_memory, erase_session
from memory.models import Memory, Subject
from review import changes
from review.forms import ErasureForm, LiftForm
from review.listings.forgotten import conversation, deleted_one, forgotten, recently_deleted
from review.policies import subject_self
from review.views.doors import posted, toast
from review.views.me import my_memory, my_own_page

asking = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@my_own_page
def my_forgotten(request: HttpRequest, subject: Subject) -> HttpResponse:
    """What can be restored, the conversations, and what was erased for good."""
    return _show(request, subject, LiftForm())


def _show(
    request: HttpRequest, subject: Subject, form: LiftForm, *, status: int = 200
) -> HttpResponse:
    context = {"page": forgotten(subject, by_person=True), "form": form}
    return render(request, "me/forgotten.html", context, status=status)


@require_POST
@my_own_page
def restore(request: HttpRequest, subject: Subject, memory_id: str) -> HttpResponse:
    """Let a deleted memory hold again."""
    found = deleted_one(subject, memory_id, by_person=True)
    changes.undo_decision(subject, found.decision, subject_self(subject).actor)
    toast(request, _("Restored. I remember it again."))
    return redirect("review:me_forgotten")


@asking
@my_own_page
def erase_one(request: HttpRequest, subject: Subject, memory_id: str) -> HttpResponse:
    """Ask once more, then remove one thing for good, in all its wordings; also what is hidden."""
    found = _shown_or_deleted(subject, memory_id)
    form = ErasureForm(posted(request))
    if not form.is_valid():
        context = {"form": form, "memory": found}
        return render(request, "me/erase_one.html", context, status=422 if form.is_bound else 200)
    receipt = erase_memory(found, subject_self(subject).actor)
    toast(request, _("Erased for good. Receipt {number}.").format(number=receipt.id))
    return redirect("review:me")


def _shown_or_deleted(subject: Subject, memory_id: str) -> Memory:
    for one in recently_deleted(subject, by_person=True):
        if one.memory.id == memory_id:
            return one.memory
    return my_memory(subject, memory_id)


@asking
@my_own_page
def erase_conversation(request: HttpRequest, subject: Subject, session_id: str) -> HttpResponse:
    """Say what would go, ask once more, then remove a conversation with all that it taught."""
    found = conversation(subject, session_id)
    form = ErasureForm(posted(request))
    if not form.is_valid():
        context = {"form": form, "session": found}
        status = 422 if form.is_bound else 200
        return render(request, "me/erase_conversation.html", context, status=status)
    receipt = erase_session(found, subject_self(subject).actor)
    toast(request, _("Erased for good. Receipt {number}.").format(number=receipt.id))
    return redirect("review:me_forgotten")


@require_POST
@my_own_page
def learn_again(request: HttpRequest, subject: Subject) -> HttpResponse:
    """Let what was erased be told again."""
    form = LiftForm(request.POST)
    if not form.is_valid():
        return _show(request, subject, form, status=422)
    lifted = changes.let_learn(subject, subject_self(subject).actor, form.cleaned_data["statement"])
    if not lifted:
        form.add_error("statement", _("I have erased nothing in these words."))
        return _show(request, subject, form, status=422)
    toast(request, _("Nothing came back, but I will listen when you tell me again."))
    return redirect("review:me_forgotten")
