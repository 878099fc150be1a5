"""Remove for good. One transaction: a memory, a session or a person is gone wholly, or not at all.

An erasure is a row before it begins (`ErasureRequest`), so that a killed process loses nothing:
the sweep does it after the restart. When it is committed, `proof` looks for what was erased.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from memory.errors import NotFoundError
from memory.fingerprint import fingerprint
from memory.forget.mask import empty_shared, mask_in_turns, mask_repeated
from memory.forget.proof import prove
from memory.forget.same import Same, same_statement
from memory.forget.traces import Traces
from memory.models import (
    Claim,
    Decision,
    Episode,
    ErasureReceipt,
    ErasureRequest,
    FollowUp,
    IdempotencyRecord,
    Import,
    ImportLine,
    ImportOutcome,
    Memory,
    ReviewItem,
    Session,
    Subject,
    Tombstone,
)
from memory.models.decision import DecisionActor
from memory.models.erasure import Extent
from memory.sessions.summaries import is_summary, look_again
from memory.store import Actor, Change, StaleError, change
from memory.tasks import nudge

# The doors. Each raises NotFoundError where somebody else erased it in this moment.


def erase_memory(memory: Memory, actor: Actor) -> ErasureReceipt:
    """Erase one memory: its text and vector, the claims it came from, the words in their turns and
    wherever they were repeated, its review items, summaries that may tell it, and stored answers
    that may quote it. The chain closes over the gap.

    Wordings that were corrected into it go with it: they are one statement. The statement leaves
    a keyed hash, so that it is not learned again.
    """
    return carry_out(_ask(memory.subject, Extent.MEMORY, actor, memory.id))


def erase_session(session: Session, actor: Actor) -> ErasureReceipt:
    """Erase a conversation: its turns and requests, what was learned in it, and its summary."""
    return carry_out(_ask(session.subject, Extent.SESSION, actor, session.id))


def erase_subject(subject: Subject, actor: Actor) -> ErasureReceipt:
    """Erase a person with everything that is stored about them.

    Only the decision log, which holds no content, and the receipt stay.
    """
    return carry_out(_ask(subject, Extent.SUBJECT, actor))


def _ask(subject: Subject, extent: Extent, actor: Actor, target: str = "") -> ErasureRequest:
    return ErasureRequest.objects.create(
        workspace_id=subject.workspace_id,
        subject_ref=subject.id,
        extent=extent,
        target_ref=target,
        actor=actor.kind,
        actor_ref=actor.ref,
    )


def carry_out(request: ErasureRequest) -> ErasureReceipt:
    """Do what was asked for, once; whoever comes second gets a NotFoundError."""
    try:
        return _STEPS[Extent(request.extent)](request)
    except (NotFoundError, StaleError) as error:
        ErasureRequest.objects.filter(id=request.id).delete()
        if isinstance(error, StaleError):  # the person was erased meanwhile, with all of it
            raise NotFoundError(error.message) from error
        raise


def _take(request: ErasureRequest) -> Actor:
    """Remove the work row in the transaction that does the work; answers who asked. The person's
    row is held, so that two processes cannot both do it."""
    if not ErasureRequest.objects.filter(id=request.id).delete()[0]:
        raise NotFoundError("This was erased already.")
    return Actor(DecisionActor(request.actor), request.actor_ref)


# What is erased. Each step is one transaction.


def _erase_memory(request: ErasureRequest) -> ErasureReceipt:
    with change(request.subject_ref, _who(request)) as c:
        actor = _take(request)
        held = Memory.objects.filter(subject=c.subject, id=request.target_ref).first()
        if held is None:
            raise NotFoundError("This memory was erased already.")
        receipt = _new_receipt(c.subject, actor, Extent.MEMORY)
        counts, traces = remove_statements(c, [held], receipt)
        c.record(Decision.Action.ERASE, "erased", memory_ref=held.id)
        return _finish(receipt, counts, traces)


def _erase_session(request: ErasureRequest) -> ErasureReceipt:
    with change(request.subject_ref, _who(request)) as c:
        actor = _take(request)
        session = Session.objects.filter(subject=c.subject, id=request.target_ref).first()
        if session is None:
            raise NotFoundError("This conversation was erased already.")
        receipt = _new_receipt(c.subject, actor, Extent.SESSION)
        learned = list(Memory.objects.filter(subject=c.subject, source_session=session))
        claims = Claim.objects.filter(subject=c.subject, session=session)
        _bury(c.subject, _forms(claims), receipt)
        traces = Traces()
        traces.add(*session.turns.filter(withheld=False).values_list("content", flat=True))
        traces.add(*_forms(claims))
        counts, of_memories = remove_statements(c, learned, receipt)
        traces.merge(of_memories)
        counts += _delete(claims)
        counts += _delete(Session.objects.filter(id=session.id))
        counts += mask_repeated(c.subject, _worth_masking(traces, learned, claims))
        c.record(Decision.Action.ERASE, "session_erased", evidence={"session": session.id})
        return _finish(receipt, counts, traces)


def _erase_subject(request: ErasureRequest) -> ErasureReceipt:
    with transaction.atomic():
        held = Subject.objects.select_for_update().filter(id=request.subject_ref).first()
        if held is None:
            raise NotFoundError("This person's memory was erased already.")
        actor = _take(request)
        traces = _all_of(held)
        receipt = _new_receipt(held, actor, Extent.SUBJECT)
        counts = _delete(IdempotencyRecord.objects.filter(subject_ref=held.id))
        counts += _delete(ErasureRequest.objects.filter(subject_ref=held.id))
        counts += empty_shared(held)
        imports = list(Import.objects.filter(lines__subject=held).distinct())
        counts += _delete(Subject.objects.filter(id=held.id))
        # An import of which nothing is left would keep the same file from being imported anew.
        left = Import.objects.filter(id__in=[run.id for run in imports], lines=None)
        counts += _delete(left.exclude(read_at=None))
        Decision.objects.create(
            workspace_id=held.workspace_id,
            subject_ref=held.id,
            actor=actor.kind,
            actor_ref=actor.ref,
            action=Decision.Action.ERASE,
            reason="subject_erased",
        )
        return _finish(receipt, counts, traces)


_STEPS: dict[Extent, Callable[[ErasureRequest], ErasureReceipt]] = {
    Extent.MEMORY: _erase_memory,
    Extent.SESSION: _erase_session,
    Extent.SUBJECT: _erase_subject,
}


def _who(request: ErasureRequest) -> Actor:
    return Actor(DecisionActor(request.actor), request.actor_ref)


def erase_lapsed(
    subject: Subject, memories: QuerySet[Memory], actor: Actor, *, reason: str
) -> ErasureReceipt | None:
    """Remove memories whose time is over, in the way of an erasure; None where there are none.

    Nothing is buried: what is told again later may be learned again. reason: for the log.
    """
    with change(subject.id, actor) as c:
        found = list(memories.filter(subject=c.subject))
        if not found:
            return None
        receipt = _new_receipt(c.subject, actor, Extent.LAPSED)
        counts, traces = remove_statements(c, found, receipt, bury=False)
        for memory in found:
            c.record(Decision.Action.ERASE, reason, memory_ref=memory.id)
        return _finish(receipt, counts, traces)


# Statements with all that hangs on them.


def remove_statements(
    c: Change, memories: Iterable[Memory], receipt: ErasureReceipt, *, bury: bool = True
) -> tuple[Counter[str], Traces]:
    """Remove the memories with their wordings and origins, inside an open change.

    Answers counts by table, and what to look for afterwards. bury: it was asked for: copies of the
    statement go as well, and tombstones stay; else what was told anew since is left alone.
    """
    counts: Counter[str] = Counter()
    traces = Traces()
    told_in: set[str] = set()
    summed_up: set[str] = set()
    had_summary = _sessions_with_summary(c.subject)  # a summary may be a copy, and go as one
    for memory in memories:
        if not Memory.objects.filter(id=memory.id).exists():
            continue  # another wording of one that is gone already
        same = same_statement(c.subject, memory, copies=bury)
        if bury:  # a deletion has taken it out of its session's summary already
            (summed_up if is_summary(memory) else told_in).update(same.sessions)
        counts += _remove(c.subject, same, traces, receipt if bury else None)
    if not bury:
        traces.spare(_still_stated(c.subject))
    told_in |= _sessions_that_tell(c.subject, traces) - summed_up
    counts += _forget_summaries(told_in & had_summary, again=True)
    counts += _forget_summaries(summed_up, again=False)
    counts += mask_repeated(c.subject, traces.texts)
    counts += _delete(FollowUp.objects.filter(id__in=_questions_that_tell(c.subject, traces)))
    counts += _delete(IdempotencyRecord.objects.filter(subject_ref=c.subject.id))
    return counts, traces


def _questions_that_tell(subject: Subject, traces: Traces) -> list[str]:
    questions = FollowUp.objects.filter(subject=subject).values_list("id", "question")
    return [ref for ref, question in questions if traces.tell(question)]


def _remove(
    subject: Subject, same: Same, traces: Traces, receipt: ErasureReceipt | None
) -> Counter[str]:
    """Remove one statement in all its wordings, with all that it came from."""
    claims = Claim.objects.filter(id__in=[claim.id for claim in same.claims])
    for memory in same.memories:
        traces.note(memory, claims)
    forms = [*(memory.content for memory in same.memories), *_forms(claims)]
    if receipt is not None:
        _bury(subject, forms, receipt)
        _empty_lines(subject, forms)
    turns = [memory.source_turn_id for memory in same.memories if memory.source_turn_id]
    counts = Counter({"memory.Turn": mask_in_turns(claims, also=turns)})
    for memory in same.memories:
        _decide_again(memory, claims)
    counts += _delete(claims)
    for memory in same.memories:
        _close_chain(memory)
        counts += _delete(Memory.objects.filter(id=memory.id))
    return counts


def _sessions_that_tell(subject: Subject, traces: Traces) -> set[str]:
    """Ids of the sessions whose summary repeats what is erased."""
    summaries = Episode.objects.filter(memory__subject=subject).values_list(
        "memory__source_session_id", "summary"
    )
    return {ref for ref, summary in summaries if ref and traces.tell(summary)}


def _forget_summaries(session_ids: set[str], *, again: bool) -> Counter[str]:
    """Remove every summary of the sessions: one of them may tell the statement.

    again: sum them up anew, from what is left of the turns.
    """
    summaries = Memory.objects.filter(source_session__in=session_ids, episode__isnull=False)
    counts = _delete(summaries)
    if again:
        look_again(session_ids)
    return counts


def _sessions_with_summary(subject: Subject) -> set[str]:
    rows = Episode.objects.filter(memory__subject=subject)
    return set(
        rows.exclude(memory__source_session=None).values_list(
            "memory__source_session_id", flat=True
        )
    )


def _still_stated(subject: Subject) -> list[str]:
    memories = Memory.objects.filter(subject=subject).values_list("content", flat=True)
    return [*memories, *_forms(Claim.objects.filter(subject=subject))]


def _forms(claims: Iterable[Claim]) -> list[str]:
    return [form for claim in claims for form in (claim.content, claim.restated) if form]


def _all_of(subject: Subject) -> Traces:
    """What a whole person said and is told of, to be looked for where rows have no owner."""
    traces = Traces()
    memories = Memory.objects.filter(subject=subject)
    traces.add(*memories.values_list("content", flat=True))
    traces.add(*Claim.objects.filter(subject=subject).values_list("content", flat=True))
    return traces


def _worth_masking(traces: Traces, learned: Iterable[Memory], claims: Iterable[Claim]) -> set[str]:
    """Statements only: whole turns of a session that is gone stand nowhere else as such."""
    stated = Traces()
    stated.add(*(memory.content for memory in learned), *_forms(claims))
    return traces.texts & stated.texts


def _bury(subject: Subject, statements: Iterable[str], receipt: ErasureReceipt) -> None:
    """Leave a tombstone for each statement: a keyed hash, no text."""
    Tombstone.objects.bulk_create(
        [
            Tombstone(subject=subject, fingerprint=mark, receipt=receipt)
            for mark in {fingerprint(subject.id, statement) for statement in statements}
        ],
        ignore_conflicts=True,
    )


def _empty_lines(subject: Subject, statements: Iterable[str]) -> None:
    """Take the words out of imports in which they wait for their turn. What says the same in
    other words is refused at its turn, by the tombstone of its present state."""
    marks = {fingerprint(subject.id, statement) for statement in statements}
    waiting = ImportLine.objects.filter(subject=subject, outcome="", fingerprint__in=marks)
    waiting.update(outcome=ImportOutcome.ERASED, reason="erased", statement=None, fingerprint="")


def _decide_again(memory: Memory, erased: QuerySet[Claim]) -> None:
    """Claims that waited for a decision about this memory have no question any more: the gate
    looks at them afresh."""
    waiting = Claim.objects.filter(
        review_items__memory=memory,
        review_items__state=ReviewItem.State.OPEN,
        state=Claim.State.WAITING,
    ).exclude(id__in=erased.values("id"))
    ids = list(waiting.values_list("id", flat=True))
    Claim.objects.filter(id__in=ids).update(state=Claim.State.PENDING)
    if ids:
        transaction.on_commit(lambda: nudge(ids))


def _close_chain(memory: Memory) -> None:
    """What superseded the memory now supersedes what the memory superseded."""
    before = memory.supersedes_id
    Memory.objects.filter(id=memory.id).update(supersedes=None)
    Memory.objects.filter(supersedes=memory).update(supersedes=before)


def _delete(rows: QuerySet[Any]) -> Counter[str]:
    """Delete with all that hangs on the rows; answers counts by table."""
    _, counts = rows.delete()
    return Counter(counts)


# The receipt.


def _new_receipt(subject: Subject, actor: Actor, extent: Extent) -> ErasureReceipt:
    now = timezone.now()
    return ErasureReceipt.objects.create(
        workspace_id=subject.workspace_id,
        subject_ref=subject.id,
        extent=extent,
        actor=actor.kind,
        created_at=now,
        backups_until=(now + settings.BACKUP_AGE + timedelta(days=1)).date(),
    )


def _finish(receipt: ErasureReceipt, counts: Counter[str], traces: Traces) -> ErasureReceipt:
    """Write the counts, and look for what was erased once it is committed."""
    receipt.counts = dict(sorted(counts.items()))
    receipt.save(update_fields=["counts"])
    transaction.on_commit(partial(prove, receipt, traces))
    return receipt
