"""What operators and subjects do with a stored memory, apart from answering a question about it."""

from __future__ import annotations

from memory import store
from memory.errors import ConflictError, InvalidError
from memory.extraction.refuse import refuse
from memory.inference.embeddings import embed
from memory.intake import check_text
from memory.models import Decision, Memory, ReviewItem, Subject
from memory.undo import UNDOABLE, undo
from memory.vocabulary import Source
from review.digest import digest
from review.models import Resolution
from review.wording import value_after


def edit_memory(memory: Memory, content: str, actor: store.Actor, *, shown: str = "") -> Memory:
    """Store the person's wording in the memory's place; the old wording stays in the chain.

    Raises InvalidError where it is empty or the same, ConflictError where the memory changed
    since it was shown.
    """
    content = " ".join(content.split())
    check_text(content, field="content")
    if content == memory.content:
        raise InvalidError("Change the sentence, or leave it as it is.", field="content")
    if found := refuse(content):
        raise InvalidError(found.sentence, field="content")
    vector = embed([content])[0]
    with store.change(memory.subject_id, actor) as c:
        fresh = _as_shown(c, memory, shown)
        key, value = value_after(fresh.key, fresh.value, fresh.content, content)
        changes: dict[str, object] = {"content": content, "source": _source(actor)}
        if (key, value) != (fresh.key, fresh.value):
            changes |= {"key": key, "value": value}
        return store.edit(c, fresh, changes, vector)


def _source(actor: store.Actor) -> Source:
    """Who vouches for the new wording."""
    return Source.USER if actor.kind == Decision.Actor.SUBJECT else Source.OPERATOR


def delete_memory(memory: Memory, actor: store.Actor, *, shown: str = "") -> None:
    """Hide the memory at once; undo brings it back. Twice is once."""
    with store.change(memory.subject_id, actor) as c:
        fresh = _as_shown(c, memory, shown)
        if fresh.deleted_at is None:
            store.delete(c, fresh)


def undo_decision(subject: Subject, decision: Decision, actor: store.Actor) -> None:
    """Take a decision back, together with what the same answer to a question changed besides.

    Raises ConflictError with the reason where it cannot be taken back; then nothing is changed.
    """
    answer = Resolution.objects.filter(
        item__subject=subject, decisions__contains=[decision.id]
    ).first()
    ids = answer.decisions if answer else [decision.id]
    with store.change(subject.id, actor) as c:
        rows = Decision.objects.filter(subject_ref=subject.id, id__in=ids, action__in=UNDOABLE)
        by_id = {row.id: row for row in rows}
        if not by_id:
            raise ConflictError("This decision changed no memory, so there is nothing to undo.")
        for each in reversed([by_id[ref] for ref in ids if ref in by_id]):
            undo(c, each)


def undo_answer(item: ReviewItem, actor: store.Actor) -> None:
    """Take the last answer to an item back; the item waits again."""
    answer = Resolution.objects.filter(item=item).first()
    if answer is None or item.state != ReviewItem.State.RESOLVED:
        raise ConflictError("This question waits for an answer; there is none to undo.")
    first = Decision.objects.get(id=answer.decisions[0])
    undo_decision(item.subject, first, actor)


def _as_shown(c: store.Change, memory: Memory, shown: str) -> Memory:
    fresh = Memory.objects.filter(subject=c.subject, id=memory.id).first()
    if fresh is None:
        raise ConflictError("This memory was erased meanwhile.")
    if shown and shown != digest(fresh):
        raise ConflictError("This memory changed after the page was opened. Look again.")
    return fresh
