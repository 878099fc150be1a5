"""The only writer of memories. Every change and its decision are one transaction.

Lock, then check, then write: each function here runs inside `change(...)`, which holds the
subject's row, so that two changes of one subject never race. Models never run in here; vectors
are computed before and handed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from memory.change import GATE as GATE
from memory.change import SYSTEM as SYSTEM
from memory.change import Actor as Actor
from memory.change import Change as Change
from memory.change import StaleError as StaleError
from memory.change import change as change
from memory.errors import ConflictError
from memory.extraction.keys import name_of
from memory.fingerprint import fingerprint
from memory.forget.mask import mask_in_turns
from memory.gate.verdict import Outcome, Reason, Verdict
from memory.inference.vector import Vector
from memory.models import Claim, Decision, Memory, ReviewItem
from memory.questions import ask_about_copies as ask_about_copies
from memory.questions import queue as queue
from memory.sessions.plans import plan_follow_up, reword
from memory.sessions.summaries import (
    is_summary,
    outdate_summary,
    outdate_what_tells,
    reword_episode,
)
from memory.slots import fills_slot, is_taken
from memory.vocabulary import Modality

NOT_TO_BE_KEPT = (
    Reason.SECRET,
    Reason.OFF_RECORD,
    Reason.ERASED_BEFORE,
    Reason.PAUSED,
    Reason.CATEGORY_OFF,
)


# What the gate and people do with a claim.


def add(
    c: Change,
    claim: Claim,
    vector: Vector,
    *,
    reason: str = Reason.NEW,
    evidence: dict[str, object] | None = None,
    content: str = "",
    close_at: datetime | None = None,
) -> Memory:
    """Store the claim as a new memory beside all others.

    content: a person's wording in place of the claim's. close_at: it is history already and
    ended then.
    """
    memory = _begun(c, claim, content)
    memory = memory or _make(c, claim, vector, content=content, close_at=close_at)
    memory.save(force_insert=memory._state.adding)
    _close_claim(claim)
    plan_follow_up(c.subject, claim, memory, c.now)
    c.record(
        Decision.Action.ADD,
        reason,
        claim_ref=claim.id,
        memory_ref=memory.id,
        fingerprint=memory.fingerprint,
        evidence={**(evidence or {}), "source": claim.source},
    )
    return memory


def supersede(
    c: Change,
    claim: Claim,
    target: Memory,
    vector: Vector,
    *,
    reason: str,
    evidence: dict[str, object] | None = None,
    content: str = "",
) -> Memory:
    """Store the claim in the place of `target`, which is closed now and kept in the chain."""
    before = _retire(c, target)
    memory = _begun(c, claim, content) or _make(c, claim, vector, content=content)
    memory.supersedes = memory.supersedes or target
    memory.save(force_insert=memory._state.adding)
    _close_claim(claim)
    plan_follow_up(c.subject, claim, memory, c.now)
    c.record(
        Decision.Action.REPLACE,
        reason,
        claim_ref=claim.id,
        memory_ref=memory.id,
        target_ref=target.id,
        fingerprint=memory.fingerprint,
        evidence={**(evidence or {}), "source": claim.source, "before": before},
    )
    return memory


def skip(
    c: Change, claim: Claim, memory: Memory | None, *, reason: str, evidence: dict[str, object]
) -> None:
    """Store nothing; the memory that says it already counts as confirmed again.

    A memory that a person kept against the claim is named in the log, but not confirmed by it.
    """
    if memory is not None and reason != Reason.DECIDED_BEFORE:
        memory.confirmations += 1
        memory.last_confirmed = c.now
        memory.save(update_fields=["confirmations", "last_confirmed"])
    _close_claim(claim)
    c.record(
        Decision.Action.SKIP,
        reason,
        claim_ref=claim.id,
        memory_ref=memory.id if memory else "",
        evidence=evidence,
    )


def reject(
    c: Change,
    claim: Claim,
    *,
    reason: str,
    target: Memory | None = None,
    evidence: dict[str, object] | None = None,
) -> Decision:
    """Do not store the claim; where a person kept `target` against it, that is remembered.

    What must not be kept at all leaves its words neither in the claim nor in its turn.
    """
    mark = fingerprint(c.subject.id, claim.present)
    if reason in NOT_TO_BE_KEPT:
        mask_in_turns([claim])
        claim.content = claim.restated = claim.value = ""
        claim.save(update_fields=["content", "restated", "value"])
    _close_claim(claim)
    outdate_summary(c, claim.session_id)
    if claim.begins is not None and claim.begins.is_current(c.now):
        retire(c, claim.begins, reason=reason, claim=claim)
    return c.record(
        Decision.Action.REJECT,
        reason,
        claim_ref=claim.id,
        target_ref=target.id if target else "",
        fingerprint=mark,
        evidence={**(evidence or {}), "source": claim.source},
    )


def carry_out(
    c: Change, claim: Claim, verdict: Verdict, vector: Vector | None, evidence: dict[str, object]
) -> None:
    """Do what the gate decided. `vector` is needed where a memory is made."""
    found = Memory.objects.current(c.now).filter(subject=c.subject, id=verdict.target).first()
    if verdict.outcome is Outcome.SKIP:
        skip(c, claim, found, reason=verdict.reason, evidence=evidence)
    elif verdict.outcome is Outcome.REJECT:
        reject(c, claim, reason=verdict.reason, evidence=evidence)
    elif verdict.outcome is Outcome.REVIEW:
        queue(c, claim, verdict, evidence=evidence)
    elif verdict.outcome is Outcome.ADD and claim.begins is not None:
        skip(c, claim, None, reason=Reason.BEGUN, evidence=evidence)
    elif vector is None:
        raise ValueError("A memory cannot be stored without its vector.")
    elif verdict.outcome is Outcome.ADD:
        add(c, claim, vector, reason=verdict.reason, evidence=evidence, close_at=verdict.close_at)
    elif found is None:
        raise StaleError("The memory to replace is no longer current; look again.")
    else:
        supersede(c, claim, found, vector, reason=verdict.reason, evidence=evidence)
        ask_about_copies(c, claim, verdict.others, evidence)


# What people do with a memory.


def retire(c: Change, memory: Memory, *, reason: str, claim: Claim | None = None) -> None:
    """End the memory now, with nothing in its place; it stays as history."""
    before = _retire(c, memory)
    c.record(
        Decision.Action.EXPIRE,
        reason,
        claim_ref=claim.id if claim else "",
        memory_ref=memory.id,
        evidence={"before": before},
    )


def edit(c: Change, memory: Memory, changes: dict[str, object], vector: Vector) -> Memory:
    """Store a corrected version in the memory's place; the old wording stays in the chain.

    changes: field names of `Statement` with their new values.
    """
    if memory.deleted_at or (memory.valid_until and memory.valid_until <= c.now):
        raise ConflictError("This memory has ended, so there is nothing to edit.")
    ended = memory.valid_until
    before = _retire(c, memory)
    version = _version(c, memory, vector, {"valid_until": ended, **changes})
    version.single_valued = (memory.single_valued or "key" in changes) and fills_slot(version)
    if "key" in changes and not version.single_valued and is_taken(version):
        raise ConflictError("Another memory holds the value of this key; change that one.")
    version.save(force_insert=True)
    follow(memory, version)
    reword(memory, version)
    if is_summary(memory):
        reword_episode(memory, version)
    c.record(
        Decision.Action.EDIT,
        "edited",
        memory_ref=version.id,
        target_ref=memory.id,
        fingerprint=version.fingerprint,
        evidence={"before": before, "fields": sorted(changes)},
    )
    return version


def follow(memory: Memory, version: Memory) -> None:
    """Open questions about a memory are about its corrected version from now on: what a person
    was asked is neither lost nor answered by a correction of the wording."""
    about = ReviewItem.objects.filter(subject=memory.subject_id, state=ReviewItem.State.OPEN)
    about.filter(memory=memory).update(memory=version)
    for item in about.filter(others=memory):
        item.others.remove(memory)
        item.others.add(version)


def delete(c: Change, memory: Memory, *, reason: str = "deleted") -> None:
    """Hide the memory at once and everywhere; undo brings it back."""
    memory.deleted_at = c.now
    memory.save(update_fields=["deleted_at"])
    c.record(Decision.Action.DELETE, reason, memory_ref=memory.id)
    outdate_what_tells(c, memory)


# The parts that the functions above share.


def end(c: Change, memory: Memory) -> dict[str, object]:
    """End the memory now, where something else takes its place; answers what undo needs."""
    before: dict[str, object] = {
        "valid_until": memory.valid_until.isoformat() if memory.valid_until else None,
    }
    memory.valid_until = max(c.now, memory.valid_from or c.now)
    memory.save(update_fields=["valid_until"])
    return before


def _begun(c: Change, claim: Claim, content: str) -> Memory | None:
    """The memory of something planned that the claim says has begun: it is stored already, and
    gets the limits that a person may have given the claim.

    content: a person worded it anew, so that it ends and the new wording is stored.
    """
    memory = claim.begins
    if memory is None or not memory.is_current(c.now):
        return None
    if content and content != memory.content:
        end(c, memory)
        return None
    memory.valid_until, memory.beneficiary = claim.valid_until, claim.beneficiary
    memory.single_valued = fills_slot(memory)
    return memory


def _make(
    c: Change,
    claim: Claim,
    vector: Vector,
    *,
    content: str = "",
    close_at: datetime | None = None,
) -> Memory:
    """The memory that the claim becomes, not saved yet."""
    text = content or claim.present
    memory = Memory(
        subject=c.subject,
        content=text,
        type=claim.type,
        scope=claim.scope,
        beneficiary=claim.beneficiary,
        category=claim.category,
        key=name_of(claim.key),
        value=claim.value,
        source=claim.source,
        valid_from=claim.valid_from,
        valid_until=claim.valid_until,
        importance=claim.importance,
        confidence=claim.confidence,
        source_session=claim.session,
        source_turn=claim.turn,
        created_at=c.now,
        said_at=claim.said_at,
        fingerprint=fingerprint(c.subject.id, text),
        embedding=vector.values,
        embedding_model=vector.model,
    )
    if close_at is not None:
        memory.valid_until = max(close_at, memory.valid_from or close_at)
    memory.single_valued = claim.modality == Modality.CURRENT and fills_slot(memory)
    return memory


def _version(c: Change, memory: Memory, vector: Vector, changes: Mapping[str, object]) -> Memory:
    """A further version of the memory in its place, not saved yet: nobody was told it so far."""
    version = Memory.objects.get(id=memory.id)
    version.pk, version.supersedes = None, memory
    version._state.adding = True
    for name, value in changes.items():
        setattr(version, name, value)
    version.id = Memory._meta.pk.get_default()
    version.created_at = version.said_at = c.now
    version.last_accessed, version.access_count = None, 0
    version.last_confirmed, version.confirmations = None, 0
    version.fingerprint = fingerprint(c.subject.id, version.content)
    version.embedding, version.embedding_model = vector.values, vector.model
    return version


def _retire(c: Change, memory: Memory) -> dict[str, object]:
    """End the memory now, for what it says is no longer so; answers what undo needs."""
    outdate_what_tells(c, memory)
    return end(c, memory)


def _close_claim(claim: Claim) -> None:
    claim.state = Claim.State.DECIDED
    claim.last_error = ""
    claim.save(update_fields=["state", "last_error"])
