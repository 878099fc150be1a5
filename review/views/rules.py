"""Make a rule of what people always answer, and take it back."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from review.suggested_rules import drop_rule, use_rule
from review.views.doors import Desk, operator_page, toast


@require_POST
@operator_page
def use(desk: Desk, field: str) -> HttpResponse:
    """Let the gate decide what people decided alike."""
    _check_admin(desk)
    use_rule(desk.workspace, field, by=desk.decider.actor)
    undo = reverse("review:drop_rule", kwargs={"field": field})
    toast(desk.request, "The gate decides these from now on.", undo=undo)
    return redirect("review:overview")


@require_POST
@operator_page
def drop(desk: Desk, field: str) -> HttpResponse:
    """Ask people again."""
    _check_admin(desk)
    drop_rule(desk.workspace, field, by=desk.decider.actor)
    toast(desk.request, "People are asked again.")
    return redirect("review:overview")


def _check_admin(desk: Desk) -> None:
    if not desk.decider.is_admin:
        raise PermissionDenied("Rules are for administrators of the workspace.")
