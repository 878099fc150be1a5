from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Coalesce

from memory.forget.fading import without_faded
from memory.models import Memory, MemoryQuerySet, ReviewItem
from memory.recall.block import Section
from memory.recall.hits import find_hits
from memory.recall.request import TOLD, ContextRequest
from memory.vocabulary import MemoryType

TOP = 10


def recall(request: ContextRequest) -> Section:
    """Facts and episodes most related to the query, in meaning or in words.

    Where the query names a time ("last spring"), episodes of another time are left out, and those
    of that time told even where only the time fits. Nothing where nothing is related. What already
    stands in the block is not told twice, and what has faded not at all.
    """
    found: list[str] = []
    if request.vector is not None:
        rows = without_faded(request.memories, request.now).exclude(id__in=request.shown)
        if request.span is not None:
            rows = _without_episodes_outside(rows, *request.span)
        hits = [hit for hit in find_hits(rows, request.query, request.vector) if hit.is_related()]
        request.weak = not any(hit.is_clear for hit in hits[:TOP])
        found = [hit.id for hit in hits[:TOP]]
        if request.span is not None:
            found += _episodes_of(rows, but=found)
    request.doubts |= _doubts_of_summaries(request)
    memories = Memory.objects.only(*TOLD).in_bulk(found)
    lines = tuple(request.line(memories[one], dated=True) for one in found)
    return Section(name="recall", title="Related to this", lines=lines)


def _without_episodes_outside(
    rows: MemoryQuerySet, first: datetime, after: datetime
) -> MemoryQuerySet:
    happened = rows.annotate(happened=Coalesce("valid_from", "said_at"))
    within = Q(happened__gte=first, happened__lt=after)
    return happened.filter(~Q(type=MemoryType.EPISODIC) | within)


def _episodes_of(rows: MemoryQuerySet, *, but: list[str]) -> list[str]:
    """Ids of the episodes that are left once those of another time are: the costliest first."""
    episodes = rows.filter(type=MemoryType.EPISODIC).exclude(id__in=but)
    ordered = episodes.order_by("-importance", "said_at", "id")
    return list(ordered.values_list("id", flat=True)[: TOP - len(but)])


def _doubts_of_summaries(request: ContextRequest) -> dict[str, ReviewItem]:
    """The questions about what was said in a session are about its summary as well, which tells
    it again. One query where questions are open, none otherwise."""
    if not request.doubts:
        return {}
    tells = request.memories.filter(
        episode__isnull=False, source_session__memory__in=list(request.doubts)
    )
    pairs = tells.values_list("id", "source_session__memory")
    return {summary: request.doubts[told] for summary, told in pairs if told in request.doubts}
