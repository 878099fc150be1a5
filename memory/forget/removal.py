"""What goes with a statement, a session or a person, and the removal itself.

Each step runs inside the one transaction of its erasure; `erase` opens it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from memory.fingerprint import fingerprint
from memory.forget.mask import empty_shared, mask_repeated, mask_spans, spans_in_turns
from memory.forget.same import Same, same_statement
from memory.forget.traces import Traces
from memory.models import (
    Claim,
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
from memory.sessions.summaries import is_summary, look_again
from memory.store import Change
from memory.tasks import nudge

Removed = tuple[Counter[str], Traces]
"""How many rows went, by table, and what to look for afterwards."""


def remove_subject(held: Subject) -> Removed:
    """Remove a person, whose row the caller holds, with every row about them."""
    traces = _all_of(held)
    counts = _delete(IdempotencyRecord.objects.filter(subject_ref=held.id))
    counts += _delete(ErasureRequest.objects.filter(subject_ref=held.id))
    counts += empty_shared(held)
    imports = list(Import.objects.filter(lines__subject=held).distinct())
    counts += _delete(Subject.objects.filter(id=held.id))
    # An import of which nothing is left would keep the same file from being imported anew.
    left = Import.objects.filter(id__in=[run.id for run in imports], lines=None)
    counts += _delete(left.exclude(read_at=None))
    return counts, traces


def remove_session(c: Change, session: Session, receipt: ErasureReceipt) -> Removed:
    """Remove a conversation with all that was learned in it, inside an open change."""
    learned = list(Memory.objects.filter(subject=c.subject, source_session=session))
    claims = Claim.objects.filter(subject=c.subject, session=session)
    traces = Traces()
    _bury(c.subject, _forms(claims), receipt, traces)
    traces.gone.note("memory.Session", [session.id])
    traces.gone.note("memory.Claim", claims.values_list("id", flat=True))
    traces.add(*session.turns.filter(withheld=False).values_list("content", flat=True))
    traces.add(*_forms(claims))
    counts, of_memories = remove_statements(c, learned, receipt)
    traces.merge(of_memories)
    counts += _delete(claims)
    counts += _delete(Session.objects.filter(id=session.id))
    worth_masking = _worth_masking(traces, learned, claims)
    counts += mask_repeated(c.subject, worth_masking, traces.gone)
    return counts, traces


# Statements with all that hangs on them.


def remove_statements(
    c: Change,
    memories: Iterable[Memory],
    receipt: ErasureReceipt,
    *,
    bury: bool = True,
    claims: Sequence[Claim] = (),
    traces: Traces | None = None,
) -> Removed:
    """Remove the memories with their wordings and origins, inside an open change.

    bury: it was asked for: copies of the statement go as well, and tombstones stay; else what was
    told anew since is left alone. claims: of which no memory came, and which go too. traces: what
    is known already of the words.
    """
    counts: Counter[str] = Counter()
    traces = traces or Traces()
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
    if claims:
        traces.add(*_forms(claims))
        counts += _remove(c.subject, Same([], list(claims)), traces, receipt if bury else None)
    if not bury:
        traces.spare(_still_stated(c.subject))
    told_in |= _sessions_that_tell(c.subject, traces) - summed_up
    counts += _forget_summaries(told_in & had_summary, again=True)
    counts += _forget_summaries(summed_up, again=False)
    counts += mask_repeated(c.subject, traces.texts, traces.gone)
    questions = _questions_that_tell(c.subject, traces)
    traces.gone.note("memory.FollowUp", questions)
    counts += _delete(FollowUp.objects.filter(id__in=questions))
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
    traces.gone.note("memory.Memory", [memory.id for memory in same.memories])
    traces.gone.note("memory.Claim", [claim.id for claim in same.claims])
    forms = [*(memory.content for memory in same.memories), *_forms(claims)]
    if receipt is not None:
        _bury(subject, forms, receipt, traces)
        _empty_lines(subject, forms)
    turns = [memory.source_turn_id for memory in same.memories if memory.source_turn_id]
    said = spans_in_turns(claims, also=turns)
    counts = Counter({"memory.Turn": mask_spans(said, traces.gone)})
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


def _bury(
    subject: Subject, statements: Iterable[str], receipt: ErasureReceipt, traces: Traces
) -> None:
    """Leave a tombstone for each statement: a keyed hash, no text."""
    marks = {fingerprint(subject.id, statement) for statement in statements}
    traces.gone.marks |= marks
    bury_marks(subject, marks, receipt)


def bury_marks(subject: Subject, marks: Iterable[str], receipt: ErasureReceipt) -> None:
    """Leave a tombstone for each keyed hash, unless there is one."""
    Tombstone.objects.bulk_create(
        [Tombstone(subject=subject, fingerprint=mark, receipt=receipt) for mark in marks],
        ignore_conflicts=True,
    )


def _empty_lines(subject: Subject, statements: Iterable[str]) -> None:
    """Take the words out of imports in which they wait for their turn. What says the same in
    other words is refused at its turn, by the tombstone of its present state."""
    empty_lines(subject, {fingerprint(subject.id, statement) for statement in statements})


def empty_lines(subject: Subject, marks: Iterable[str]) -> None:
    """The same for statements of which only the keyed hashes are known."""
    waiting = ImportLine.objects.filter(subject=subject, outcome="", fingerprint__in=list(marks))
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
