"""What the API changes in a memory and reads of its past, on top of `store` and `undo`."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from memory import access, store, undo
from memory.errors import ConflictError, InvalidError
from memory.extraction.refuse import refuse
from memory.inference.embeddings import embed
from memory.inference.vector import Vector
from memory.intake import check_interval
from memory.models import Memory
from memory.store import Actor
from memory.vocabulary import Source


def edit_memory(memory: Memory, changes: dict[str, Any], actor: Actor) -> Memory:
    """A corrected version in the memory's place, with an operator's authority.

    Raises InvalidError where the result makes no sense or may not be stored, ConflictError where
    the memory has ended, UnavailableError where the new text cannot be embedded.
    """
    after = {**_interval(memory), **changes}
    check_interval(after["valid_from"], after["valid_until"])
    vector = _vector(memory, changes.get("content", memory.content))
    with store.change(memory.subject_id, actor) as change:
        # Read again under the lock: somebody may have edited or deleted it meanwhile.
        held = access.memory_of(memory.subject.workspace, memory.id)
        return store.edit(change, held, {**changes, "source": Source.OPERATOR}, vector)


def _interval(memory: Memory) -> dict[str, Any]:
    return {"valid_from": memory.valid_from, "valid_until": memory.valid_until}


def _vector(memory: Memory, content: str) -> Vector:
    """The stored vector for the stored words; a new one, outside any transaction, for others."""
    if content == memory.content:
        return Vector(memory.embedding, memory.embedding_model)
    if found := refuse(content):
        raise InvalidError(found.sentence, field="content")
    return embed([content])[0]


def undo_last(memory: Memory, actor: Actor) -> dict[str, Any]:
    """Take back the newest change of this memory: the decision, and what it changed as it is now.

    Raises ConflictError where there is none, or later changes rest on it.
    """
    with store.change(memory.subject_id, actor) as change:
        last = undo.last_undoable(memory)
        if last is None:
            raise ConflictError("No change of this memory is left to take back.")
        decision = undo.undo(change, last)
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
