"""The gate's evidence as a person can read it: scores beside their thresholds, and a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory.models import Memory

WIDTH, HEIGHT = 320, 200
"""Of the picture, in its own units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A stored memory that was compared with the claim. Scores run from 0 to 1."""

    memory_id: str
    content: str
    similarity: float
    contradiction: float
    backward: float
    entailment: float
    in_question: bool

    @property
    def x(self) -> float:
        """Its place on the picture: similarity from left to right."""
        return round(self.similarity * WIDTH, 1)

    @property
    def y(self) -> float:
        """Contradiction from bottom to top."""
        return round((1 - self.contradiction) * HEIGHT, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A threshold: its name, its value, and its place on the picture."""

    name: str
    value: float
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a verdict rests on."""

    candidates: Sequence[Candidate]
    upright: Sequence[Line]
    level: Sequence[Line]
    entailment: float | None
    models: Mapping[str, str]
    width: int = WIDTH
    height: int = HEIGHT


_UPRIGHT = {"slot_floor": "lower floor", "floor": "floor"}
_LEVEL = {"near_contradiction": "near miss", "contradiction": "contradiction"}


def read_evidence(
    proof: Mapping[str, Any], memories: Mapping[str, Memory], in_question: set[str]
) -> Evidence:
    """The stored evidence with the texts of the memories it names.

    memories: those that still exist, by id. What was erased keeps its scores and has no text.
    """
    thresholds: Mapping[str, float] = proof.get("thresholds", {})
    return Evidence(
        candidates=[_candidate(row, memories, in_question) for row in proof.get("candidates", [])],
        upright=[
            Line(name=name, value=thresholds[code], at=round(thresholds[code] * WIDTH, 1))
            for code, name in _UPRIGHT.items()
            if code in thresholds
        ],
        level=[
            Line(name=name, value=thresholds[code], at=round((1 - thresholds[code]) * HEIGHT, 1))
            for code, name in _LEVEL.items()
            if code in thresholds
        ],
        entailment=thresholds.get("entailment"),
        models=proof.get("models", {}),
    )


def candidate_ids(proof: Mapping[str, Any]) -> list[str]:
    """Ids of the memories that the evidence names."""
    return [row["id"] for row in proof.get("candidates", [])]


def _candidate(
    row: Mapping[str, Any], memories: Mapping[str, Memory], in_question: set[str]
) -> Candidate:
    memory = memories.get(row["id"])
    forward, backward = row.get("forward", {}), row.get("backward", {})
    return Candidate(
        memory_id=row["id"],
        content=memory.content if memory else "",
        similarity=row.get("similarity", 0.0),
        contradiction=forward.get("contradiction", 0.0),
        backward=backward.get("contradiction", 0.0),
        entailment=row.get("entailment", forward.get("entailment", 0.0)),
        in_question=row["id"] in in_question,
    )
