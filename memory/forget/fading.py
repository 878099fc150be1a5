"""Fading: what mattered little and was of no use for long is not recalled any more.

It stays as it is, can be seen, is told where its key asks for it, and is recalled again from the
moment it is told, confirmed or corrected anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.db.models import F, Q
from django.db.models.functions import Coalesce, Greatest

from memory.models import MemoryQuerySet
from memory.models.memory import Moment
from memory.vocabulary import MemoryType, Scope

LOW = 3
"""Importance up to which a memory may fade."""

FADES_AFTER: Mapping[MemoryType, timedelta] = {
    MemoryType.EPISODIC: timedelta(days=180),
    MemoryType.SEMANTIC: timedelta(days=365),
}
"""Since it was last of use, by type. How to answer (procedural) never fades."""


def without_faded(memories: MemoryQuerySet, now: Moment) -> MemoryQuerySet:
    """The memories that have not faded at `now`; a constraint never has."""
    used = memories.annotate(
        used=Greatest(
            "created_at",
            Coalesce("last_accessed", F("created_at")),
            Coalesce("last_confirmed", F("created_at")),
        )
    )
    faded = Q()
    for kind, after in FADES_AFTER.items():
        faded |= Q(type=kind, used__lt=now - after)
    return used.exclude(faded & Q(importance__lte=LOW) & ~Q(scope=Scope.CONSTRAINT))
