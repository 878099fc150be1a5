"""The format in which memories travel: people with their conversations, memories and questions.

`schema-1.json` beside this module is the same as a JSON Schema, for other programs. VERSION rises
when a reader of the version before would misread it. What waits for a decision and the logs stay
behind: they belong to the installation. Vectors are made anew where the memories arrive.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import IO, Annotated, Any, Final, Literal
from zoneinfo import available_timezones

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from memory.claims import MAX_CHARACTERS
from memory.errors import InvalidError
from memory.models import ConsentRule, FollowUp, Turn
from memory.vocabulary import MemoryType, Scope, Source

NAME: Final = "palimpsest-memories"
VERSION: Final = 1
SCHEMA = Path(__file__).with_name(f"schema-{VERSION}.json")
LARGEST = 512 * 1024 * 1024
"""Bytes of a document: it is read as a whole."""

DIFFERENT = ("exported_at", "id", "source_session", "source_turn", "supersedes", "memory")
"""What differs between an export and the export of what was imported from it: the moment, and the
ids with what refers to them."""


def _without_nul(text: str) -> str:
    if "\x00" in text:
        raise ValueError("remove the NUL byte")
    return text


def _in_range(moment: datetime) -> datetime:
    if not 1900 <= moment.year < 2200:
        raise ValueError("it must lie between the years 1900 and 2199")
    return moment.astimezone(UTC)


def _zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError("write the name of a time zone, such as Europe/Berlin")
    return name


def _text(longest: int, *, shortest: int = 0) -> Any:
    return Annotated[
        str, Field(max_length=longest, min_length=shortest), AfterValidator(_without_nul)
    ]


Moment = Annotated[AwareDatetime, AfterValidator(_in_range)]
Ref = Annotated[str, Field(min_length=1, max_length=64)]
Content = Annotated[
    str, Field(min_length=1, max_length=MAX_CHARACTERS), AfterValidator(_without_nul)
]
Count = Annotated[int, Field(ge=0, le=2_147_483_647)]
Likelihood = Annotated[float, Field(ge=0, le=1)] | None


class Part(BaseModel):
    """Takes exactly what it says, and nothing that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PortableTurn(Part):
    id: Ref
    number: Annotated[int, Field(ge=1, le=2_147_483_647)]
    role: Literal[tuple(Turn.Role.values)]  # type: ignore[valid-type]
    content: _text(1_000_000)  # type: ignore[valid-type]
    created_at: Moment
    withheld: bool = False
    standing_likelihood: Likelihood = None
    change_likelihood: Likelihood = None


class PortableSession(Part):
    id: Ref
    external_id: _text(200, shortest=1)  # type: ignore[valid-type]
    started_at: Moment
    off_record_since: Moment | None = None
    quiet_since: Moment | None = None
    turns: list[PortableTurn] = []


class PortableEpisode(Part):
    """What an episode has that sums up its session."""

    date: date
    mood_at_start: _text(50) = ""  # type: ignore[valid-type]
    mood_at_end: _text(50) = ""  # type: ignore[valid-type]
    summary: Content
    topics: list[_text(200)] = []  # type: ignore[valid-type]


class PortableMemory(Part):
    id: Ref
    content: Content
    type: Literal[tuple(MemoryType.values)]  # type: ignore[valid-type]
    scope: Literal[tuple(Scope.values)]  # type: ignore[valid-type]
    beneficiary: _text(100, shortest=1) = "self"  # type: ignore[valid-type]
    category: _text(50) = ""  # type: ignore[valid-type]
    key: _text(100) = ""  # type: ignore[valid-type]
    value: _text(500) = ""  # type: ignore[valid-type]
    single_valued: bool = False
    source: Literal[tuple(Source.values)]  # type: ignore[valid-type]
    source_session: Ref | None = None
    source_turn: Ref | None = None
    created_at: Moment
    said_at: Moment
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    importance: Annotated[int, Field(ge=1, le=10)] = 5
    confidence: Annotated[float, Field(ge=0, le=1)] = 1.0
    supersedes: Ref | None = None
    last_accessed: Moment | None = None
    access_count: Count = 0
    last_confirmed: Moment | None = None
    confirmations: Count = 0
    deleted_at: Moment | None = None
    episode: PortableEpisode | None = None


class PortableFollowUp(Part):
    id: Ref
    memory: Ref | None = None
    question: Content
    due_date: date
    status: Literal[tuple(FollowUp.Status.values)]  # type: ignore[valid-type]
    asked_on: date | None = None
    created_at: Moment


class PortableSubject(Part):
    external_id: _text(200, shortest=1)  # type: ignore[valid-type]
    zone: Annotated[str, AfterValidator(_zone)] = "UTC"
    created_at: Moment
    paused_at: Moment | None = None
    consent: dict[
        Annotated[str, Field(max_length=50)],
        Literal[tuple(ConsentRule.Mode.values)],  # type: ignore[valid-type]
    ] = {}
    sessions: list[PortableSession] = []
    memories: list[PortableMemory] = []
    follow_ups: list[PortableFollowUp] = []


class Document(Part):
    """A whole file."""

    format: Literal["palimpsest-memories"]
    version: Literal[1]
    exported_at: Moment
    subjects: list[PortableSubject]


def looks_like_one(file: IO[bytes]) -> bool:
    """Whether the file begins as such a document does; it is at its beginning afterwards."""
    file.seek(0)
    head = file.read(4_096).lstrip(b"\xef\xbb\xbf \t\r\n")
    file.seek(0)
    return head.startswith(b"{") and f'"{NAME}"'.encode() in head


def read_document(file: IO[bytes]) -> Document:
    """The file, checked as a whole. Raises InvalidError, which names the line or the field and
    quotes nothing of it."""
    file.seek(0)
    raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise InvalidError(f"The file has more than {LARGEST:,} bytes: export people one by one.")
    try:
        told = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InvalidError("The file is not in UTF-8.", field="file") from error
    except json.JSONDecodeError as error:
        raise InvalidError(
            f"Line {error.lineno}, column {error.colno}: this is not valid JSON ({error.msg}).",
            field="file",
        ) from error
    except (ValueError, RecursionError) as error:
        raise InvalidError("This is not valid JSON.", field="file") from error
    if isinstance(told, dict) and told.get("format") == NAME and told.get("version") != VERSION:
        raise InvalidError(f"This version of the format is not known; known is {VERSION}.")
    try:
        return Document.model_validate(told)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        where = path_of(first["loc"])
        raise InvalidError(f"{where}: {first['msg']}.", field=where) from error


def path_of(steps: Iterable[str | int]) -> str:
    """`subjects[0].memories[3].type`"""
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return path.lstrip(".") or "file"


def json_schema() -> dict[str, Any]:
    """The format as a JSON Schema; what `schema-1.json` has to be."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{NAME} {VERSION}",
        "description": "Differs between an export and the export of what was imported from it: "
        f"{', '.join(DIFFERENT)}.",
        **{k: v for k, v in Document.model_json_schema().items() if k != "title"},
    }
