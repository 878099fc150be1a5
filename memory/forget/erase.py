"""Remove for good. One transaction: a memory or a person is gone wholly, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from memory.errors import NotFoundError
from memory.fingerprint import fingerprint
from memory.models import (
    Claim,
    Decision,
    ErasureReceipt,
    IdempotencyRecord,
    Memory,
    ReviewItem,
    Subject,
    Tombstone,
    Turn,
)
from memory.store import Actor, change
from memory.tasks import nudge

MASK = "\N{MEDIUM SHADE}"


def erase_memory(memory: Memory, actor: Actor) -> ErasureReceipt:
    """Erase one memory: its text and vector, the claims it came from, the words in their turns,
    its review items, and stored answers that may quote it. The chain closes over the gap.

    The statement leaves a keyed hash, so that it is not learned again. Raises NotFoundError where
    somebody else erased it in this moment.
    """
    with change(memory.subject_id, actor) as c:
        held = Memory.objects.filter(subject=c.subject, id=memory.id).first()
        if held is None:
            raise NotFoundError("This memory was erased already.")
        claims = Claim.objects.filter(subject=c.subject, id__in=_origins(held))
        _bury(c.subject, [held.content, *_forms(claims)])
        counts = Counter({"memory.Turn": _mask_in_turns(held, claims)})
        _decide_again(held, claims)
        counts += _delete(IdempotencyRecord.objects.filter(subject_ref=c.subject.id))
        counts += _delete(claims)
        _close_chain(held)
        counts += _delete(Memory.objects.filter(id=held.id))
        c.record(Decision.Action.ERASE, "erased", memory_ref=held.id)
        return _receipt(c.subject, actor, ErasureReceipt.Extent.MEMORY, counts)


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
        counts += _delete(Subject.objects.filter(id=held.id))
        Decision.objects.create(
            workspace_id=held.workspace_id,
            subject_ref=held.id,
            actor=actor.kind,
            actor_ref=actor.ref,
            action=Decision.Action.ERASE,
            reason="subject_erased",
        )
        return _receipt(held, actor, ErasureReceipt.Extent.SUBJECT, counts)


def _origins(memory: Memory) -> QuerySet[Decision, str]:
    """Ids of the claims that made or confirmed the memory."""
    made = Decision.objects.filter(subject_ref=memory.subject_id, memory_ref=memory.id)
    return made.exclude(claim_ref="").values_list("claim_ref", flat=True)


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


def _mask_in_turns(memory: Memory, claims: Iterable[Claim]) -> int:
    """Make the words unreadable in the turns they were said in; answers how many turns changed.

    Where a claim knows its span, only the span is masked, else the whole turn. A mask is as long
    as what it hides, so that the spans of other claims stay right.
    """
    spans: dict[str, list[tuple[int, int] | None]] = {}
    for claim in claims:
        if claim.turn_id:
            known = claim.span_start is not None and claim.span_end is not None
            spans.setdefault(claim.turn_id, []).append(
                (claim.span_start or 0, claim.span_end or 0) if known else None
            )
    if memory.source_turn_id:
        spans.setdefault(memory.source_turn_id, [None])
    for turn in Turn.objects.filter(id__in=spans):
        for span in spans[turn.id]:
            start, end = span or (0, len(turn.content))
            hidden = MASK * len(turn.content[start:end])
            turn.content = f"{turn.content[:start]}{hidden}{turn.content[end:]}"
        turn.embedding, turn.embedding_model = None, ""
        turn.save(update_fields=["content", "embedding", "embedding_model"])
    return len(spans)


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
