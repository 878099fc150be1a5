"""Answer a review item: one short function for each answer, and one door to all of them.

`resolve` computes the vector first (models never run under a lock), then takes the subject's and
the item's lock, checks that the question still stands as it was shown, and writes the change,
its decisions, the item's state and the Resolution in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass

from django.db.models import Q

from memory import store
from memory.amend import value_after
from memory.claims import check_text
from memory.digest import digest
from memory.errors import ConflictError, InvalidError
from memory.extraction.refuse import refuse
from memory.gate.verdict import Reason
from memory.inference.embeddings import embed
from memory.inference.vector import Vector
from memory.models import Claim, Decision, Memory, ReviewItem
from memory.requests.undoing import hide
from memory.vocabulary import Source
from review.models import Resolution
from review.policies import Action, Decider, memory_refusal, refusal

STORED_REASON = "by_person"
"""The reason code of what people decide; the log names the actor beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a person answered, and what they had before their eyes.

    memory: id of the stored memory they compared with; empty for the item's own.
    shown: digest of that memory; empty skips the comparison (the memory must still be current).
    content: their wording, for `edit`.
    """

    action: Action
    memory: str = ""
    shown: str = ""
    content: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """An item under its lock, with all that a step needs to carry the answer out."""

    change: store.Change
    item: ReviewItem
    memory: Memory | None
    answer: Answer
    vector: Vector | None


def resolve(item: ReviewItem, answer: Answer, decider: Decider) -> Resolution:
    """Carry out the answer. The same operator's same answer twice is one decision.

    Raises InvalidError where the wording is missing or may not be stored, ConflictError where the item is answered,
    closed or with somebody else, or the memory is not what was shown any more; then nothing is
    written.
    """
    vector = _vector(item.claim, answer)
    with store.change(item.subject_id, decider.actor) as c:
        locked = _locked(item)
        if done := _same_answer(locked, answer, decider):
            return done
        if problem := refusal(locked, answer.action, decider, c.now):
            raise ConflictError(problem)
        case = _Case(
            change=c,
            item=locked,
            memory=_memory_in_question(c, locked, answer),
            answer=answer,
            vector=vector,
        )
        _STEPS[answer.action](case)
        _close(case)
        _ask_about_the_rest(case)
        return Resolution.objects.create(
            item=locked,
            user=decider.user,
            actor=decider.actor.kind,
            action=answer.action,
            note=answer.note,
            decisions=c.decisions,
        )


def _vector(claim: Claim, answer: Answer) -> Vector | None:
    if answer.action in {Action.REJECT, Action.DELETE, Action.RETIRE, Action.FORGET}:
        return None
    text = answer.content.strip() if answer.action is Action.EDIT else claim.present
    check_text(text, field="content")
    if answer.action is Action.EDIT and (found := refuse(text)):
        raise InvalidError(found.sentence, field="content")
    return embed([text])[0]


def _locked(item: ReviewItem) -> ReviewItem:
    rows = ReviewItem.objects.select_for_update(of=("self",)).filter(id=item.id)
    row = rows.select_related("claim__session", "claim__turn", "memory", "leased_by").first()
    if row is None:
        raise ConflictError("This question was erased meanwhile.")
    return row


def _same_answer(item: ReviewItem, answer: Answer, decider: Decider) -> Resolution | None:
    """The answer that a double click already gave."""
    if item.state != ReviewItem.State.RESOLVED:
        return None
    last = Resolution.objects.filter(item=item).first()
    same = last and (last.user_id, last.actor) == (
        decider.user.pk if decider.user else None,
        decider.actor.kind,
    )
    return last if last and same and last.action == answer.action else None


def _memory_in_question(c: store.Change, item: ReviewItem, answer: Answer) -> Memory | None:
    """The stored memory that the answer is about, still as it was shown."""
    wanted = answer.memory or item.memory_id
    if not wanted:
        return None
    known = Q(id=item.memory_id) | Q(id__in=item.others.values("id"))
    memory = Memory.objects.filter(known, subject=c.subject, id=wanted).first()
    if memory is None:
        raise ConflictError("This memory is not one of those in question.")
    together = {Action.RETIRE, Action.FORGET}
    if answer.action not in together and (late := memory_refusal(memory, c.now)):
        raise ConflictError(late)
    if answer.shown and answer.shown != digest(memory):
        raise ConflictError("The stored memory changed after the page was opened. Look again.")
    return memory


def _close(case: _Case) -> None:
    item = case.item
    item.state, item.closed_at = ReviewItem.State.RESOLVED, case.change.now
    item.closed_reason = case.answer.action
    item.leased_by, item.leased_until = None, None
    item.save(update_fields=["state", "closed_at", "closed_reason", "leased_by", "leased_until"])


def _ask_about_the_rest(case: _Case) -> None:
    """What else was in question beside a memory that was just replaced may be dead as well."""
    if case.memory is None or case.answer.action not in {Action.REPLACE, Action.EDIT}:
        return
    asked = [case.item.memory_id, *case.item.others.values_list("id", flat=True)]
    rest = [ref for ref in asked if ref and ref != case.memory.id]
    store.ask_about_copies(case.change, case.item.claim, rest, case.item.evidence)


# The answers. `resolve` has checked that each fits its item.


def _replace(case: _Case) -> None:
    """The new statement takes the old one's place."""
    _take(case, case.item.claim, case.item.claim.present)


