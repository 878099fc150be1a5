"""Memories together with what they superseded, and those whose time has yet to come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet

from memory.models import Memory, Subject


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A memory with the older ones beneath it, newest first. `ended`: it no longer holds."""

    memory: Memory
    older: Sequence[Memory]
    ended: bool


def coming_up(subject: Subject, now: datetime) -> QuerySet[Memory]:
    """Memories that begin to hold later, the next one first. One that was replaced before it
    began has an interval without any time in it and is left out."""
    lasting = Q(valid_until__isnull=True) | Q(valid_until__gt=F("valid_from"))
    upcoming = Memory.objects.visible().filter(lasting, subject=subject, valid_from__gt=now)
    return upcoming.order_by("valid_from", "id")


def versions(subject: Subject, memories: Iterable[Memory], now: datetime) -> list[Version]:
    """Each memory with the older ones beneath it, in two queries for all."""
    linked = _linked(subject)
    return [
        Version(
            memory=memory,
            older=_beneath(memory, linked),
            ended=memory.valid_until is not None and memory.valid_until <= now,
        )
        for memory in memories
    ]


def newest(subject: Subject, memories: Iterable[Memory]) -> list[Memory]:
    """The newest memory of each one's chain, each chain once, in the order of `memories`."""
    newer = {row.supersedes_id: row for row in _linked(subject).values() if row.supersedes_id}
    heads: dict[str, Memory] = {}
    for memory in memories:
        while memory.id in newer:
            memory = newer[memory.id]
        heads.setdefault(memory.id, memory)
    return list(heads.values())


def _linked(subject: Subject) -> dict[str, Memory]:
    """All memories that superseded one or were superseded, by id."""
    in_chain = Q(supersedes__isnull=False) | Q(superseded_by__isnull=False)
    rows = Memory.objects.visible().filter(in_chain, subject=subject).defer("embedding")
    return {memory.id: memory for memory in rows}


def _beneath(memory: Memory, linked: dict[str, Memory]) -> list[Memory]:
    older: list[Memory] = []
    below = linked.get(memory.supersedes_id or "")
    while below is not None:
        older.append(below)
        below = linked.get(below.supersedes_id or "")
    return older
