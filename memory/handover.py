"""What every writer of claims begins and ends with: hold the person, tell the workers."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from memory.errors import ConflictError
from memory.models import Claim, Session, Subject


def hold(subject: Subject) -> Subject:
    """Take the person's row before any other, as every change and an erasure do: so no two of
    them wait for each other. Answers it as it is now; raises ConflictError where the person was
    erased meanwhile."""
    held = Subject.objects.select_for_update().filter(id=subject.id).first()
    if held is None:
        raise ConflictError("This person was erased in this moment. Send it again to begin anew.")
    return held


def hand_over(claims: Sequence[Claim]) -> None:
    """Nudge the workers on commit. The rows are the work: a lost nudge is swept up later."""
    from memory.tasks import nudge

    ids = [claim.id for claim in claims]
    if ids:
        transaction.on_commit(lambda: nudge(ids))


def let_search(session: Session) -> None:
    """Have the session's new turns embedded on commit, so that they can be searched."""
    from memory.tasks import nudge_embedders

    transaction.on_commit(lambda: nudge_embedders([session.id]))
