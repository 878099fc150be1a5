"""The registry of keys: which attribute slots exist, and how many values each can hold."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
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
    """One attribute slot. `lifetime` None means that its values do not age."""

    name: str
    category: str
    cardinality: Cardinality
    aliases: tuple[str, ...] = ()
    scope: Scope = Scope.FACT
    importance: int = 5
    lifetime: timedelta | None = None

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
    return _index().get(spelling_of(name))


@cache
def all_keys() -> tuple[Key, ...]:
    """Every key, in the order of the table."""
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
    """Names and aliases to keys; a name wins over another key's alias."""
    index: dict[str, Key] = {}
    for key in all_keys():
        for alias in key.aliases:
            index.setdefault(spelling_of(alias), key)
    index.update({spelling_of(key.name): key for key in all_keys()})
    return MappingProxyType(index)
