"""Cases drawn from public issue threads: a statement or a whole message comes in, under a context.

What a context says beyond `Told` (a check in words, a policy that no workspace has) is for people
to read and changes nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memory.evaluation.case_files import Row, read_cases
from memory.evaluation.cases import OUTCOMES, Case, refuse_unknown, text
from memory.vocabulary import MemoryType, Scope, Source

PUBLIC_OUTCOMES = OUTCOMES | {"reject", "expire", "erase"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A statement with what a note in brackets says of it.

    ended: it is history: superseded, or expired. key, value: of one that is written as a slot.
    """

    content: str
    said_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    ended: bool = False
    key: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """How the new statement comes in.

    is_message: as a turn of the conversation, not as a statement that is posted. repeat: how often.
    asks_for_consent: special categories of data wait for the person. now: the moment, if one is
    named; said_at: of the message itself. name: the person's.
    """

    is_message: bool
    role: str = "user"
    source: str = Source.USER
    type: str | None = None
    scope: str | None = None
    repeat: int = 1
    now: datetime | None = None
    said_at: datetime | None = None
    name: str = ""
    asks_for_consent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicCase:
    """A case with how it is told."""

    case: Case
    told: Told


def load_public_cases(path: Path) -> list[PublicCase]:
    """The cases of a JSON-lines file, one a line; raises InvalidError as `load_cases` does."""
    return read_cases(path, _public_case)


def _public_case(row: Row) -> PublicCase:
    raw = row.values
    expect, target = _outcome(raw["expected"])
    accepted = [_outcome(one) for one in raw.get("acceptable") or ()]
    targets = [place for _, place in accepted if place is not None]
    case = Case(
        id=text(raw["id"]),
        kind=text(raw["kind"]),
        existing=tuple(text(one) for one in raw["existing"]),
        incoming=text(raw["incoming"]),
        expect=expect,
        target=targets[0] if target is None and targets else target,
        also_ok=frozenset(outcome for outcome, _ in accepted),
        others={int(place): text(wanted) for place, wanted in (raw.get("also") or {}).items()},
        why=_why(raw),
        part=row.part,
    )
    refuse_unknown(case, row.number, PUBLIC_OUTCOMES)
    return PublicCase(case=case, told=_told(raw.get("context") or {}))


def _outcome(word: str) -> tuple[str, int | None]:
    """`replace:1` is the replacement of statement 1."""
    outcome, _, place = text(word).partition(":")
    return outcome, int(place) if place else None


def _why(raw: Mapping[str, Any]) -> str:
    check = (raw.get("context") or {}).get("check")
    return " ".join(filter(None, [raw.get("why"), f"To be read: {check}." if check else ""]))


def _told(context: Mapping[str, Any]) -> Told:
    kind, source = context.get("type"), context.get("source", Source.USER)
    return Told(
        is_message=context.get("input") == "message",
        role=context.get("role", "user"),
        # What is no word of ours came from somewhere else, and ranks lowest.
        source=source if source in Source.values else Source.INFERRED,
        type=kind if kind in MemoryType.values else None,
        scope=kind if kind in Scope.values else None,
        repeat=int(context.get("repeat", 1)),
        now=_moment(context.get("now")),
        said_at=_moment(context.get("message_time")),
        name=context.get("user_name", ""),
        asks_for_consent="needs consent" in str(context.get("policy", "")),
    )


# Notes ------------------------------------------------------------------------------------------

_STATE = re.compile(r"^\[(?P<word>superseded|expired|disputed)(?: (?P<date>[\d-]+))?\] ")
_NOTE = re.compile(
    r"\s*\((?:(?P<word>valid_until|valid_from|documented) )?"
    r"(?P<date>\d{4}(?:-\d\d(?:-\d\d(?:T[\d:+Z-]+)?)?)?)(?:, [^()]*)?\)(?=\.?$)"
)
_SLOT = re.compile(r"^\w+\.(?P<key>\w+) = (?P<value>.+)$")
_FIELDS = {"valid_until": "valid_until", "valid_from": "valid_from"}


def read_statement(words: str) -> Stated:
    """The statement without its notes: "[superseded] …", "… (valid_until 2026-10-01)",
    "… (2026-01)" for when it was said, "profile.city = Tver" for a slot."""
    found: dict[str, Any] = {}
    if state := _STATE.match(words):
        words = words[state.end() :]
        found["ended"] = state["word"] != "disputed"
        found["valid_until"] = _moment(state["date"])
    if note := _NOTE.search(words):
        words = words[: note.start()] + words[note.end() :]
        found[_FIELDS.get(note["word"], "said_at")] = _moment(note["date"])
    if slot := _SLOT.match(words):
        found |= slot.groupdict()
    return Stated(content=words, **found)


def _moment(words: str | None) -> datetime | None:
    """An aware time; of a month or a year its first day, and without a zone in UTC."""
    if not words:
        return None
    whole = words + "-01-01"[len(words) - 4 :] if len(words) in (4, 7) else words
    moment = datetime.fromisoformat(whole)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
