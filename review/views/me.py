"""The page "What I remember about you": a person's own memories, reached by a signed link."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.core.signing import BadSignature, SignatureExpired
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import check_for_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memory import amend
from memory.access import decisions_of, memories_of, review_items_of
from memory.audit.reads import note_read
from memory.digest import digest
from memory.errors import ConflictError, InvalidError, NotFoundError, PalimpsestError
from memory.forget.erase import erase_subject
from memory.links import read_link
from memory.models import (
    AccessRecord,
    Decision,
    ErasureReceipt,
    FollowUp,
    Memory,
    ReviewItem,
    Subject,
)
from memory.requests import pausing
from memory.undo import last_undoable
from review import actions, changes, visits
from review.archive import archive
from review.closing import close_outdated_of
from review.forms import AnswerForm, ErasureForm, SearchForm, WordingForm
from review.listings.mine import erasure_counts, my_page
from review.models import Resolution
from review.policies import subject_self
from review.second_person import from_you, to_you
from review.views.doors import posted, status_of, toast, wants_part
from review.wording import as_stored

P = ParamSpec("P")


def my_own_page(
    view: Callable[Concatenate[HttpRequest, Subject, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """For whoever came by a link; hands over their subject. Without a visit: 410 and a friendly
    page."""

    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            subject = visits.visitor(request.session)
        except NotFoundError as error:
            erased = visits.receipt_of(request.session) or not visits.is_over(request.session)
            return _gone(request, "nothing" if erased else "ended", error)
        try:
            return view(request, subject, *args, **kwargs)
        except PalimpsestError as error:
            return render(request, "me/refused.html", {"error": error}, status=status_of(error))

    return wrapped


def _wrong_with_link(error: NotFoundError) -> str:
    """A good link without its subject is one of somebody who was erased."""
    if isinstance(error.__cause__, SignatureExpired):
        return "ended"
    return "invalid" if isinstance(error.__cause__, BadSignature) else "nothing"


def _gone(request: HttpRequest, why: str, error: NotFoundError) -> HttpResponse:
    """why: `ended`, `invalid`, or `nothing` where nothing is stored about the person any more."""
    return render(request, "me/gone.html", {"why": why, "error": error}, status=410)


@never_cache
@require_safe
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange the link for a visit, and take it out of the address bar."""
    try:
        visits.begin(request.session, read_link(token))
    except NotFoundError as error:
        return _gone(request, _wrong_with_link(error), error)
    return redirect("review:me")


@require_safe
@my_own_page
def me(request: HttpRequest, subject: Subject) -> HttpResponse:
    """Everything that is remembered, and the open questions."""
    close_outdated_of(subject)
    form = SearchForm(request.GET)
    text = form.cleaned_data["text"] if form.is_valid() else ""
    page = my_page(subject, text=text, number=request.GET.get("page"))
    return render(request, "me/page.html", {"page": page})


def _to_list(request: HttpRequest) -> HttpResponse:
    """Back to the list, and to what was searched for in it or to its page."""
    page = reverse("review:me")
    address, _mark, query = request.headers.get("Referer", "").partition("?")
    return redirect(f"{page}?{query}" if query and address.endswith(page) else page)


def my_memory(subject: Subject, memory_id: str) -> Memory:
    found = memories_of(subject).filter(id=memory_id).first()
    if found is None:
        raise NotFoundError("This is not remembered any more.")
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@my_own_page
def edit(request: HttpRequest, subject: Subject, memory_id: str) -> HttpResponse:
    """Correct a sentence."""
    found = my_memory(subject, memory_id)
    form = WordingForm(posted(request))
    if not form.is_bound:
        return _edit_page(request, found)
    if not form.is_valid():
        return _edit_page(request, found, error=str(form.errors["content"][0]), status=422)
    try:
        content = as_stored(from_you(form.cleaned_data["content"], found.content))
        me = subject_self(subject).actor
        version = changes.reword(found, content, me, shown=form.cleaned_data["shown"])
    except (ConflictError, InvalidError) as error:
        return _edit_page(request, found, error=error.message, status=status_of(error))
    toast(request, _("Saved."), undo=_undo_address(version))
    return redirect("review:me")  # what was searched for may not be in the new words


def _edit_page(
    request: HttpRequest, found: Memory, *, error: str = "", status: int = 200
) -> HttpResponse:
    partial = "#form" if wants_part(request) else ""
    content = request.POST.get("content", to_you(found.content))
    context = {"memory": found, "content": content, "shown": digest(found), "error": error}
    return render(request, f"me/edit.html{partial}", context, status=status)


@require_POST
@my_own_page
def delete(request: HttpRequest, subject: Subject, memory_id: str) -> HttpResponse:
    """Hide a memory at once; the next page offers to bring it back."""
    found = my_memory(subject, memory_id)
    amend.delete_memory(found, subject_self(subject).actor, shown=request.POST.get("shown", ""))
    toast(request, _("Deleted. I no longer use it."), undo=_undo_address(found))
    return _to_list(request)


