"""In which state a memory is: for a row in hand, and as a filter that means the same."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet, TextChoices
from django.utils import timezone

from memory.models import Memory


class MemoryState(TextChoices):
    CURRENT = "current"
    UPCOMING = "upcoming", "begins later"
    SUPERSEDED = "superseded", "a newer one took its place"
    EXPIRED = "expired", "ended, with nothing in its place"
    DELETED = "deleted", "hidden; undo brings it back"


def newer(memory: Memory) -> Memory | None:
    """The memory that took this one's place, unless it was deleted.

    Costs a query where the row was not read `with_newer`.
    """
    found: Memory | None = getattr(memory, "superseded_by", None)
    return found if found is not None and found.deleted_at is None else None


def with_newer(rows: QuerySet[Memory]) -> QuerySet[Memory]:
    return rows.select_related("superseded_by")


def state_of(memory: Memory, now: datetime | None = None) -> MemoryState:
    now = now or timezone.now()
    if memory.deleted_at is not None:
        return MemoryState.DELETED
    if newer(memory) is not None:
        return MemoryState.SUPERSEDED
    if memory.valid_until is not None and memory.valid_until <= now:
        return MemoryState.EXPIRED
    return MemoryState.CURRENT if memory.is_current(now) else MemoryState.UPCOMING


def in_state(rows: QuerySet[Memory], state: MemoryState, now: datetime) -> QuerySet[Memory]:
    """Of these rows, those for which `state_of` says so."""
    if state == MemoryState.DELETED:
        return rows.filter(deleted_at__isnull=False)
    rows = rows.filter(deleted_at__isnull=True)
    taken = Exists(Memory.objects.visible().filter(supersedes=OuterRef("pk")))
    if state == MemoryState.SUPERSEDED:
        return rows.filter(taken)
    rows = rows.exclude(taken)
    if state == MemoryState.EXPIRED:
        return rows.filter(valid_until__lte=now)
    rows = rows.exclude(valid_until__isnull=False, valid_until__lte=now)
    if state == MemoryState.UPCOMING:
        return rows.filter(valid_from__gt=now)
    return rows.exclude(valid_from__isnull=False, valid_from__gt=now)
