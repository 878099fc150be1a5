"""What lies ahead: told with its day, so that nobody takes it for the present."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import cache

from django.db.models import DateTimeField, F, Q

from memory.models import Memory
from memory.recall.block import Line, Section
from memory.recall.request import ContextRequest, readable
from memory.recall.statements import NOW, SUBJECT, Given, compiled
from memory.recall.told import Told
from memory.vocabulary import MemoryType

AHEAD = timedelta(days=30)
MOST = 5

_LAST = Given("last", DateTimeField())


def upcoming(request: ContextRequest) -> Section:
    """What is planned for the next weeks, the next first, whatever is asked: an interview on
    Thursday, a new address from July. It becomes current on its day, or an episode."""
    rows = request.fetch(_planned(past=request.past), last=request.now + AHEAD)
    lines = tuple(_ahead(request, Told._make(row)) for row in rows)
    return Section(name="upcoming", title="Coming up", lines=lines)


@cache
def _planned(*, past: bool) -> str:
    """What was known at `now` to begin later. past: with what was deleted since."""
    kept = Q(deleted_at__isnull=True)
    if past:
        kept |= Q(deleted_at__gt=NOW)
    rows = Memory.objects.filter(
        kept,
        Q(valid_until__isnull=True) | Q(valid_until__gt=NOW),
        subject=SUBJECT,
        created_at__lte=NOW,
        valid_from__gt=NOW,
        valid_from__lte=_LAST,
    )
    # As it always is of such; said for the index.
    rows = rows.filter(valid_from__gt=F("created_at"))
    return compiled(rows.order_by("valid_from", "id").values_list(*Told._fields)[:MOST])


def _ahead(request: ContextRequest, memory: Told) -> Line:
    line = request.line(memory)
    day = readable(request.local(memory.valid_from or memory.said_at))
    when = f"on {day}" if memory.type == MemoryType.EPISODIC else f"from {day}"
    return replace(line, notes=(*line.notes, when))
