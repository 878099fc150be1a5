"""The people of the demo workspaces and what they said.

The conversations are invented. Between them they hold what the gate has to tell apart: plain
updates, look-alikes, changes told as events, constraints that a later message contradicts, words
of a lower source, duplicates. Times are days before now, so that the demo is always recent.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from memory.vocabulary import PolicyMode, Source

_FILES = ("harbour.json", "kiln.json")

Role = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTurn:
    """One message of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoClaim:
    """A statement posted directly. `source` is one of memory.vocabulary.Source."""

    content: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSession:
    """A conversation, a batch of posted claims, or both: the claims come first.

    It took place `days_ago` days before now, at `clock` in the person's time zone; each turn
    is a minute after the one before.
    """

    external_id: str
    days_ago: int
    clock: time
    turns: tuple[DemoTurn, ...] = ()
    claims: tuple[DemoClaim, ...] = ()

    def began_at(self, *, now: datetime, zone: ZoneInfo) -> datetime:
        """When the session began, seen from `now` (aware)."""
        day = now.astimezone(zone).date() - timedelta(days=self.days_ago)
        return datetime.combine(day, self.clock, tzinfo=zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPerson:
    """One subject with its sessions, oldest first. `workspace` is a name, `policy` its policy."""

    workspace: str
    policy: PolicyMode
    external_id: str
    name: str
    zone: ZoneInfo
    sessions: tuple[DemoSession, ...]


def load_people() -> list[DemoPerson]:
    """Every person of every demo workspace, from the files beside this module.

    Raises ValueError with the place of the fault where a file is not as it should be.
    """
    return [person for name in _FILES for person in _people(Path(__file__).with_name(name))]


def _people(path: Path) -> list[DemoPerson]:
    data = json.loads(path.read_text(encoding="utf-8"))
    policy = PolicyMode(data.get("policy", PolicyMode.STRICT))
    return [_person(data["workspace"], policy, row) for row in data["people"]]


def _person(workspace: str, policy: PolicyMode, row: dict[str, Any]) -> DemoPerson:
    sessions = tuple(_session(session) for session in row["sessions"])
    days = [session.days_ago for session in sessions]
    if days != sorted(days, reverse=True):
        raise ValueError(f"The sessions of {row['external_id']} are not in order, oldest first.")
    return DemoPerson(
        workspace=workspace,
        policy=policy,
        external_id=row["external_id"],
        name=row["name"],
        zone=ZoneInfo(row["time_zone"]),
        sessions=sessions,
    )


def _session(row: dict[str, Any]) -> DemoSession:
    turns = tuple(_turn(row["id"], role, content) for role, content in row.get("turns", ()))
    claims = tuple(
        DemoClaim(content=claim["content"], source=Source(claim["source"]).value)
        for claim in row.get("claims", ())
    )
    if not turns and not claims:
        raise ValueError(f"Session {row['id']} has neither turns nor claims.")
    if row["days_ago"] < 1:
        raise ValueError(f"Session {row['id']} does not lie in the past.")
    return DemoSession(
        external_id=row["id"],
        days_ago=row["days_ago"],
        clock=time.fromisoformat(row["clock"]),
        turns=turns,
        claims=claims,
    )


def _turn(session: str, role: str, content: str) -> DemoTurn:
    if role == "user":
        return DemoTurn(role="user", content=content)
    if role == "assistant":
        return DemoTurn(role="assistant", content=content)
    raise ValueError(f"Session {session} has a turn by {role!r}; it must be user or assistant.")
