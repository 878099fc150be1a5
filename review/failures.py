"""Claims that could not be decided, and how to let the gate try again."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from memory.errors import ConflictError
from memory.models import Claim, Workspace
from memory.tasks import nudge


def failed_claims(workspace: Workspace) -> QuerySet[Claim]:
    """The workspace's claims that the gate gave up on, the newest first."""
    claims = Claim.objects.filter(subject__workspace=workspace, state=Claim.State.FAILED)
    return claims.select_related("subject").order_by("-created_at", "-id")


@transaction.atomic(durable=True)
def decide_again(claim: Claim) -> None:
    """Let the gate look at the claim once more, as if it had just come in.

    Raises ConflictError where it was erased, or is no longer one that failed.
    """
    row = Claim.objects.select_for_update().filter(id=claim.id).first()
    if row is None:
        raise ConflictError("This statement was erased meanwhile.")
    if row.state != Claim.State.FAILED:
        raise ConflictError("Somebody has let this be decided again already.")
    row.state, row.attempts, row.last_error = Claim.State.PENDING, 0, ""
    row.save(update_fields=["state", "attempts", "last_error"])
    transaction.on_commit(partial(nudge, [row.id]))
