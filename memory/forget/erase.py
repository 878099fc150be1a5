"""Remove for good. One transaction: a memory, a session or a person is gone wholly, or not at all.

An erasure is a row before it begins (`ErasureRequest`), so that a killed process loses nothing:
the sweep does it after the restart. When it is committed, `proof` looks for what was erased.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from memory.errors import NotFoundError
from memory.forget import ledger
from memory.forget.proof import prove
from memory.forget.removal import remove_session, remove_statements, remove_subject
from memory.forget.traces import Traces
from memory.models import Decision, ErasureReceipt, ErasureRequest, Memory, Session, Subject
from memory.models.decision import DecisionActor
from memory.models.erasure import Extent
from memory.store import Actor, StaleError, change

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
        counts, traces = remove_session(c, session, receipt)
        c.record(Decision.Action.ERASE, "session_erased", evidence={"session": session.id})
        return _finish(receipt, counts, traces)


def _erase_subject(request: ErasureRequest) -> ErasureReceipt:
    with transaction.atomic():
        held = Subject.objects.select_for_update().filter(id=request.subject_ref).first()
        if held is None:
            raise NotFoundError("This person's memory was erased already.")
        actor = _take(request)
        receipt = _new_receipt(held, actor, Extent.SUBJECT)
        counts, traces = remove_subject(held)
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
    """Write the counts and what is gone; once it is committed, note it in the ledger and look for
    what was erased."""
    receipt.counts = dict(sorted(counts.items()))
    receipt.gone = traces.gone.as_dict()
    receipt.save(update_fields=["counts", "gone"])
    transaction.on_commit(partial(ledger.note, receipt))  # before the search, which may fail
    transaction.on_commit(partial(prove, receipt, traces))
    return receipt
