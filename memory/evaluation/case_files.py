"""JSON-lines files of labelled cases, and which of their lines are kept aside. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from memory.errors import InvalidError

ASIDE_EVERY = 3
"""Every third line is kept aside, in every file: rules and thresholds are built on the others, so
the figures of these lines say what cases will show that nobody has seen."""

Read = TypeVar("Read")


class Part(StrEnum):
    """To which part of its file a case belongs; or that nothing was built on the whole file."""

    BUILT_ON = "built on"
    KEPT_ASIDE = "kept aside"
    UNSEEN = "never built on"

    @classmethod
    def of_line(cls, number: int) -> Part:
        """The part of the line with that number, counted from 1."""
        return cls.BUILT_ON if number % ASIDE_EVERY else cls.KEPT_ASIDE


PARTS = (Part.BUILT_ON, Part.KEPT_ASIDE)
"""The parts of one file."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a file: its number, counted from 1, and its JSON object."""

    number: int
    values: Mapping[str, Any]

    @property
    def part(self) -> Part:
        """The part of the file that it belongs to."""
        return Part.of_line(self.number)


def read_cases(
    path: Path, read: Callable[[Row], Read], *, noun: str = "labelled case"
) -> list[Read]:
    """What `read` makes of each line of the file that is not empty.

    noun: what a line should be. Raises InvalidError with a sentence, and with the line's number
    where one is not what it should be, or has the id of an earlier one.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise InvalidError(f"{path} is not text in UTF-8, so it holds no {noun}s.") from error
    rows = [_row(line, number, noun) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise InvalidError(f"{path} holds no {noun}.")
    _refuse_repeated_ids(rows)
    return [_read(row, read, noun) for row in rows]


def _row(line: str, number: int, noun: str) -> Row:
    try:
        values = json.loads(line)
    except ValueError as error:
        raise InvalidError(f"Line {number} is not a {noun}: {error}.") from error
    if not isinstance(values, dict):
        raise InvalidError(f"Line {number} is not a {noun}: a JSON object is expected.")
    return Row(number, values)


def _refuse_repeated_ids(rows: Iterable[Row]) -> None:
    seen: dict[str, int] = {}
    for row in rows:
        first = seen.setdefault(str(row.values.get("id")), row.number)
        if "id" in row.values and first != row.number:
            raise InvalidError(f"Line {row.number} has the id of line {first}; give it its own.")


def _read(row: Row, read: Callable[[Row], Read], noun: str) -> Read:
    try:
        return read(row)
    except KeyError as error:
        raise InvalidError(f"Line {row.number} lacks the field {error}.") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise InvalidError(f"Line {row.number} is not a {noun}: {error}.") from error
