"""Change how careful a workspace is. Each change is checked whole, and noted without content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from django.db import transaction

from memory.audit.administration import note_admin
from memory.change import Actor
from memory.errors import InvalidError
from memory.inference.profiles import active_profile
from memory.models import Workspace
from memory.models.audit import AdminAct
from memory.vocabulary import EventPolicy, PolicyMode


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPolicy:
    """A workspace's policy as somebody wants it; see `Workspace` for the fields."""

    policy: str
    events: str
    high_stakes_review: bool
    learn_from_assistant: bool


@transaction.atomic
def set_policy(workspace: Workspace, wanted: WantedPolicy, *, by: Actor | None = None) -> None:
    """Let the workspace have this policy from the next claim on; what is decided stays.

    by: who changes it; None for a command on the server. Raises InvalidError.
    """
    if wanted.policy not in PolicyMode.values:
        raise InvalidError(f"Choose one of {', '.join(PolicyMode.values)}.", field="policy")
    if wanted.events not in EventPolicy.values:
        raise InvalidError(f"Choose one of {', '.join(EventPolicy.values)}.", field="events")
    held = Workspace.objects.select_for_update().get(id=workspace.id)
    changed = {
        name: value for name, value in asdict(wanted).items() if getattr(held, name) != value
    }
    for name, value in changed.items():
        setattr(held, name, value)
        setattr(workspace, name, value)
    if changed:
        held.save(update_fields=[*changed])
        told = ", ".join(f"{name}={value}" for name, value in changed.items())
        note_admin(workspace, by, AdminAct.POLICY, detail=told)


@transaction.atomic
def set_thresholds(
    workspace: Workspace, values: Mapping[str, float] | None, *, by: Actor | None = None
) -> None:
    """Let the gate use these thresholds for the workspace, under the model profile of now; None:
    the profile's own again.

    Raises InvalidError for a number that is no threshold, or a band that ends before it begins.
    """
    profile = active_profile()
    thresholds = None if values is None else profile.thresholds.changed(values)
    stored = {} if thresholds is None else profile.measured(thresholds)
    held = Workspace.objects.select_for_update().get(id=workspace.id)
    if held.thresholds == stored:
        return
    held.thresholds = workspace.thresholds = stored
    held.save(update_fields=["thresholds"])
    told = "the profile's own"
    if thresholds is not None:
        told = ", ".join(f"{name}={value:g}" for name, value in asdict(thresholds).items())
    note_admin(workspace, by, AdminAct.THRESHOLDS, detail=told)
