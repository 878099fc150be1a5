"""What the API changes in a memory and reads of its past, on top of `store` and `undo`."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from memory import access, store, undo
from memory.errors import ConflictError
from memory.models import Memory
from memory.store import Actor


def undo_last(memory: Memory, actor: Actor, *, keep_both: bool = False) -> dict[str, Any]:
    """Take back the newest change of this memory: the decision, and what it changed as it is now.

    keep_both: of a replacement only that it was one; both memories hold. Raises ConflictError where
    there is none, or later changes rest on it.
    """
    with store.change(memory.subject_id, actor) as change:
        last = undo.last_undoable(memory)
        if last is None:
            raise ConflictError("No change of this memory is left to take back.")
        decision = undo.part(change, last) if keep_both else undo.undo(change, last)
    ids = [decision.memory_ref, decision.target_ref]
    rows = Memory.objects.filter(subject=memory.subject, id__in=ids).order_by("created_at", "id")
    return {"decision": decision, "memories": rows}


def history_of(memory: Memory) -> dict[str, Any]:
    """The memory's chain, oldest first, and every decision on a link of it, newest first."""
    chain = access.chain_of(memory)
    ids = [link.id for link in chain]
    decisions = access.decisions_of(memory.subject).filter(
        Q(memory_ref__in=ids) | Q(target_ref__in=ids)
    )
    return {"memories": chain, "decisions": decisions}
