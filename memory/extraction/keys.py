"""The registry of keys: which attribute slots exist, and how many values each can hold.

The table beside this file holds for everybody. A workspace may add keys of its own: they are known
within `knowing(...)`, as a time zone or a language is active in Django, so that every rule and
every engine below finds them by the same `find_key`. `memory.keys` opens it for a workspace.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from memory.vocabulary import Cardinality, Lasts, Scope

_TABLE = Path(__file__).with_name("keys.toml")

LIFETIMES: Mapping[Lasts, timedelta | None] = MappingProxyType(
    {
        Lasts.HOURS: timedelta(hours=12),
        Lasts.DAYS: timedelta(days=7),
        Lasts.WEEKS: timedelta(days=60),
        Lasts.MONTHS: timedelta(days=365),
        Lasts.YEARS: timedelta(days=5 * 365),
        Lasts.ALWAYS: None,
    }
)
"""How long a statement may be told as true, by the word used for it; None is for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One attribute slot. `lifetime` None means that its values do not age; `is_own` that a
    workspace added it."""

    name: str
    category: str
    cardinality: Cardinality
    aliases: tuple[str, ...] = ()
    scope: Scope = Scope.FACT
    importance: int = 5
    lifetime: timedelta | None = None
    is_own: bool = False

    @property
    def is_single(self) -> bool:
        """True where a subject has at most one current value."""
        return self.cardinality is Cardinality.ONE


def spelling_of(name: str) -> str:
    """The form under which names are compared: lower case, words joined by one underscore."""
    spelt = name.strip().lower().replace("'s", "").replace("favorite", "favourite")
    spelt = re.sub(r"\bcolor\b", "colour", spelt)
    return re.sub(r"[\W_]+", "_", spelt).strip("_")


def find_key(name: str) -> Key | None:
    """The key of that name or alias, or None where the registry has none."""
    spelt = spelling_of(name)
    return _own.get().get(spelt) or _index().get(spelt)


def name_of(key: str) -> str:
    """The registry's name for a name or alias; what it lacks stays as it is."""
    found = find_key(key) if key else None
    return found.name if found else key


def lasts_of(key: Key) -> Lasts:
    """The word for how long the key's values may be told as true."""
    return next(word for word, lifetime in LIFETIMES.items() if lifetime == key.lifetime)


def all_keys() -> tuple[Key, ...]:
    """Every key: those of the table, in its order, then the workspace's own."""
    own = {key.name: key for key in _own.get().values()}
    return (*table_keys(), *own.values())


@contextmanager
def knowing(own: Sequence[Key]) -> Iterator[None]:
    """Let a workspace's own keys be known in this block, and no others' own."""
    token = _own.set(_indexed(own))
    try:
        yield
    finally:
        _own.reset(token)


@cache
def table_keys() -> tuple[Key, ...]:
    """The keys of the table, in its order."""
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    return tuple(
        _key(name, category, row) for category, rows in table.items() for name, row in rows.items()
    )


def _key(name: str, category: str, row: Mapping[str, Any]) -> Key:
    return Key(
        name=name,
        category=category,
        cardinality=Cardinality(row["cardinality"]),
        aliases=tuple(row.get("aliases", ())),
        scope=Scope(row.get("scope", Scope.FACT)),
        importance=row["importance"],
        lifetime=LIFETIMES[Lasts(row["lasts"])],
    )


@cache
def _index() -> Mapping[str, Key]:
    return _indexed(table_keys())


def _indexed(keys: Sequence[Key]) -> Mapping[str, Key]:
    """Names and aliases to keys; a name wins over another key's alias."""
    index: dict[str, Key] = {}
    for key in keys:
        for alias in key.aliases:
            index.setdefault(spelling_of(alias), key)
    index.update({spelling_of(key.name): key for key in keys})
    return MappingProxyType(index)


_own: ContextVar[Mapping[str, Key]] = ContextVar("own_keys", default=MappingProxyType({}))
