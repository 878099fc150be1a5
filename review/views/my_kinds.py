"""A person wants a kind of thing not to be kept: what that means, first; and the way back."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from memory.access import decisions_of
from memory.consent.choices import clear_for_subject, own_modes, set_for_subject
from memory.consent.withdrawal import Kept, kinds_of, stop_keeping, what_is_kept
from memory.errors import ConflictError, NotFoundError
from memory.models import Decision, Memory, Subject
from review import changes
from review.forms import KindAgainForm, KindForm
from review.kinds import words_of
from review.policies import subject_self
from review.views.doors import posted, toast
from review.views.me import my_memory, my_own_page


@require_http_methods(["GET", "HEAD", "POST"])
@my_own_page
def kind(request: HttpRequest, subject: Subject, memory_id: str) -> HttpResponse:
    """Show what is kept of this memory's kind, and what not keeping it means; then do it."""
    found = my_memory(subject, memory_id)
    kinds = kinds_of(found.content, found.category)
    if not kinds:
        raise NotFoundError("This is of no kind that can be switched off; you can delete it.")
    wanted = request.GET.get("kind", "")
    chosen = wanted if wanted in kinds else kinds[0]
    form = KindForm(posted(request))
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return _page(request, found, what_is_kept(subject, chosen), kinds, status=status)
    before = own_modes(subject).get(chosen, "")
    try:
        hidden = stop_keeping(subject, chosen, subject_self(subject).actor, **form.cleaned_data)
    except ConflictError as error:
        kept = what_is_kept(subject, chosen)
        return _page(request, found, kept, kinds, error=error.message, status=409)
    undo = {"before": before, "decision": hidden[0] if hidden else ""}
    address = reverse("review:me_kind_again", kwargs={"kind": chosen})
    toast(
        request,
        _("I keep nothing about {about} from now on.").format(about=words_of(chosen)),
        undo=f"{address}?{urlencode(undo)}",
    )
    return redirect("review:me")


def _page(
    request: HttpRequest,
    found: Memory,
    kept: Kept,
    kinds: list[str],
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "memory": found,
        "kept": kept,
        "words": words_of(kept.kind),
        "others": [(each, words_of(each)) for each in kinds if each != kept.kind],
        "form": KindForm(posted(request)),
        "error": error,
    }
    return render(request, "me/kind.html", context, status=status)


@require_POST
@my_own_page
def kind_again(request: HttpRequest, subject: Subject, kind: str) -> HttpResponse:
    """Keep a kind again, as before; from the toast also what was deleted with it comes back."""
    form = KindAgainForm(request.GET)
    if kind not in own_modes(subject) or not form.is_valid():
        raise NotFoundError("This kind is kept.")
    if before := form.cleaned_data["before"]:
        set_for_subject(subject, {kind: before})
    else:
        clear_for_subject(subject, kind)
    mine = decisions_of(subject).filter(actor=Decision.Actor.SUBJECT)
    if decision := mine.filter(id=form.cleaned_data["decision"]).first():
        changes.undo_decision(subject, decision, subject_self(subject).actor)
    toast(request, _("I keep what you say about {about} again.").format(about=words_of(kind)))
    return redirect("review:me")