def _edit(case: _Case) -> None:
    """The person's own wording is stored: in the old one's place, or as new where there is none."""
    claim, content = case.item.claim, case.answer.content.strip()
    # The claim's text is never edited; this copy only lends its other fields to the memory.
    worded = copy(claim)
    worded.key, worded.value = value_after(claim.key, claim.value, claim.present, content)
    worded.source = Source.OPERATOR
    _take(case, worded, content)


def _take(case: _Case, claim: Claim, content: str) -> None:
    if case.vector is None:
        raise ValueError("A memory cannot be stored without its vector.")
    if case.memory is None:
        store.add(case.change, claim, case.vector, reason=STORED_REASON, content=content)
        return
    store.supersede(
        case.change, claim, case.memory, case.vector, reason=STORED_REASON, content=content
    )


def _keep_both(case: _Case) -> None:
    """The new statement is stored beside the old one."""
    if case.vector is None:
        raise ValueError("A memory cannot be stored without its vector.")
    store.add(case.change, case.item.claim, case.vector, reason=STORED_REASON)


def _reject(case: _Case) -> None:
    """The old one stays. Where the question was about copies, they stay and no claim is refused."""
    if case.item.reason == Reason.COPIES:
        case.change.record(
            Decision.Action.REJECT,
            "copies_kept",
            claim_ref=case.item.claim_id,
            target_ref=case.item.memory_id or "",
        )
        return
    # Where the person's consent was asked for and is not given, the words go as well.
    refused = case.item.reason == Reason.CONSENT
    reason = Reason.CATEGORY_OFF if refused else STORED_REASON
    store.reject(case.change, case.item.claim, reason=reason, target=case.memory)


def _forget(case: _Case) -> None:
    """All that may have been meant goes."""
    ids = [case.item.memory_id, *case.item.others.values_list("id", flat=True)]
    found = Memory.objects.visible().filter(subject=case.change.subject, id__in=ids)
    for memory in found.order_by("id"):
        hide(case.change, memory, reason=STORED_REASON)
    store.reject(case.change, case.item.claim, reason=STORED_REASON)


def _delete(case: _Case) -> None:
    """Neither: the old one is deleted and the new one is not stored."""
    if case.memory is None:
        raise ConflictError("There is no stored memory to delete.")
    if case.item.reason == Reason.FORGET:
        hide(case.change, case.memory, reason=STORED_REASON)
    else:
        store.delete(case.change, case.memory)
    store.reject(case.change, case.item.claim, reason=STORED_REASON, target=case.memory)


def _retire(case: _Case) -> None:
    """The copies end now, all of them that still hold."""
    ids = [case.item.memory_id, *case.item.others.values_list("id", flat=True)]
    copies = Memory.objects.current(case.change.now).filter(subject=case.change.subject, id__in=ids)
    if not (found := list(copies.order_by("id"))):
        raise ConflictError("None of these memories is current any more.")
    for memory in found:
        store.retire(case.change, memory, reason=STORED_REASON, claim=case.item.claim)


_STEPS: dict[Action, Callable[[_Case], None]] = {
    Action.REPLACE: _replace,
    Action.KEEP_BOTH: _keep_both,
    Action.EDIT: _edit,
    Action.REJECT: _reject,
    Action.DELETE: _delete,
    Action.RETIRE: _retire,
    Action.FORGET: _forget,
}
