"""What a record says: checked field by field, with a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import TextChoices

from memory.claims import NewClaim, check_interval, check_statement
from memory.errors import InvalidError
from memory.external_ids import external_id
from memory.lifetimes import begins_at, read_told
from memory.vocabulary import MemoryType, Scope, Source

EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)

Values = dict[str, Any]
"""A line's values as plain JSON: texts, numbers, and times as ISO 8601."""


def read_values(fields: Mapping[str, Any]) -> Values:
    """The record's fields, each checked; what is empty is left out.

    Raises InvalidError for the first that cannot be taken, with a sentence that quotes nothing.
    """
    unknown = [name for name in fields if name not in _READERS]
    if unknown:
        raise InvalidError(
            f"There is a column that is not known; known are {', '.join(_READERS)}.", field="line"
        )
    values = {
        name: read(name, fields[name])
        for name, read in _READERS.items()
        if fields.get(name) not in (None, "")
    }
    if "content" not in values:
        raise InvalidError("content: write a statement; this line has none.", field="content")
    if "value" in values and "key" not in values:
        raise InvalidError("value: name its key as well.", field="key")
    new_claim(values)  # an interval is wrong as a whole
    return values


def new_claim(values: Values, *, said_at: datetime | None = None) -> NewClaim:
    """The line as a statement for the gate, from the source `import`.

    said_at: its event time where the line has none of its own.
    """
    given = {name: value for name, value in values.items() if name not in _OF_THE_LINE}
    for name in _MOMENTS:
        if name in given:
            given[name] = read_told(given[name])
    if "said_at" in given:
        given["said_at"] = begins_at(given["said_at"], ZoneInfo("UTC"))
    start, end = given.get("valid_from"), given.get("valid_until")
    if type(start) is type(end):  # a day and a moment are compared in the person's zone
        check_interval(start, end)
    return NewClaim(source=Source.IMPORT, **{"said_at": said_at, **given})


def _text(longest: int) -> Callable[[str, Any], str]:
    def read(name: str, value: Any) -> str:
        if not isinstance(value, str):
            raise InvalidError(f"{name}: write a text.", field=name)
        if len(value) > longest or "\x00" in value:
            raise InvalidError(
                f"{name}: write up to {longest} characters, without a NUL byte.", field=name
            )
        return value.strip()

    return read


def _content(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidError(f"{name}: write a text.", field=name)
    try:
        check_statement(value, field=name)
    except InvalidError as error:
        raise InvalidError(f"{name}: {error.message}", field=name) from error
    return value.strip()


def _id(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidError(f"{name}: write the id as a text.", field=name)
    try:
        return external_id(value, field=name)
    except InvalidError as error:
        raise InvalidError(f"{name}: {error.message}", field=name) from error


def _one_of(choices: type[TextChoices]) -> Callable[[str, Any], str]:
    def read(name: str, value: Any) -> str:
        word = value.strip().lower() if isinstance(value, str) else value
        if word not in choices.values:
            raise InvalidError(
                f"{name}: write one of {', '.join(choices.values)}, or leave it out.", field=name
            )
        return str(word)

    return read


def _moment(name: str, value: Any) -> str:
    """A moment with its zone, or a day: one of the person's, where it says how long it holds."""
    try:
        told = read_told(value.strip())
    except (AttributeError, ValueError):
        told = None
    moment = begins_at(told, ZoneInfo("UTC"))
    if told is None or moment is None or moment.tzinfo is None:
        raise InvalidError(
            f"{name}: write a day such as 2026-03-14, or a time with its zone such as "
            "2026-03-14T09:30:00Z.",
            field=name,
        )
    if not EARLIEST <= moment < LATEST:
        raise InvalidError(f"{name}: it must lie between the years 1900 and 2199.", field=name)
    return told.isoformat()


def _number(kind: type[int] | type[float], lowest: int, highest: int) -> Callable[[str, Any], Any]:
    noun = "a whole number" if kind is int else "a number"

    def read(name: str, value: Any) -> int | float:
        try:
            number = kind(value) if isinstance(value, str) else value
            if type(number) in (int, kind) and lowest <= number <= highest:
                return kind(number)
        except ValueError:
            pass
        raise InvalidError(f"{name}: write {noun} from {lowest} to {highest}.", field=name)

    return read


_READERS: dict[str, Callable[[str, Any], Any]] = {
    "content": _content,
    "subject": _id,
    "source_session": _id,
    "type": _one_of(MemoryType),
    "scope": _one_of(Scope),
    "beneficiary": _text(100),
    "category": _text(50),
    "key": _text(100),
    "value": _text(500),
    "valid_from": _moment,
    "valid_until": _moment,
    "said_at": _moment,
    "importance": _number(int, 1, 10),
    "confidence": _number(float, 0, 1),
}
_MOMENTS = ("valid_from", "valid_until", "said_at")
_OF_THE_LINE = ("subject", "source_session")
COLUMNS = tuple(_READERS)
"""What a line may hold; only `content` must be there."""
