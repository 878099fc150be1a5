"""The values of summing up: what was said in a session, and what is kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Line:
    """One message as the summary may use it: without what was taken back or must not be kept.

    statements: what was read from it, in the third person, as it stands in memory.
    """

    role: str
    text: str
    said_at: datetime
    statements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """What an episode tells of a session, in the third person.

    mood_at_start, mood_at_end: one word; empty where it cannot be told.
    """

    text: str
    topics: tuple[str, ...] = ()
    mood_at_start: str = ""
    mood_at_end: str = ""


class Summariser(Protocol):
    """What sums up a session; None where it held nothing that lasts and nothing happened.

    name: what did it, for the decision log. Raises UnavailableError where it cannot be used.
    """

    name: str

    def sum_up(self, lines: Sequence[Line]) -> Summary | None: ...
