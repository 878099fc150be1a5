"""Conversation histories with what is worth keeping in them, and probes of the context. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from memory.errors import InvalidError
from memory.evaluation.case_files import Part, Row, read_cases
from memory.evaluation.cases import text
from memory.models import Turn

BETWEEN_TURNS = timedelta(minutes=1)
OUTCOMES = frozenset(("add", "replace", "skip", "review", "expire"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenTurn:
    """One turn of a history: its session and its place in it, both from 0, and its moment."""

    session: int
    place: int
    at: datetime
    role: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What is worth keeping of a turn, or must not be kept (`skip`).

    outcome: what should happen to it. replaces: the `content` of the earlier fact that it ends.
    valid_until: the last day it holds.
    """

    session: int
    turn: int
    content: str
    outcome: str
    type: str
    scope: str
    beneficiary: str
    key: str
    value: str
    valid_until: date | None
    replaces: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What the context for a query must and must not tell as true at a moment."""

    at: datetime
    query: str
    must: tuple[str, ...]
    must_not: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """One person's sessions, the facts in the order they are said, and the probes by time."""

    id: str
    turns: tuple[SpokenTurn, ...]
    facts: tuple[Fact, ...]
    probes: tuple[Probe, ...]
    part: Part


def load_histories(path: Path) -> list[History]:
    """The histories of a JSON-lines file, one a line.

    Raises InvalidError with the line's number where one is not a history.
    """
    return read_cases(path, _history, noun="history")


def _history(row: Row) -> History:
    raw = row.values
    history = History(
        id=text(raw["id"]),
        turns=tuple(sorted(_turns(raw["sessions"]), key=lambda turn: turn.at)),
        facts=tuple(_fact(one) for one in raw["facts"]),
        probes=tuple(sorted((_probe(one) for one in raw["probes"]), key=lambda probe: probe.at)),
        part=row.part,
    )
    _refuse_unknown(history, row.number)
    return history


def _turns(sessions: list[Mapping[str, Any]]) -> Iterator[SpokenTurn]:
    for number, session in enumerate(sessions):
        begun = _moment(session["date"])
        for place, turn in enumerate(session["turns"]):
            yield SpokenTurn(
                session=number,
                place=place,
                at=begun + place * BETWEEN_TURNS,
                role=text(turn["role"]),
                content=text(turn["content"]),
            )


def _fact(raw: Mapping[str, Any]) -> Fact:
    until = raw.get("valid_until")
    return Fact(
        session=int(raw["session"]),
        turn=int(raw["turn"]),
        content=text(raw["content"]),
        outcome=text(raw["outcome"]),
        type=text(raw["type"]),
        scope=text(raw["scope"]),
        beneficiary=raw.get("beneficiary") or "self",
        key=raw.get("key") or "",
        value=str(raw.get("value") or ""),
        valid_until=date.fromisoformat(until[:10]) if until else None,
        replaces=raw.get("replaces") or "",
    )


def _probe(raw: Mapping[str, Any]) -> Probe:
    return Probe(
        at=_moment(raw["at"]),
        query=text(raw["query"]),
        must=tuple(text(one) for one in raw["must"]),
        must_not=tuple(text(one) for one in raw["must_not"]),
        why=raw.get("why") or "",
    )


def _moment(words: str) -> datetime:
    moment = datetime.fromisoformat(words)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _refuse_unknown(history: History, number: int) -> None:
    places = {(turn.session, turn.place) for turn in history.turns}
    contents = {fact.content for fact in history.facts}
    if not {turn.role for turn in history.turns} <= set(Turn.Role.values):
        raise InvalidError(f"Line {number} has a turn that is of neither user nor assistant.")
    for fact in history.facts:
        if (fact.session, fact.turn) not in places:
            raise InvalidError(f"Line {number} has a fact of a turn that does not exist.")
        if fact.outcome not in OUTCOMES:
            raise InvalidError(f"Line {number} has a fact with the outcome {fact.outcome!r}.")
        if fact.replaces and fact.replaces not in contents:
            raise InvalidError(f"Line {number} has a fact that replaces none of its facts.")
