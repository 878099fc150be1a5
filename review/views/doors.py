"""Who comes in, and how refusals leave: what every page has in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache

from memory.errors import ConflictError, NotFoundError, PalimpsestError, UnavailableError
from memory.models import Membership, Workspace
from review import policies
from review.listings.items import waiting

P = ParamSpec("P")
STATUS = {NotFoundError: 404, ConflictError: 409, UnavailableError: 503}


@dataclass(frozen=True, slots=True)
class Desk:
    """An operator at work: who, in which workspace, with which role."""

    request: HttpRequest
    membership: Membership

    @property
    def workspace(self) -> Workspace:
        return self.membership.workspace

    @property
    def decider(self) -> policies.Decider:
        return policies.operator(self.membership)

    def page(
        self, template: str, context: Mapping[str, object], *, status: int = 200
    ) -> HttpResponse:
        """Render a page of the operators, with what its frame shows."""
        is_opened = self.request.method in {"GET", "HEAD"}
        frame = {
            "now": timezone.now(),
            "here": self.request.get_full_path() if is_opened else "",
            "membership": self.membership,
            "workspace": self.workspace,
            "may_decide": self.decider.may_decide,
            "may_erase": policies.may_erase(self.membership),
            "may_configure": policies.may_configure(self.membership),
            "waiting": waiting(self.workspace),
            "workspaces": Workspace.objects.filter(memberships__user_id=self.membership.user_id),
        }
        return render(self.request, template, {**frame, **context}, status=status)


def operator_page(
    view: Callable[Concatenate[Desk, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """For logged-in operators; refusals become pages with a sentence and their status."""

    @never_cache
    @login_required
    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        membership = current_membership(request)
        if membership is None:
            return render(request, "no_workspace.html", status=403)
        try:
            return view(Desk(request, membership), *args, **kwargs)
        except PalimpsestError as error:
            return refused(request, error)

    return wrapped


def deciding(
    view: Callable[Concatenate[Desk, P], HttpResponse],
) -> Callable[Concatenate[Desk, P], HttpResponse]:
    """For operators whose role lets them change things; 403 for others. Inside `operator_page`."""

    @wraps(view)
    def wrapped(desk: Desk, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not desk.decider.may_decide:
            raise PermissionDenied("Your role lets you look at everything but change nothing.")
        return view(desk, *args, **kwargs)

    return wrapped


def administering(
    view: Callable[Concatenate[Desk, P], HttpResponse],
) -> Callable[Concatenate[Desk, P], HttpResponse]:
    """For administrators of the workspace; 403 for others. Inside `operator_page`."""

    @wraps(view)
    def wrapped(desk: Desk, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not policies.may_configure(desk.membership):
            raise PermissionDenied("Only an administrator of the workspace may open its settings.")
        return view(desk, *args, **kwargs)

    return wrapped


def current_membership(request: HttpRequest) -> Membership | None:
    """The chosen workspace of the operator, else their first."""
    own = Membership.objects.filter(user_id=request.user.pk or 0).select_related(
        "workspace", "user"
    )
    chosen = own.filter(workspace_id=request.session.get("workspace", "")).first()
    return chosen or own.order_by("workspace__name").first()


def refused(request: HttpRequest, error: PalimpsestError) -> HttpResponse:
    """A page that says why not, with the status that programs read."""
    status = status_of(error)
    context = {"error": error, "status": status, "back_to": _came_from(request)}
    return render(request, "refused.html", context, status=status)


def status_of(error: PalimpsestError) -> int:
    """What programs read of a refusal; 422 where the input cannot be taken."""
    return next((code for kind, code in STATUS.items() if isinstance(error, kind)), 422)


def toast(request: HttpRequest, text: str, *, undo: str = "") -> None:
    """Say on the next page what was done; `undo` is the address that takes it back."""
    messages.success(request, text, extra_tags=undo)


def back(request: HttpRequest, fallback: str, **kwargs: str) -> HttpResponseRedirect:
    """To the page that the form names in `next`, never to another site; else to `fallback`."""
    return HttpResponseRedirect(_came_from(request) or reverse(fallback, kwargs=kwargs))


def _came_from(request: HttpRequest) -> str:
    """The page that the form names in `next`, if it is one of this site; else empty."""
    wanted = request.POST.get("next", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else ""


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form sent, also where it sent nothing; None where the page is only opened."""
    return request.POST if request.method == "POST" else None


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page; a boosted link asks for the whole."""
    htmx = cast(Any, request).htmx
    return bool(htmx) and not htmx.boosted


def wants_whole_page(request: HttpRequest) -> bool:
    """Whether htmx asks at all: for a page that must be loaded by the browser itself."""
    return bool(cast(Any, request).htmx)
