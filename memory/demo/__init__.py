"""The people of the demo workspaces and what they said."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTurn:
    """One message. `role` is "user" or "assistant"."""

    role: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoClaim:
    """A statement posted directly. `source` is one of memory.vocabulary.Source."""

    content: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSession:
    """A conversation, or a batch of posted claims, `days_ago` days before now at `clock` (HH:MM).

    Turns follow each other by a minute. A session has turns, claims or both (turns first).
    """

    external_id: str
    days_ago: int
    clock: str
    turns: tuple[DemoTurn, ...] = ()
    claims: tuple[DemoClaim, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPerson:
    """One subject with its sessions, oldest first. `time_zone` is a name of the tz database."""

    workspace: str
    external_id: str
    name: str
    time_zone: str
    sessions: tuple[DemoSession, ...]


def load_people() -> list[DemoPerson]:
    """Every person of every demo workspace, from the data beside this module."""
    return []
