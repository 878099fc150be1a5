"""Gather what one decision rests on: a snapshot of the subject's memories, and the scores.

This is where models run, outside any lock. The snapshot carries the subject's version; the
store refuses a verdict whose version is no longer the subject's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from pgvector.django import CosineDistance

from memory.consent.choices import consent_of
from memory.consent.rules import Mode
from memory.extraction.keys import find_key
from memory.extraction.person import retold
from memory.extraction.refuse import RefusalCode, refuse
from memory.fingerprint import fingerprint
from memory.gate import wording
from memory.gate.parts import parts_of
from memory.gate.policy import Thresholds
from memory.gate.quantities import aligned
from memory.gate.verdict import Candidate, Reason, Scores, Situation, Statement
from memory.inference.models import DIRECT, Models, Pair
from memory.inference.vector import Vector
from memory.keys import keys_of
from memory.models import Claim, Decision, Memory, MemoryQuerySet, Subject, Tombstone
from memory.vocabulary import Change, MemoryType, Modality, Scope, Source

CANDIDATES = 20
_REFUSALS = {
    RefusalCode.ORDER: Reason.ORDER,
    RefusalCode.OFF_RECORD: Reason.OFF_RECORD,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A situation with the version of the memories it was taken from, and the claim's vector.

    vector: None where the claim was refused, so that nothing of it is computed.
    """

    situation: Situation
    version: int
    vector: Vector | None


def snapshot(
    claim: Claim, thresholds: Thresholds, *, now: datetime, models: Models = DIRECT
) -> Snapshot:
    """Everything the gate needs to decide on this claim.

    1. the version, before anything is read; 2. refusals, without a model; 3. exact and keyed
    matches; 4. the 20 most similar current memories; 5. NLI in both directions for those above
    the lower floor. Raises UnavailableError where a model cannot be used.
    """
    subject = Subject.objects.get(id=claim.subject_id)
    incoming = statement_of_claim(claim)
    prints = [fingerprint(subject.id, form) for form in incoming.forms]
    consent = consent_of(subject).mode_for(incoming.forms, claim.category)
    refusal = _refusal(claim, prints) or (Reason.CATEGORY_OFF if consent is Mode.OFF else None)
    if refusal is not None:
        situation = Situation(claim=incoming, refusal=refusal)
        return Snapshot(situation=situation, version=subject.memory_version, vector=None)
    vectors = models.embed(incoming.readings)
    current = Memory.objects.current(now).filter(subject=subject)
    if claim.begins_id:
        current = current.exclude(id=claim.begins_id)
    with keys_of(subject.workspace_id):
        key = find_key(claim.key) if claim.key else None
    same_key = current.filter(
        key=key.name if key else "", beneficiary=claim.beneficiary, type=claim.type
    )
    near = most_similar(current, claim, vectors, floor=thresholds.slot_floor)
    situation = Situation(
        claim=incoming,
        exact=_exact(current, incoming, prints),
        decided_before=_decided_before(current, incoming, subject, prints),
        ask_first=consent is Mode.ASK,
        same_key=tuple(statement_of(memory) for memory in same_key) if key else (),
        key_holds_many=bool(key and not key.is_single),
        candidates=_compare(incoming, near, models),
        closeness=closeness_of([memory for memory, _ in near]),
    )
    return Snapshot(situation=situation, version=subject.memory_version, vector=vectors[0])


def statement_of_claim(claim: Claim) -> Statement:
    """The claim as a value for the gate."""
    restated = claim.restated if claim.restated != claim.content else ""
    return replace(
        statement_of(claim),
        id="",
        restated=restated,
        retold="" if restated else retold(claim.content),
        parts=parts_of(claim.content),
        modality=Modality(claim.modality),
        change=Change(claim.change),
    )


def statement_of(row: Claim | Memory) -> Statement:
    """What a claim and a memory have in common, as a value for the gate."""
    return Statement(
        id=row.id,
        text=row.content,
        type=MemoryType(row.type),
        scope=Scope(row.scope),
        beneficiary=row.beneficiary,
        key=row.key,
        value=row.value,
        source=Source(row.source),
        importance=row.importance,
        ends=row.valid_until is not None,
        said_at=row.said_at,
    )


def _refusal(claim: Claim, prints: list[str]) -> Reason | None:
    if claim.subject.paused_at is not None and claim.turn_id is None:
        return Reason.PAUSED  # what was said in a turn before the pause waits for its end
    found = refuse(claim.content)
    if found is not None:
        return _REFUSALS.get(found.code, Reason.SECRET)
    erased = Tombstone.objects.filter(subject_id=claim.subject_id, fingerprint__in=prints)
    return Reason.ERASED_BEFORE if erased.exists() else None


def _exact(current: MemoryQuerySet, incoming: Statement, prints: list[str]) -> Statement | None:
    same = current.filter(fingerprint__in=prints, beneficiary=incoming.beneficiary)
    if not incoming.ends:  # what holds for a time only does not say what holds for good
        same = same.filter(valid_until__isnull=True)
    found = same.first()
    return statement_of(found) if found else None


