"""Who works in a workspace, and the links that invite others."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memory.errors import InvalidError, NotFoundError, PalimpsestError
from memory.models import Membership
from review import invitations, members
from review.models import Invitation
from review.settings_forms import InvitationForm, NewcomerForm, RoleForm
from review.views.doors import Desk, administering, operator_page, refused, toast
from review.views.workspace import show

ROLES = (
    (Membership.Role.VIEWER, "sees everything, changes nothing"),
    (Membership.Role.REVIEWER, "answers questions, edits, deletes, undoes"),
    (Membership.Role.ADMIN, "also erases, changes settings, makes keys, invites"),
)


@require_safe
@operator_page
@administering
def member_list(desk: Desk) -> HttpResponse:
    """Members and open invitations."""
    return _page(desk)


def _page(desk: Desk, *, made: Invitation | None = None, link: str = "", error: str = "",
          status: int = 200) -> HttpResponse:  # fmt: skip
    context = {
        "members": members.members_of(desk.workspace),
        "invitations": invitations.open_invitations(desk.workspace),
        "roles": [(role.value, words) for role, words in ROLES],
        "made": made,
        "link": link,
        "error": error,
        "usual_days": invitations.USUAL_DAYS,
        "most_days": invitations.MOST_DAYS,
    }
    return show(desk, "members", "members", context, status=status)


@require_POST
@operator_page
@administering
def invite(desk: Desk) -> HttpResponse:
    """A link for a role, shown once."""
    form = InvitationForm(desk.request.POST)
    if not form.is_valid():
        error = f"Choose a role, and 1 to {invitations.MOST_DAYS} days."
        return _page(desk, error=error, status=422)
    made, link = invitations.invite(desk.membership, **form.cleaned_data)
    return _page(desk, made=made, link=link, status=201)


@require_POST
@operator_page
@administering
def take_back(desk: Desk, invitation_id: str) -> HttpResponse:
    invitations.take_back(desk.membership, invitation_id)
    toast(desk.request, "The invitation works no longer.")
    return redirect("review:members")


@require_POST
@operator_page
@administering
def change_role(desk: Desk, user_id: int) -> HttpResponse:
    form = RoleForm(desk.request.POST)
    if not form.is_valid():
        return _page(desk, error="Choose one of the roles that are offered.", status=422)
    try:
        member = members.change_role(
            desk.workspace, user_id, form.cleaned_data["role"], by=desk.decider.actor
        )
    except NotFoundError:
        raise
    except PalimpsestError as refusal:
        return _page(desk, error=refusal.message, status=409)
    toast(desk.request, f"{member.user.username} is {member.role} from now on.")
    return redirect("review:queue" if member.user == desk.membership.user else "review:members")


@require_POST
@operator_page
@administering
def remove(desk: Desk, user_id: int) -> HttpResponse:
    try:
        gone = members.remove(desk.workspace, user_id, by=desk.decider.actor)
    except NotFoundError:
        raise
    except PalimpsestError as refusal:
        return _page(desk, error=refusal.message, status=409)
    toast(desk.request, f"{gone.username} is no member any more.")
    return redirect("review:queue" if gone == desk.membership.user else "review:members")


# The invited person's side. The link itself says who may come in. -----------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """What the link is for; a form for a name and a password, which logs in."""
    try:
        found = invitations.invitation_of(secret)
    except NotFoundError as error:
        return render(request, "invitation_gone.html", {"error": error}, status=410)
    context: dict[str, object] = {"invitation": found, "secret": secret, "now": timezone.now()}
    if request.method != "POST":
        return render(request, "invitation.html", context)
    form = NewcomerForm(request.POST)
    if not form.is_valid():
        errors = {name: " ".join(map(str, found)) for name, found in form.errors.items()}
        return render(request, "invitation.html", {**context, "errors": errors}, status=422)
    try:
        member = invitations.join_as_new(secret, **form.cleaned_data)
    except InvalidError as refusal:
        errors = {refusal.field: refusal.message}
        return render(request, "invitation.html", {**context, "errors": errors}, status=422)
    except NotFoundError as error:
        return render(request, "invitation_gone.html", {"error": error}, status=410)
    login(request, member.user)
    return _welcome(request, member)


@never_cache
@require_POST
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Accept with the account that one is logged in with."""
    if not request.user.is_authenticated:
        return redirect("review:invitation", secret=secret)
    try:
        return _welcome(request, invitations.join(secret, request.user))
    except NotFoundError as error:
        return render(request, "invitation_gone.html", {"error": error}, status=410)
    except PalimpsestError as error:
        return refused(request, error)


def _welcome(request: HttpRequest, member: Membership) -> HttpResponse:
    request.session["workspace"] = member.workspace_id
    toast(request, f"Welcome to {member.workspace.name}: you are {member.role} here.")
    return redirect("review:queue")
