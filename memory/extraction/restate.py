"""The present state that a told change leaves behind."""

from __future__ import annotations

from dataclasses import dataclass

from memory.vocabulary import Change


@dataclass(frozen=True, slots=True)
class Restated:
    """A change as a present state. `old` is the value it ended, "" where it is not named."""

    content: str
    old: str = ""
    change: Change = Change.EVENT


def restate(statement: str) -> Restated | None:
    """The present state behind a told change, or None where the statement tells no change."""
    return None