def _decided_before(
    current: MemoryQuerySet, incoming: Statement, subject: Subject, prints: list[str]
) -> str:
    """The id of a current memory that a person kept against this very statement, or "".

    They kept it by rejecting the statement, or by taking back that it took the memory's place.
    A rejection that was itself taken back settles nothing, and a statement by a higher source
    than the one that was decided on is a new one.
    """
    log = Decision.objects.filter(subject_ref=subject.id)
    by_people = log.filter(
        fingerprint__in=prints,
        actor__in=[Decision.Actor.OPERATOR, Decision.Actor.SUBJECT, Decision.Actor.API_KEY],
    )
    taken_back = log.exclude(undoes="").values("undoes")
    replacements = log.filter(action=Decision.Action.REPLACE).values("id")
    kept = [
        *by_people.filter(action=Decision.Action.REJECT).exclude(id__in=taken_back),
        *by_people.filter(action=Decision.Action.UNDO, undoes__in=replacements),
    ]
    settled = {
        decision.target_ref
        for decision in kept
        if not incoming.source.outranks(Source(decision.evidence.get("source", Source.USER)))
    }
    still = current.filter(id__in=settled - {""}).first()
    return still.id if still else ""


def most_similar(
    current: MemoryQuerySet, claim: Claim, vectors: Sequence[Vector], *, floor: float
) -> list[tuple[Memory, float]]:
    """The most similar memories of the same beneficiary and type with their cosine, best first.

    An exact scan over the subject's rows for each reading of the claim; a memory counts with the
    one that it is nearest to.
    """
    rows = current.filter(beneficiary=claim.beneficiary, type=claim.type)
    best: dict[str, tuple[Memory, float]] = {}
    for vector in vectors:
        near = rows.filter(embedding_model=vector.model).annotate(
            distance=CosineDistance("embedding", vector.values)
        )
        for memory in near.order_by("distance", "id")[:CANDIDATES]:
            similarity = 1.0 - memory.distance  # type: ignore[attr-defined]  # annotated above
            if similarity > best.get(memory.id, (memory, floor))[1]:
                best[memory.id] = (memory, similarity)
    ranked = sorted(best.values(), key=lambda pair: (-pair[1], pair[0].id))
    return ranked[:CANDIDATES]


def pairs_to_score(incoming: Statement, stored: Iterable[str]) -> list[Pair]:
    """What the NLI model is asked: every stored text with every reading, in both directions."""
    return [
        pair
        for text in stored
        for reading in readings_beside(incoming, text)
        for pair in ((text, reading), (reading, text))
    ]


def readings_beside(incoming: Statement, stored: str) -> list[str]:
    """The claim's readings, with their numbers told as `stored` tells its own."""
    return [aligned(reading, stored) for reading in incoming.readings]


def _compare(
    incoming: Statement, near: list[tuple[Memory, float]], models: Models
) -> tuple[Candidate, ...]:
    """Candidates with scores: all pairs of all readings in both directions, in one batch."""
    pairs = pairs_to_score(incoming, [memory.content for memory, _ in near])
    scores = iter(models.score(pairs))
    return tuple(
        _candidate(
            incoming, memory, similarity, [(next(scores), next(scores)) for _ in incoming.readings]
        )
        for memory, similarity in near
    )


def _candidate(
    incoming: Statement,
    memory: Memory,
    similarity: float,
    scores: list[tuple[Scores, Scores]],
) -> Candidate:
    """scores: for each reading of the claim, the present state first, forward and backward."""
    whole = len(incoming.wholes)
    forward, backward = max(scores[:whole], key=lambda both: both[0].contradiction)
    texts = readings_beside(incoming, memory.content)[:whole]
    return Candidate(
        statement=statement_of(memory),
        similarity=similarity,
        forward=forward,
        backward=backward,
        parts=tuple(one.contradiction for one, _ in scores[whole:]),
        entailment=scores[0][0].entailment,
        entailed=scores[0][1].entailment,
        same_slot=any(wording.same_slot(text, memory.content) for text in texts),
        sibling=all(wording.is_sibling(text, memory.content) for text in texts),
        says_it_too=any(wording.says_it_too(text, memory.content) for text in texts),
        brings_name=any(wording.brings_name(text, memory.content) for text in texts),
        brings_number=any(wording.brings_number(text, memory.content) for text in texts),
    )


def closeness_of(memories: Iterable[Memory]) -> dict[frozenset[str], float]:
    """Cosine between the candidates themselves: which of them are copies of each other."""
    found = list(memories)
    if len(found) < 2:
        return {}
    rows = np.array([np.asarray(memory.embedding) for memory in found])
    cosines = rows @ rows.T
    return {
        frozenset((found[i].id, found[j].id)): float(cosines[i, j])
        for i in range(len(found))
        for j in range(i)
    }
