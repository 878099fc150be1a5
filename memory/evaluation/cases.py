"""Labelled gate cases: what is stored, what comes in, and what should happen. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memory.errors import InvalidError
from memory.evaluation.case_files import Part, Row, read_cases

OUTCOMES = frozenset(("replace", "add", "skip", "review"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One labelled case.

    target: index into `existing` of the statement that is replaced or already says it.
    also_ok: further outcomes that a careful operator would accept.
    others: what must become of other stored statements, by their index: `review`, or `skip` for
    nothing at all. why: the label's reason, for people. part: of its file.
    """

    id: str
    kind: str
    existing: tuple[str, ...]
    incoming: str
    expect: str
    target: int | None = None
    also_ok: frozenset[str] = frozenset()
    others: Mapping[int, str] = field(default_factory=dict)
    why: str = ""
    part: Part = Part.BUILT_ON

    @property
    def accepted(self) -> frozenset[str]:
        """The expected outcome and those that count as right too."""
        return self.also_ok | {self.expect}


@dataclass(frozen=True, slots=True)
class CaseDecision:
    """What a gate did with a case: its outcome, and the existing statements it retired
    without asking anybody, as indices.

    queued: those that it asks a person about. reason: the gate's own, for people.
    """

    id: str
    outcome: str
    superseded: frozenset[int] = frozenset()
    queued: frozenset[int] = field(default=frozenset(), compare=False)
    reason: str = field(default="", compare=False)


def load_cases(path: Path) -> list[Case]:
    """The cases of a JSON-lines file, one a line.

    Raises InvalidError with the line's number where one is not a case.
    """
    return read_cases(path, _case)


def _case(row: Row) -> Case:
    raw = row.values
    case = Case(
        id=text(raw["id"]),
        kind=text(raw["kind"]),
        existing=tuple(text(one) for one in raw["existing"]),
        incoming=text(raw["incoming"]),
        expect=raw["expect"],
        target=raw.get("target"),
        also_ok=frozenset(raw.get("also_ok") or ()),
        why=raw.get("why") or "",
        part=row.part,
    )
    refuse_unknown(case, row.number, OUTCOMES)
    return case


def text(value: Any) -> str:
    """The value, which must be text. Raises TypeError."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return value


def refuse_unknown(case: Case, number: int, outcomes: frozenset[str]) -> None:
    """Raise InvalidError where the case names an outcome or a stored statement that is none."""
    named = [*case.others, *([] if case.target is None else [case.target])]
    in_reach = all(0 <= place < len(case.existing) for place in named)
    aimed = case.expect != "replace" or case.target is not None
    if not case.accepted <= outcomes or not in_reach or not aimed:
        raise InvalidError(f"Line {number} names an outcome or a target that does not exist.")
