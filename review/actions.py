"""Answer a review item: one short function for each answer, and one door to all of them.

`resolve` computes the vector first (models never run under a lock), then takes the subject's and
the item's lock, checks that the question still stands as it was shown, and writes the change,
its decisions, the item's state and the Resolution in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils import timezone

from memory import store
from memory.access import chain_of
from memory.amend import value_after
from memory.claims import beneficiary_name, check_statement
from memory.consent.choices import check_allowed
from memory.digest import digest
from memory.errors import ConflictError, InvalidError
from memory.extraction.refuse import refuse
from memory.gate.verdict import Reason
from memory.inference.embeddings import embed
from memory.inference.vector import Vector
from memory.lifetimes import Told, ends_at
from memory.models import Claim, Decision, Memory, ReviewItem
from memory.requests.undoing import hide
from memory.vocabulary import Source
from memory.walls import by_name
from review.closing import close_outdated, settle
from review.models import Resolution
from review.policies import Action, Decider, memory_refusal, refusal

STORED_REASON = "by_person"
"""The reason code of what people decide; the log names the actor beside it."""

CHANGED = "The stored memory changed after the page was opened. Look again."


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a person answered, and what they had before their eyes.

    memory: id of the stored memory they compared with; empty for the item's own.
    shown: digest of that memory; empty skips the comparison (the memory must still be current).
    version: the item's, as it was shown; None skips the comparison.
    content: their wording, for `edit`.
    until, beneficiary: for `keep both`, that the new one holds until then, or for them, only; a
    day is one of the subject's, and meant until its end.
    """

    action: Action
    memory: str = ""
    shown: str = ""
    version: int | None = None
    content: str = ""
    note: str = ""
    until: Told | None = None
    beneficiary: str = ""


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

    Raises InvalidError where the wording is missing or may not be stored, or a limit in time is
    over; ConflictError where the item is answered, closed or with somebody else, or it or the
    memory is not what was shown any more. Then nothing is written.
    """
    until = ends_at(answer.until, item.subject.zone_info)
    answer = replace(answer, until=until)
    if until and until <= timezone.now():
        raise InvalidError("Name a day to come, until which both hold.", field="until")
    vector = _vector(item.claim, answer)
    with store.change(item.subject_id, decider.actor) as c:
        locked = _locked(item)
        if done := _same_answer(locked, answer, decider):
            return done
        if problem := refusal(locked, answer.action, decider, c.now):
            raise ConflictError(problem)
        if answer.version not in {None, locked.version}:
            raise ConflictError(
                "This question was answered or closed after the page was opened, and is asked "
                "again. Look again."
            )
        case = _Case(
            change=c,
            item=locked,
            memory=_memory_in_question(c, locked, answer),
            answer=answer,
            vector=vector,
        )
        _STEPS[answer.action](case)
        settle(locked, ReviewItem.State.RESOLVED, reason=answer.action, now=c.now)
        _ask_about_the_rest(case)
        close_outdated(c)
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
    check_statement(text, field="content")
    if answer.action is Action.EDIT and (found := refuse(text)):
        raise InvalidError(found.sentence, field="content")
    check_allowed(claim.subject, text, claim.category)
    return embed([text])[0]


def _locked(item: ReviewItem) -> ReviewItem:
    rows = ReviewItem.objects.select_for_update(of=("self",)).filter(id=item.id)
    rows = rows.select_related("claim__session", "claim__turn", "memory", "leased_by")
    row = rows.defer(*by_name("leased_by")).first()
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
        raise ConflictError(_not_in_question(c, item, wanted))
    of_copies = answer.action is Action.RETIRE and item.reason == Reason.COPIES
    together = of_copies or answer.action is Action.FORGET
    if not together and (late := memory_refusal(memory, c.now)):
        raise ConflictError(late)
    if answer.shown and answer.shown != digest(memory):
        raise ConflictError(CHANGED)
    return memory


def _not_in_question(c: store.Change, item: ReviewItem, memory_id: str) -> str:
    """Why an answer about this memory is none: its corrected version may be in question now."""
    shown = Memory.objects.visible().filter(subject=c.subject, id=memory_id).first()
    newest = chain_of(shown)[-1].id if shown else ""
    if newest and (newest == item.memory_id or item.others.filter(id=newest).exists()):
        return CHANGED
    return "This memory is not one of those in question."


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
    """The new statement is stored beside the old one, within the limits that were given."""
    limited = copy(case.item.claim)
    if case.answer.until:
        limited.valid_until = ends_at(case.answer.until, case.item.subject.zone_info)
    if case.answer.beneficiary:
        limited.beneficiary = beneficiary_name(case.answer.beneficiary)
    _add(case, limited, STORED_REASON)


def _no_conflict(case: _Case) -> None:
    """The gate was mistaken: the two are about different things, and both are stored."""
    _add(case, case.item.claim, "no_conflict")


def _add(case: _Case, claim: Claim, reason: str) -> None:
    if case.vector is None:
        raise ValueError("A memory cannot be stored without its vector.")
    store.add(case.change, claim, case.vector, reason=reason)


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
    """What is stored ends now: of a conflict the memory in question, with nothing in its place;
    of copies all that still hold."""
    if case.item.reason != Reason.COPIES:
        if case.memory is None:
            raise ConflictError("There is no stored memory to retire.")
        store.retire(case.change, case.memory, reason=STORED_REASON, claim=case.item.claim)
        store.reject(case.change, case.item.claim, reason=STORED_REASON, target=case.memory)
        return
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
    Action.NO_CONFLICT: _no_conflict,
    Action.DELETE: _delete,
    Action.RETIRE: _retire,
    Action.FORGET: _forget,
}
