"""Labelled gate cases: what is stored, what comes in, and what should happen. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from memory.errors import InvalidError

OUTCOMES = frozenset(("replace", "add", "skip", "review"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One labelled case.

    target: index into `existing` of the statement that is replaced or already says it.
    also_ok: further outcomes that a careful operator would accept.
    """

    id: str
    kind: str
    existing: tuple[str, ...]
    incoming: str
    expect: str
    target: int | None = None
    also_ok: frozenset[str] = frozenset()

    @property
    def accepted(self) -> frozenset[str]:
        """The expected outcome and those that count as right too."""
        return self.also_ok | {self.expect}


@dataclass(frozen=True, slots=True)
class CaseDecision:
    """What a gate did with a case: its outcome, and the existing statements it retired
    without asking anybody, as indices."""

    id: str
    outcome: str
    superseded: frozenset[int] = frozenset()


def load_cases(path: Path) -> list[Case]:
    """The cases of a JSON-lines file, one a line.

    Raises InvalidError with the line's number where one is not a case.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidError(f"The cases cannot be read: {error.strerror} ({path}).") from error
    return [_case(line, number) for number, line in enumerate(lines, 1) if line.strip()]


def _case(line: str, number: int) -> Case:
    try:
        raw = json.loads(line)
        case = Case(
            id=raw["id"],
            kind=raw["kind"],
            existing=tuple(raw["existing"]),
            incoming=raw["incoming"],
            expect=raw["expect"],
            target=raw.get("target"),
            also_ok=frozenset(raw.get("also_ok") or ()),
        )
    except KeyError as error:
        raise InvalidError(f"Line {number} lacks the field {error}.") from error
    except (ValueError, TypeError) as error:
        raise InvalidError(f"Line {number} is not a labelled case: {error}.") from error
    in_reach = case.target is None or 0 <= case.target < len(case.existing)
    if not case.accepted <= OUTCOMES or not in_reach:
        raise InvalidError(f"Line {number} names an outcome or a target that does not exist.")
    return case
