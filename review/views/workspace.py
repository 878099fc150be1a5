"""A workspace's settings: policy and thresholds, keys, how long things are kept, consent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memory.access import admin_records_of
from memory.configure import set_policy, set_thresholds
from memory.consent.choices import set_for_workspace
from memory.errors import ConflictError, InvalidError
from memory.forget.lapse import set_retention
from memory.key_changes import NotConfirmedError, remove_key, set_key
from memory.models import ConsentRule
from memory.vocabulary import Cardinality, Lasts, Scope
from review.listings.settings import (
    EVENTS,
    POLICIES,
    SWITCHES,
    categories_of,
    kept_of,
    keys_shown,
    thresholds_of,
)
from review.members import members_of
from review.settings_forms import KeepingForm, KeyForm, NamedKeyForm, PolicyForm, ThresholdsForm
from review.views.doors import Desk, administering, operator_page, posted, toast

SECTIONS = (
    ("settings", "Policy"),
    ("settings_keys", "Keys"),
    ("settings_keeping", "Keeping"),
    ("settings_consent", "Consent"),
    ("api_keys", "API keys"),
    ("members", "Members"),
    ("changes", "Changes"),
)
LOG_SHOWN = 200


def show(
    desk: Desk, template: str, at: str, context: Mapping[str, object], *, status: int = 200
) -> HttpResponse:
    """A page of the settings, with the way to the others."""
    frame = {"sections": SECTIONS, "section": at}
    return desk.page(f"review/settings/{template}.html", {**frame, **context}, status=status)


@require_safe
@operator_page
@administering
def policy(desk: Desk) -> HttpResponse:
    """How careful the gate is, and the numbers that it goes by."""
    return _policy_page(desk)


def _policy_page(
    desk: Desk, *, error: str = "", form: ThresholdsForm | None = None
) -> HttpResponse:
    """The page; after a refusal with the reason and the numbers that were sent."""
    thresholds, why_not = thresholds_of(desk.workspace)
    sent: Mapping[str, Any] = form.data if form else {}
    errors: Mapping[str, Any] = form.errors if form else {}
    context = {
        "policies": POLICIES,
        "events": EVENTS,
        "switches": [(name, *words, getattr(desk.workspace, name)) for name, *words in SWITCHES],
        "thresholds": [
            (each, sent.get(each.name, f"{each.value:g}"), errors.get(each.name, []))
            for each in thresholds
        ],
        "why_not": why_not,
        "error": error,
    }
    return show(desk, "policy", "settings", context, status=422 if error else 200)


@require_POST
@operator_page
@administering
def save_policy(desk: Desk) -> HttpResponse:
    form = PolicyForm(desk.request.POST)
    if not form.is_valid():
        return _policy_page(desk, error="Choose one of the policies that are offered.")
    set_policy(desk.workspace, form.wanted(), by=desk.decider.actor)
    toast(desk.request, "The policy holds from the next message on.")
    return redirect("review:settings")


@require_POST
@operator_page
@administering
def save_thresholds(desk: Desk) -> HttpResponse:
    """The numbers that were sent, or the profile's own again."""
    if "reset" in desk.request.POST:
        set_thresholds(desk.workspace, None, by=desk.decider.actor)
    else:
        form = ThresholdsForm(desk.request.POST)
        if not form.is_valid():
            return _policy_page(desk, error="Nothing was saved: see below.", form=form)
        set_thresholds(desk.workspace, form.cleaned_data, by=desk.decider.actor)
    toast(desk.request, "The gate goes by these numbers from the next message on.")
    return redirect("review:settings")


@require_safe
@operator_page
@administering
def keys(desk: Desk) -> HttpResponse:
    """The slots that hold one value or many: the workspace's own, and everybody's."""
    return _keys_page(desk, KeyForm())


def _keys_page(desk: Desk, form: KeyForm, *, error: str = "", ask: str = "",
               removing: str = "", status: int = 200) -> HttpResponse:  # fmt: skip
    own, common = keys_shown(desk.workspace)
    context = {
        "own": own,
        "common": common,
        "form": form,
        "error": error,
        "ask": ask,
        "removing": removing,
        "cardinalities": Cardinality.choices,
        "scopes": Scope.choices,
        "lasting": Lasts.choices,
    }
    return show(desk, "keys", "settings_keys", context, status=status)


