from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from django.db.models import CharField, Q
from django.db.models.functions import Coalesce

from memory.forget.fading import without_faded
from memory.models import Memory, MemoryQuerySet
from memory.recall.block import Section
from memory.recall.hits import SEARCHED, find_hits
from memory.recall.questions import Question
from memory.recall.request import ALWAYS, ContextRequest, memories
from memory.recall.statements import AFTER, BEGIN, NOW, Given, compiled
from memory.recall.told import Told
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
        timed = request.span is not None
        rows = _searched(past=request.past, timed=timed)
        hits = find_hits(rows, request.query, request.vector, **request.given)
        related = [hit for hit in hits if hit.is_related()][:TOP]
        request.weak = not any(hit.is_clear for hit in related)
        found = [hit.id for hit in related]
        if timed:
            found += _episodes_of_the_time(request, but=found)
    told = request.told(found)
    request.doubts |= _doubts_of_summaries(request, told.values())
    lines = tuple(request.line(memory, dated=True) for memory in told.values())
    return Section(name="recall", title="Related to this", lines=lines)


def _rows(*, past: bool, timed: bool) -> MemoryQuerySet:
    """What may be recalled; timed: no episode that happened outside of the time that is asked about."""
    rows = without_faded(memories(past=past), NOW).exclude(ALWAYS)
    if not timed:
        return rows
    happened = rows.alias(happened=Coalesce("valid_from", "said_at"))
    within = Q(happened__gte=BEGIN, happened__lt=AFTER)
    return happened.filter(~Q(type=MemoryType.EPISODIC) | within)


@cache
def _searched(*, past: bool, timed: bool) -> str:
    return compiled(_rows(past=past, timed=timed).values(*SEARCHED))


def _episodes_of_the_time(request: ContextRequest, *, but: list[str]) -> list[str]:
    """Ids of the other episodes of the time that is asked about, the costliest first."""
    rows = request.fetch(_episodes(past=request.past), but=but)
    return [one for (one,) in rows[: TOP - len(but)]]


@cache
def _episodes(*, past: bool) -> str:
    others = ~Q(id__any_of=Given("but", CharField()))
    rows = _rows(past=past, timed=True).filter(others, type=MemoryType.EPISODIC)
    return compiled(rows.order_by("-importance", "said_at", "id").values_list("id")[:TOP])


def _doubts_of_summaries(request: ContextRequest, told: Iterable[Told]) -> dict[str, Question]:
    """The questions about what was said in a session are about its summary as well, which tells
    it again. One statement where questions are open and an episode is told, none otherwise."""
    episodes = [memory.id for memory in told if memory.type == MemoryType.EPISODIC]
    if not request.doubts or not episodes:
        return {}
    pairs = request.fetch(_summaries(), ids=episodes, doubted=list(request.doubts))
    return {summary: request.doubts[told] for summary, told in pairs}


@cache
def _summaries() -> str:
    rows = Memory.objects.filter(
        id__any_of=Given("ids", CharField()),
        episode__isnull=False,
        source_session__memory__id__any_of=Given("doubted", CharField()),
    )
    pairs = rows.order_by("id", "source_session__memory")
    return compiled(pairs.values_list("id", "source_session__memory"))
