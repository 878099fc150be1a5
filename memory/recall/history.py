"""What held formerly, where it is asked for: told as past, never as true now."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from django.db.models import Q

from memory.models import Memory
from memory.recall.block import Line, Section
from memory.recall.hits import SEARCHED, find_hits
from memory.recall.request import ContextRequest, readable
from memory.recall.statements import AFTER, BEGIN, NOW, SUBJECT, compiled
from memory.recall.told import Told

TOP = 5

_FORMERLY = re.compile(
    r"\b(?:used to|previous(?:ly)?|former(?:ly)?|in the past|originally|initially|back then|no longer"
    r"|not any ?more|my (?:old|last|first|ex)\b|history of|how (?:has|have) .+ changed|changed over)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"\b(?:before|earlier|until|at the time|then|at first)\b", re.IGNORECASE)
_WAS = re.compile(r"\b(?:did|was|were|had|lived|worked|used)\b", re.IGNORECASE)
_SELF = re.compile(r"\b(?:i|my|me|we|our)\b", re.IGNORECASE)


def asks_for_the_past(query: str) -> bool:
    """Whether the question is about what held formerly ("where did I live before?")."""
    return bool(_FORMERLY.search(query) or (looks_back(query) and _BEFORE.search(query)))


def looks_back(query: str) -> bool:
    """Whether it is about what the person did, said or had ("what did I say about …")."""
    return bool(_FORMERLY.search(query) or (_WAS.search(query) and _SELF.search(query)))


def history(request: ContextRequest) -> Section:
    """Superseded and expired memories related to the query, where it asks for the past or names
    days that are over; each with until when it held. Nothing otherwise."""
    lines: tuple[Line, ...] = ()
    if request.vector is not None and (request.span or asks_for_the_past(request.query)):
        rows = _over(past=request.past, timed=request.span is not None)
        hits = find_hits(rows, request.query, request.vector, **request.given)
        found = [hit.id for hit in hits if hit.is_related()][:TOP]
        lines = tuple(_past(request, memory) for memory in request.told(found).values())
    return Section(name="history", title="Formerly, no longer so", lines=lines)


@cache
def _over(*, past: bool, timed: bool) -> str:
    """The subject's memories that hold no more at `now`; timed: of these, the ones that held in the
    time that is asked about."""
    kept = Q(deleted_at__isnull=True)
    if past:
        kept |= Q(deleted_at__gt=NOW)
    rows = Memory.objects.filter(kept, subject=SUBJECT, created_at__lte=NOW, valid_until__lte=NOW)
    if timed:
        begun = Q(valid_from__lt=AFTER) | Q(valid_from__isnull=True, said_at__lt=AFTER)
        rows = rows.filter(begun, valid_until__gt=BEGIN)
    return compiled(rows.values(*SEARCHED))


def _past(request: ContextRequest, memory: Told) -> Line:
    """The memory with the days it held; said in a way that nobody takes for the present."""
    line = request.line(memory, dated=False)
    begun = readable(request.local(memory.valid_from or memory.said_at))
    ended = readable(request.local(memory.valid_until or request.now))
    return replace(line, notes=(*line.notes, f"no longer so: from {begun} until {ended}"))
