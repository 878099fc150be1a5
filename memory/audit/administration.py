"""The log of how a workspace is run: who changed what, and when."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from memory.backup import closings
from memory.change import Actor
from memory.models import AdminRecord, Workspace
from memory.models.audit import AdminAct
from memory.models.decision import DecisionActor


def note_admin(
    workspace: Workspace, by: Actor | None, act: AdminAct, *, about: str = "", detail: str = ""
) -> None:
    """Append that `by` changed something, in the transaction of the change itself.

    by: None for a command on the server. about: the id or the name of what was changed. detail:
    what it is from now on; never a word about a person.
    """
    record = AdminRecord.objects.create(
        workspace=workspace,
        actor=by.kind if by else DecisionActor.SYSTEM,
        actor_ref=by.ref if by else "",
        act=act,
        about=about,
        detail=detail,
    )
    transaction.on_commit(partial(closings.note, record))