@require_POST
@operator_page
@administering
def save_key(desk: Desk) -> HttpResponse:
    """Add or change a key; what that does to stored memories is asked about first."""
    form = KeyForm(desk.request.POST)
    if not form.is_valid():
        return _keys_page(desk, form, status=422)
    wanted, confirmed = form.wanted(), form.cleaned_data["confirmed"]
    try:
        set_key(desk.workspace, wanted, confirmed=confirmed, by=desk.decider.actor)
    except NotConfirmedError as question:
        return _keys_page(desk, form, ask=question.message, status=409)
    except (InvalidError, ConflictError) as refusal:
        status = 422 if isinstance(refusal, InvalidError) else 409
        return _keys_page(desk, form, error=refusal.message, status=status)
    toast(desk.request, f"{wanted.name} is a key from now on.")
    return redirect("review:settings_keys")


@require_POST
@operator_page
@administering
def drop_key(desk: Desk) -> HttpResponse:
    """Take a key of the workspace's own back; memories keep its name and value as plain words."""
    form = NamedKeyForm(desk.request.POST)
    if not form.is_valid():
        return _keys_page(desk, KeyForm(), error="Name the key to remove.", status=422)
    name, confirmed = form.cleaned_data["name"], form.cleaned_data["confirmed"]
    try:
        remove_key(desk.workspace, name, confirmed=confirmed, by=desk.decider.actor)
    except NotConfirmedError as question:
        return _keys_page(desk, KeyForm(), ask=question.message, removing=name, status=409)
    toast(desk.request, f"{name} is no key any more.")
    return redirect("review:settings_keys")


@require_http_methods(["GET", "HEAD", "POST"])
@operator_page
@administering
def keeping(desk: Desk) -> HttpResponse:
    """For how long what is kept. A shorter limit removes something for good, and asks first."""
    form = KeepingForm(posted(desk.request))
    rows = kept_of(desk.workspace)
    error = ""
    if form.is_bound and form.is_valid():
        wanted = form.days()
        changed = {row.kind: wanted[row.kind] for row in rows if wanted[row.kind] != row.days}
        shorter = [row.label for row in rows if _is_shorter(wanted[row.kind], row.days)]
        if not shorter or form.cleaned_data["sure"]:
            with transaction.atomic():
                for kind, days in changed.items():
                    set_retention(desk.workspace, kind, days, by=desk.decider.actor)
            toast(desk.request, "Saved.")
            return redirect("review:settings_keeping")
        error = "Tick the box: what is older than a shorter limit is removed for good."
    context = {"rows": [(row, _typed(form, row.kind, row.days)) for row in rows], "form": form}
    status = 422 if form.is_bound else 200
    return show(desk, "keeping", "settings_keeping", {**context, "error": error}, status=status)


def _is_shorter(wanted: int | None, now: int | None) -> bool:
    return wanted is not None and (now is None or wanted < now)


def _typed(form: KeepingForm, kind: str, days: int | None) -> tuple[object, list[str]]:
    """What stands in the field, and what is wrong with it."""
    if not form.is_bound:
        return days or "", []
    return form.data.get(kind, ""), [str(error) for error in form.errors.get(kind, [])]


@require_http_methods(["GET", "HEAD", "POST"])
@operator_page
@administering
def consent(desk: Desk) -> HttpResponse:
    """Which categories may be remembered: never, after a person agrees, or as a rule."""
    categories = categories_of(desk.workspace)
    if desk.request.method == "POST":
        sent = desk.request.POST
        changed = {
            each.name: sent[each.name]
            for each in categories
            if each.name in sent and sent[each.name] != each.mode
        }
        set_for_workspace(desk.workspace, changed, by=desk.decider.actor)
        toast(desk.request, "Saved. What is stored already stays until it is deleted.")
        return redirect("review:settings_consent")
    context = {"categories": categories, "modes": ConsentRule.Mode.choices}
    return show(desk, "consent", "settings_consent", context)


@require_safe
@operator_page
@administering
def changes(desk: Desk) -> HttpResponse:
    """Who changed what in how the workspace is run, the newest first."""
    records = list(admin_records_of(desk.workspace)[:LOG_SHOWN])
    names = {str(member.user_id): member.user.username for member in members_of(desk.workspace)}
    rows = [
        (
            record,
            names.get(record.actor_ref, record.actor_ref),
            names.get(record.about, record.about),
        )
        for record in records
    ]
    return show(desk, "changes", "changes", {"rows": rows})
