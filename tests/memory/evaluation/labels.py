"""Labelled situations made by hand: one stored statement, one new one, and their scores."""

from __future__ import annotations

from datetime import UTC, datetime

from memory.evaluation.cases import Case
from memory.evaluation.labels import Labelled
from memory.gate.verdict import Candidate, Scores, Situation, Statement

YESTERDAY, TODAY = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 5, 2, tzinfo=UTC)


def labelled(
    name: str, expect: str, *, contradiction: float, similarity: float = 0.7, entailment: float = 0
) -> Labelled:
    """A case in which both directions score alike."""
    score = Scores(contradiction, entailment, 1 - contradiction - entailment)
    candidate = Candidate(
        statement=Statement(id="mem_1", text="Alma rents.", said_at=YESTERDAY),
        similarity=similarity,
        forward=score,
        backward=score,
        entailment=entailment,
        brings_number=expect == "add",
    )
    return Labelled(
        case=Case(
            id=name,
            kind="made",
            existing=("Alma rents.",),
            incoming="Alma bought a flat.",
            expect=expect,
            target=None if expect == "add" else 0,
        ),
        situation=Situation(
            claim=Statement(text="Alma bought a flat.", said_at=TODAY), candidates=(candidate,)
        ),
        stored=("mem_1",),
    )
