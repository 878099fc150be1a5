"""Read and change what a workspace and a person decided about categories."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from memory.audit.administration import note_admin
from memory.change import Actor
from memory.consent.rules import Consent, Mode
from memory.consent.special import Special
from memory.errors import InvalidError
from memory.extraction.keys import table_keys
from memory.handover import hold
from memory.models import ConsentRule, Subject, Workspace
from memory.models.audit import AdminAct

SWITCHED_OFF = (
    "This tells of something that is not to be remembered here, so it is not stored. "
    "Switch its category on first."
)


def known_categories() -> list[str]:
    """Every category that can be switched: the special ones first."""
    ordinary = dict.fromkeys(key.category for key in table_keys())
    return [*map(str, Special), *(name for name in ordinary if name not in list(Special))]


def consent_of(subject: Subject) -> Consent:
    """The rules that hold for the subject now. Costs one query."""
    rules = ConsentRule.objects.filter(workspace=subject.workspace_id)
    workspace: dict[str, Mode] = {}
    own: dict[str, Mode] = {}
    for rule in rules.filter(subject=None) | rules.filter(subject=subject):
        (own if rule.subject_id else workspace)[rule.category] = Mode(rule.mode)
    return Consent(workspace=workspace, own=own)


def modes_of_workspace(workspace: Workspace) -> dict[str, Mode]:
    """What the workspace decided; a category that is not named is on."""
    rules = ConsentRule.objects.filter(workspace=workspace, subject=None)
    return {rule.category: Mode(rule.mode) for rule in rules}


@transaction.atomic
def set_for_workspace(
    workspace: Workspace, modes: Mapping[str, str], *, by: Actor | None = None
) -> None:
    """Decide for the whole workspace. What is stored already stays. by: who changes it; None for a
    command on the server. Raises InvalidError."""
    _set(workspace, None, modes)
    for category, mode in modes.items():
        note_admin(workspace, by, AdminAct.CONSENT, about=category, detail=str(mode))


@transaction.atomic
def set_for_subject(subject: Subject, modes: Mapping[str, str]) -> None:
    """Decide for one person, at their wish: what is stored already stays until they delete it.
    Verdicts under way are made anew. Raises InvalidError."""
    held = hold(subject)
    _set(held.workspace, held, modes)
    held.memory_version += 1
    held.save(update_fields=["memory_version"])


@transaction.atomic
def clear_for_subject(subject: Subject, category: str) -> None:
    """Let the workspace's rule for the category hold for this person again, as before they chose."""
    held = hold(subject)
    ConsentRule.objects.filter(subject=held, category=category).delete()
    held.memory_version += 1
    held.save(update_fields=["memory_version"])


def own_modes(subject: Subject) -> dict[str, Mode]:
    """What the person decided; a category that is not named follows the workspace."""
    rules = ConsentRule.objects.filter(subject=subject)
    return {rule.category: Mode(rule.mode) for rule in rules}


def _set(workspace: Workspace, subject: Subject | None, modes: Mapping[str, str]) -> None:
    for category, mode in modes.items():
        if category not in known_categories():
            names = ", ".join(known_categories())
            raise InvalidError(f"There is no category {category!r}; there are {names}.")
        if mode not in ConsentRule.Mode.values:
            raise InvalidError(f"{category} can be off, ask or on.", field=category)
        ConsentRule.objects.update_or_create(
            workspace=workspace,
            subject=subject,
            category=category,
            defaults={"mode": mode, "changed_at": timezone.now()},
        )


def check_allowed(subject: Subject, text: str, category: str = "") -> None:
    """Refuse a wording of a person or operator that tells of what is switched off.

    Raises InvalidError; what is only to be asked about was just answered by whoever writes it.
    """
    if consent_of(subject).mode_for([text], category) is Mode.OFF:
        raise InvalidError(SWITCHED_OFF, field="content")
