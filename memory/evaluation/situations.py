"""Labelled situations: of cases, with the models run once; of past decisions, with none.

Thresholds are then tried on them as often as one likes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone

from memory.evaluation.cases import Case
from memory.evaluation.gate import set_up
from memory.evaluation.labels import Labelled
from memory.evaluation.scratch import scratch_workspace
from memory.extraction.keys import find_key
from memory.gate import wording
from memory.gate.policy import Thresholds
from memory.gate.reconcile import (
    closeness_of,
    readings_beside,
    snapshot,
    statement_of,
    statement_of_claim,
)
from memory.gate.verdict import Candidate, Scores, Situation, Statement
from memory.models import Claim, Memory


def situations_of_cases(cases: Iterable[Case], thresholds: Thresholds) -> list[Labelled]:
    """The situation of each case, in a transaction that is rolled back.

    thresholds: say how far the candidates reach. Raises UnavailableError where a model cannot
    be used.
    """
    labels = []
    with scratch_workspace() as workspace:
        for case in cases:
            claim, stored = set_up(workspace, case)
            found = snapshot(claim, thresholds, now=timezone.now())
            ids = tuple(memory.id for memory in stored)
            labels.append(Labelled(case=case, situation=found.situation, stored=ids))
    return labels


def situation_of_evidence(
    claim: Claim, proof: Mapping[str, Any], memories: Mapping[str, Memory]
) -> Situation | None:
    """The situation that a past decision rested on; None where its scores are not all there.

    proof: the decision's evidence. memories: all that it names, by id, with the one in question.
    The scores are the stored ones; what words alone say is read again from the texts.
    """
    incoming = statement_of_claim(claim)
    try:
        candidates = tuple(
            _candidate(incoming, memories[row["id"]], row) for row in proof["candidates"]
        )
    except (KeyError, TypeError):
        return None
    key = find_key(claim.key) if claim.key else None
    same_key = [m for m in memories.values() if key and m.key == claim.key]
    return Situation(
        claim=incoming,
        same_key=tuple(statement_of(memory) for memory in same_key),
        key_holds_many=bool(key and not key.is_single),
        candidates=candidates,
        closeness=closeness_of(memories.values()),
    )


def _candidate(incoming: Statement, memory: Memory, row: Mapping[str, Any]) -> Candidate:
    texts = readings_beside(incoming, memory.content)[: len(incoming.wholes)]
    return Candidate(
        statement=statement_of(memory),
        similarity=float(row["similarity"]),
        forward=Scores(**row["forward"]),
        backward=Scores(**row["backward"]),
        parts=tuple(row.get("parts", ())),
        entailment=float(row["entailment"]),
        entailed=float(row.get("entailed", 0.0)),
        same_slot=bool(row["same_slot"]),
        sibling=bool(row["sibling"]),
        says_it_too=any(wording.says_it_too(text, memory.content) for text in texts),
        brings_name=any(wording.brings_name(text, memory.content) for text in texts),
        brings_number=any(wording.brings_number(text, memory.content) for text in texts),
    )
