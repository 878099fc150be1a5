"""One memory with its chain and its decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from memory.access import chain_of, decisions_of
from memory.digest import digest
from memory.models import Memory, ReviewItem
from review.diff import Piece, differing_words
from review.listings.log import LogEntry, log_entries


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One memory of a chain; `pieces` marks what is new against the step before."""

    memory: Memory
    pieces: Sequence[Piece]
    is_shown: bool
    is_current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPage:
    """One memory with its chain, oldest first, and its decisions.

    may_edit: it holds now or will hold.
    """

    memory: Memory
    may_edit: bool
    steps: Sequence[Step]
    log: Sequence[LogEntry]
    items: Sequence[ReviewItem]
    shown: str


def memory_page(memory: Memory, now: datetime) -> MemoryPage:
    """Gather one memory's page."""
    chain = chain_of(memory)
    about = Q(memory_ref__in=[m.id for m in chain]) | Q(target_ref__in=[m.id for m in chain])
    return MemoryPage(
        memory=memory,
        may_edit=not memory.deleted_at and not (memory.valid_until and memory.valid_until <= now),
        steps=_steps(memory, chain, now),
        log=log_entries(memory.subject, decisions_of(memory.subject).filter(about)),
        items=list(memory.review_items.filter(state=ReviewItem.State.OPEN)),
        shown=digest(memory),
    )


def _steps(memory: Memory, chain: Sequence[Memory], now: datetime) -> list[Step]:
    before: str | None = None
    steps = []
    for each in chain:
        fresh = differing_words(before, each.content)[1] if before else [Piece(each.content)]
        steps.append(
            Step(
                memory=each,
                pieces=fresh,
                is_shown=each.id == memory.id,
                is_current=each.is_current(now),
            )
        )
        before = each.content
    return steps
