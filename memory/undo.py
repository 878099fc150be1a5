"""Take a change back. Undo is a change of its own: it is logged and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db.models import F, Q

from memory.errors import ConflictError
from memory.gate.verdict import Reason
from memory.models import Claim, Decision, Memory, ReviewItem
from memory.models.decision import DecisionAction
from memory.models.memory import RESTORABLE_FOR
from memory.sessions.plans import reword
from memory.sessions.summaries import outdate_what_tells
from memory.slots import check_slot
from memory.store import Change, follow

Action = Decision.Action
UNDOABLE = (Action.ADD, Action.REPLACE, Action.EXPIRE, Action.EDIT, Action.DELETE, Action.REJECT)

PARTED = "parted"
"""The reason code of a replacement of which only the link was taken back."""


def last_undoable(memory: Memory) -> Decision | None:
    """The newest change of this memory that was not taken back yet."""
    decisions = Decision.objects.filter(
        Q(memory_ref=memory.id) | Q(target_ref=memory.id),
        subject_ref=memory.subject_id,
        action__in=UNDOABLE,
    )
    undone = Decision.objects.filter(subject_ref=memory.subject_id).exclude(undoes="")
    return decisions.exclude(id__in=undone.values("undoes")).order_by("-created_at", "-id").first()


def undo(c: Change, decision: Decision) -> Decision:
    """Take `decision` back, with all that was decided together with it, the last first.

    A review item that it closed is open again, and a question that it raised is closed. Raises
    ConflictError where it cannot be taken back: it was already, or later changes rest on what
    it made; then the caller's transaction undoes what was done so far.
    """
    if decision.subject_ref != c.subject.id or decision.action not in UNDOABLE:
        raise ConflictError("This decision changed no memory, so there is nothing to take back.")
    together = list(
        Decision.objects.filter(
            subject_ref=c.subject.id, change_ref=decision.change_ref, action__in=UNDOABLE
        ).order_by("-created_at", "-id")
    )
    taken_back = {each.id: _undo_one(c, each) for each in together}
    for claim_ref in {each.claim_ref for each in together} - {""}:
        _close_follow_on_questions(c, claim_ref)
        if decision.actor != Decision.Actor.GATE:
            _reopen_question(c, claim_ref)
    return taken_back[decision.id]


def part(c: Change, decision: Decision) -> Decision:
    """Take back only that one memory took the other's place: both hold.

    For two facts that are none about the same. The older one holds again, as long as it did
    before, and keeps the slot of its key; the newer one stays beside it. Raises ConflictError
    where nothing took anything's place, or that does not stand any more.
    """
    if decision.subject_ref != c.subject.id or decision.action != Action.REPLACE:
        raise ConflictError("This decision put nothing into another one's place; undo it instead.")
    _check_stands(decision)
    newer = _row(c, decision.memory_ref)
    if newer.deleted_at is not None or newer.supersedes_id != decision.target_ref:
        raise ConflictError("The newer memory was changed or deleted since; look again.")
    newer.supersedes, newer.single_valued = None, False
    newer.save(update_fields=["supersedes", "single_valued"])
    _reopen(c, decision.target_ref, decision)
    _close_follow_on_questions(c, decision.claim_ref)
    return _taken_back(c, decision, reason=PARTED)


def _check_stands(decision: Decision) -> None:
    if Decision.objects.filter(undoes=decision.id).exists():
        raise ConflictError("This decision was taken back already.")


def _undo_one(c: Change, decision: Decision) -> Decision:
    _check_stands(decision)
    _STEPS[Action(decision.action)](c, decision)
    return _taken_back(c, decision, reason="undone")


def _taken_back(c: Change, decision: Decision, *, reason: str) -> Decision:
    """Log it, and let summaries be made anew that tell what has changed."""
    for memory in Memory.objects.filter(id__in=[decision.memory_ref, decision.target_ref]):
        outdate_what_tells(c, memory)
    return c.record(
        Action.UNDO,
        reason,
        undoes=decision.id,
        claim_ref=decision.claim_ref,
        memory_ref=decision.memory_ref,
        target_ref=decision.target_ref,
        fingerprint=decision.fingerprint,
        evidence={
            name: decision.evidence[name] for name in ("source",) if name in decision.evidence
        },
    )


def _row(c: Change, memory_id: str) -> Memory:
    memory = Memory.objects.filter(subject=c.subject, id=memory_id).first()
    if memory is None:
        raise ConflictError("What this decision changed was erased; it cannot be brought back.")
    return memory


def _take_back_new(c: Change, decision: Decision) -> None:
    """Hide the memory that the decision made, unless a newer one stands on it."""
    memory = _row(c, decision.memory_ref)
    if Memory.objects.visible().filter(supersedes=memory).exists():
        raise ConflictError("A newer memory has taken this one's place; undo that one first.")
    memory.supersedes = None
    memory.deleted_at = memory.deleted_at or c.now
    memory.save(update_fields=["supersedes", "deleted_at"])


def _reopen(c: Change, memory_id: str, decision: Decision) -> None:
    """Let the retired memory hold again, as long as it did before."""
    memory = _row(c, memory_id)
    before = decision.evidence["before"]["valid_until"]
    memory.valid_until = datetime.fromisoformat(before) if before else None
    check_slot(memory)
    memory.save(update_fields=["valid_until"])


def _undo_replacement(c: Change, decision: Decision) -> None:
    _take_back_new(c, decision)
    _reopen(c, decision.target_ref, decision)


def _undo_edit(c: Change, decision: Decision) -> None:
    _undo_replacement(c, decision)
    version, memory = _row(c, decision.memory_ref), _row(c, decision.target_ref)
    follow(version, memory)
    reword(version, memory)


def _undo_expiry(c: Change, decision: Decision) -> None:
    _reopen(c, decision.memory_ref, decision)


def _restore(c: Change, decision: Decision) -> None:
    memory = _row(c, decision.memory_ref)
    made = Decision.objects.filter(
        memory_ref=memory.id, action__in=[Action.ADD, Action.REPLACE, Action.EDIT]
    )
    undone = Decision.objects.filter(undoes__in=made.values("id")).exclude(reason=PARTED)
    if undone.exists():
        raise ConflictError("What made this memory was taken back; there is nothing to restore.")
    if memory.deleted_at and memory.deleted_at <= c.now - RESTORABLE_FOR:
        raise ConflictError(
            f"This memory was deleted more than {RESTORABLE_FOR.days} days ago; it cannot be "
            "restored any more."
        )
    memory.deleted_at = None
    check_slot(memory)
    memory.save(update_fields=["deleted_at"])


def _nothing_stored(c: Change, decision: Decision) -> None:
    """A rejected claim changed no memory; only its question opens again."""


_STEPS: dict[DecisionAction, Callable[[Change, Decision], None]] = {
    Action.ADD: _take_back_new,
    Action.REPLACE: _undo_replacement,
    Action.EDIT: _undo_edit,
    Action.EXPIRE: _undo_expiry,
    Action.DELETE: _restore,
    Action.REJECT: _nothing_stored,
}


def _close_follow_on_questions(c: Change, claim_ref: str) -> None:
    """Copies need not be retired for a replacement that was taken back."""
    ReviewItem.objects.filter(
        subject=c.subject, claim=claim_ref, reason=Reason.COPIES, state=ReviewItem.State.OPEN
    ).update(
        state=ReviewItem.State.CLOSED,
        closed_at=c.now,
        closed_reason="undone",
        version=F("version") + 1,
    )


def _reopen_question(c: Change, claim_ref: str) -> None:
    """A person's answer to a review item is taken back with it: the item waits again."""
    answered = ReviewItem.objects.filter(
        subject=c.subject, claim=claim_ref, state=ReviewItem.State.RESOLVED
    )
    item = answered.order_by("-closed_at").first()
    if item is None:
        return
    item.state, item.closed_at, item.closed_reason = ReviewItem.State.OPEN, None, ""
    item.version += 1
    item.save(update_fields=["state", "closed_at", "closed_reason", "version"])
    # About copies, and where a memory is to be forgotten, the claim itself was settled before.
    if item.reason not in (Reason.COPIES, Reason.FORGET):
        Claim.objects.filter(id=item.claim_id).update(state=Claim.State.WAITING)
