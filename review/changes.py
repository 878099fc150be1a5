"""What operators and subjects do with a stored memory, apart from answering a question about it."""

from __future__ import annotations

from memory import store
from memory.amend import edit_memory
from memory.claims import check_statement
from memory.errors import ConflictError, InvalidError
from memory.forget.tombstones import lift
from memory.models import Decision, Memory, ReviewItem, Subject
from memory.undo import part, undo
from review.closing import close_outdated
from review.models import Resolution
from review.second_person import from_you
from review.wording import as_stored


def reword(memory: Memory, content: str, actor: store.Actor, *, shown: str = "") -> Memory:
    """Store the person's wording in the memory's place; see `memory.amend.edit_memory`.

    Raises InvalidError where it is empty or the same.
    """
    content = " ".join(content.split())
    if content == memory.content:
        raise InvalidError("Change the sentence, or leave it as it is.", field="content")
    check_statement(content, field="content")
    return edit_memory(memory, {"content": content}, actor, shown=shown)


def undo_decision(subject: Subject, decision: Decision, actor: store.Actor) -> None:
    """Take a decision back, with what was decided together with it.

    Raises ConflictError with the reason where it cannot be taken back; then nothing is changed.
    """
    with store.change(subject.id, actor) as c:
        undo(c, decision)
        close_outdated(c)


def part_decision(subject: Subject, decision: Decision, actor: store.Actor) -> None:
    """Say that a replacement was none: both memories hold. Raises ConflictError with the reason
    where it does not stand any more."""
    with store.change(subject.id, actor) as c:
        part(c, decision)
        close_outdated(c)


def let_learn(subject: Subject, actor: store.Actor, statement: str) -> int:
    """Let an erased statement be learned again, in the person's words or as it was stored; every
    one where none is named. Answers how many tombstones were lifted."""
    words = " ".join(statement.split())
    wordings = dict.fromkeys([words, as_stored(words), as_stored(from_you(words, ""))])
    return sum(lift(subject, actor, statement=wording) for wording in wordings)


def undo_answer(item: ReviewItem, actor: store.Actor) -> None:
    """Take the last answer to an item back; the item waits again."""
    answer = Resolution.objects.filter(item=item).first()
    if answer is None or item.state != ReviewItem.State.RESOLVED:
        raise ConflictError("This question waits for an answer; there is none to undo.")
    undo_decision(item.subject, Decision.objects.get(id=answer.decisions[0]), actor)