@require_POST
@my_own_page
def wrong(request: HttpRequest, subject: Subject, memory_id: str) -> HttpResponse:
    """This was never true: it goes, and what it had replaced holds again."""
    found = my_memory(subject, memory_id)
    amend.call_wrong(found, subject_self(subject).actor, shown=request.POST.get("shown", ""))
    toast(request, _("Thank you, I no longer believe that."), undo=_undo_address(found))
    return _to_list(request)


@require_POST
@my_own_page
def undo(request: HttpRequest, subject: Subject, decision_id: str) -> HttpResponse:
    """Take back what was just changed."""
    mine = decisions_of(subject).filter(actor=Decision.Actor.SUBJECT)
    decision = mine.filter(id=decision_id).first()
    if decision is None:
        raise NotFoundError("There is nothing to undo.")
    changes.undo_decision(subject, decision, subject_self(subject).actor)
    toast(request, _("Undone."))
    return _to_list(request)


def _undo_address(changed: Memory) -> str:
    decision = last_undoable(changed)
    return reverse("review:me_undo", kwargs={"decision_id": decision.id}) if decision else ""


def _item(subject: Subject, item_id: str) -> ReviewItem:
    found = review_items_of(subject.workspace).filter(subject=subject, id=item_id).first()
    if found is None:
        raise NotFoundError("This question is not open any more.")
    return found


@require_POST
@my_own_page
def answer(
    request: HttpRequest, subject: Subject, item_id: str, *, action: Resolution.Action
) -> HttpResponse:
    """Answer a question; `review.urls` has an address for each answer."""
    found = _item(subject, item_id)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise InvalidError("This answer could not be read; go back and try again.")
    given = {name: form.cleaned_data[name] for name in ("memory", "shown")}
    done = actions.resolve(found, actions.Answer(action=action, **given), subject_self(subject))
    undo_at = reverse("review:me_undo", kwargs={"decision_id": done.decisions[0]})
    toast(request, _("Thank you, I will remember that."), undo=undo_at)
    return redirect("review:me")


@require_POST
@my_own_page
def follow_up(
    request: HttpRequest, subject: Subject, follow_up_id: str, *, status: FollowUp.Status
) -> HttpResponse:
    """Say that a planned question needs no asking any more, or is not wanted."""
    found = FollowUp.objects.filter(subject=subject, id=follow_up_id).open().first()
    if found is None:
        raise NotFoundError("This question is not planned any more.")
    found.set_status(status, day=subject.today)
    toast(request, _("Thank you, I will not ask about it."))
    return redirect("review:me")


@require_POST
@my_own_page
def pause(request: HttpRequest, subject: Subject) -> HttpResponse:
    """Remember nothing new until told otherwise."""
    pausing.pause(subject)
    toast(request, _("Paused. I remember nothing new and use nothing until you let me again."))
    return redirect("review:me")


@require_POST
@my_own_page
def resume(request: HttpRequest, subject: Subject) -> HttpResponse:
    """Remember again."""
    pausing.resume(subject)
    toast(request, _("I remember again what you tell the chatbot."))
    return redirect("review:me")


@require_safe
@my_own_page
def download(request: HttpRequest, subject: Subject) -> HttpResponse:
    """Everything that is stored about the person: as JSON, as a table and to read, in one file."""
    note_read(subject, subject_self(subject).actor, AccessRecord.Act.EXPORT)
    file = HttpResponse(archive(subject), content_type="application/zip")
    file["Content-Disposition"] = 'attachment; filename="my-memories.zip"'
    return file


@require_http_methods(["GET", "HEAD", "POST"])
@my_own_page
def erase(request: HttpRequest, subject: Subject) -> HttpResponse:
    """Show exactly what would go, ask once more, and then remove it for good."""
    form = ErasureForm(posted(request))
    if not form.is_valid():
        context = {"form": form, "counts": erasure_counts(subject)}
        return render(request, "me/erase.html", context, status=422 if form.is_bound else 200)
    receipt = erase_subject(subject, subject_self(subject).actor)
    visits.end(request.session, receipt=receipt.id)
    return redirect("review:me_erased")


@never_cache
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Show these pages in another language from now on, in this browser."""
    wanted = request.POST.get("language", "")
    answer = redirect("review:me")
    if check_for_language(wanted) and wanted in dict(settings.LANGUAGES):
        answer.set_cookie(settings.LANGUAGE_COOKIE_NAME, wanted, samesite="Lax")
    return answer


@never_cache
@require_safe
def erased(request: HttpRequest) -> HttpResponse:
    """The receipt of an erasure, in the browser that asked for it."""
    receipt = ErasureReceipt.objects.filter(id=visits.receipt_of(request.session)).first()
    if receipt is None:
        raise Http404
    return render(request, "me/erased.html", {"receipt": receipt})
