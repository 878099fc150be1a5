"""Remove for good. One transaction: a memory or a person is gone wholly, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from memory.errors import NotFoundError
from memory.fingerprint import fingerprint
from memory.forget.mask import mask_in_turns
from memory.gate.verdict import Reason
from memory.models import (
    Claim,
    Decision,
    ErasureReceipt,
    IdempotencyRecord,
    Import,
    ImportLine,
    ImportOutcome,
    Memory,
    ReviewItem,
    Subject,
    Tombstone,
)
from memory.normalise import normalise
from memory.sessions.summaries import is_summary, look_again
from memory.store import Actor, change
from memory.tasks import nudge


def erase_memory(memory: Memory, actor: Actor) -> ErasureReceipt:
    """Erase one memory: its text and vector, the claims it came from, the words in their turns,
    its review items, and stored answers that may quote it. The chain closes over the gap.

    Wordings that were corrected into it go with it: they are one statement. The statement leaves
    a keyed hash, so that it is not learned again. Raises NotFoundError where
    somebody else erased it in this moment.
    """
    with change(memory.subject_id, actor) as c:
        held = Memory.objects.filter(subject=c.subject, id=memory.id).first()
        if held is None:
            raise NotFoundError("This memory was erased already.")
        versions, sums_up = _versions(held), is_summary(held)
        told_in = _sessions(c.subject, versions)
        counts: Counter[str] = Counter()
        for version in versions:
            counts += _erase_one(c.subject, version)
        counts += _forget_summaries(told_in, again=not sums_up)
        counts += _delete(IdempotencyRecord.objects.filter(subject_ref=c.subject.id))
        c.record(Decision.Action.ERASE, "erased", memory_ref=held.id)
        return _receipt(c.subject, actor, ErasureReceipt.Extent.MEMORY, counts)


def _erase_one(subject: Subject, memory: Memory) -> Counter[str]:
    """Remove one stored wording with all that it came from."""
    claims = Claim.objects.filter(subject=subject, id__in=_origins(subject, memory))
    _bury(subject, [memory.content, *_forms(claims)])
    _empty_lines(subject, [memory.content, *_forms(claims)])
    counts = Counter({"memory.Turn": mask_in_turns(claims, also=memory.source_turn_id)})
    _decide_again(memory, claims)
    counts += _delete(claims)
    _close_chain(memory)
    return counts + _delete(Memory.objects.filter(id=memory.id))


def _sessions(subject: Subject, versions: Iterable[Memory]) -> set[str]:
    """Ids of the sessions in which the statement was said."""
    said_in = {version.source_session_id for version in versions}
    for version in versions:
        claims = Claim.objects.filter(subject=subject, id__in=_origins(subject, version))
        said_in |= set(claims.values_list("session_id", flat=True))
    return {session_id for session_id in said_in if session_id}


def _forget_summaries(session_ids: set[str], *, again: bool) -> Counter[str]:
    """Remove every summary of the sessions: one of them may tell the statement.

    again: sum them up anew, from what is left of the turns.
    """
    summaries = Memory.objects.filter(source_session__in=session_ids, episode__isnull=False)
    told = set(summaries.values_list("source_session_id", flat=True))
    counts = _delete(summaries)
    if again:
        look_again(told)
    return counts


def _versions(memory: Memory) -> list[Memory]:
    """The memory with the wordings that people corrected into it or it into: one statement in
    several versions, while what superseded it or was superseded is another statement."""
    edits = Decision.objects.filter(
        subject_ref=memory.subject_id, action=Decision.Action.EDIT
    ).values_list("memory_ref", "target_ref")
    ids = {memory.id}
    while further := {ref for pair in edits if ids & set(pair) for ref in pair} - ids:
        ids |= further
    return list(Memory.objects.filter(subject_id=memory.subject_id, id__in=ids))


def erase_subject(subject: Subject, actor: Actor) -> ErasureReceipt:
    """Erase a person with everything that is stored about them.

    Only the decision log, which holds no content, and the receipt stay. Raises NotFoundError
    where somebody else erased the person in this moment.
    """
    with transaction.atomic():
        held = Subject.objects.select_for_update().filter(id=subject.id).first()
        if held is None:
            raise NotFoundError("This person's memory was erased already.")
        counts = _delete(IdempotencyRecord.objects.filter(subject_ref=held.id))
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
        return _receipt(held, actor, ErasureReceipt.Extent.SUBJECT, counts)


def _origins(subject: Subject, memory: Memory) -> set[str]:
    """Ids of the claims that made or confirmed the memory, of all that say the same words (one may
    still wait for the gate), and of requests to forget that may mean it, which name it."""
    made = Decision.objects.filter(subject_ref=subject.id, memory_ref=memory.id)
    refs = set(made.exclude(claim_ref="").values_list("claim_ref", flat=True))
    said = normalise(memory.content)
    for claim in Claim.objects.filter(subject=subject).only("id", "content", "restated"):
        if said in {normalise(claim.content), normalise(claim.restated)}:
            refs.add(claim.id)
    asked = ReviewItem.objects.filter(subject=subject, reason=Reason.FORGET)
    in_question = asked.filter(Q(memory=memory) | Q(others=memory))
    return refs | set(in_question.values_list("claim_id", flat=True))


def _forms(claims: Iterable[Claim]) -> list[str]:
    return [form for claim in claims for form in (claim.content, claim.restated) if form]


def _bury(subject: Subject, statements: Iterable[str]) -> None:
    """Leave a tombstone for each statement: a keyed hash, no text."""
    Tombstone.objects.bulk_create(
        [
            Tombstone(subject=subject, fingerprint=mark)
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


def _receipt(subject: Subject, actor: Actor, extent: str, counts: Counter[str]) -> ErasureReceipt:
    return ErasureReceipt.objects.create(
        workspace_id=subject.workspace_id,
        subject_ref=subject.id,
        extent=extent,
        actor=actor.kind,
        counts=dict(sorted(counts.items())),
    )
