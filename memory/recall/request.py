"""What the steps of the read path get to work with."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property

from django.db.models import Q

from memory.gate.verdict import Reason
from memory.inference.vector import Vector
from memory.models import Memory, MemoryQuerySet, ReviewItem, Subject
from memory.recall.block import Line, Section
from memory.recall.conflicts import is_against
from memory.recall.quoting import quoted
from memory.vocabulary import REMARK, SELF, MemoryType, Scope, Source

TOLD = (
    *("content", "type", "scope", "beneficiary", "category", "key", "source"),
    *("importance", "confidence", "said_at", "valid_from", "valid_until"),
)
"""What a line needs of a memory. Not its vector, above all: it is most of the row."""

UNSURE = 0.5
"""Confidence below which a statement was hedged or repeats what others say (`extraction.classify`)."""


@dataclass(kw_only=True)
class ContextRequest:
    """One request for a context, and what earlier steps found out.

    vector: of the query; None where the query is empty. now: the moment whose memory is told:
    the present, or the past moment that was asked for. questions: what waits for a person, the
    newest first; doubts: the same by memory. shown: ids that stand in the block.
    weak: recall found nothing that is clearly related. constraints: all that must be respected.
    span: the time that the query asks about, its end excluded. budget: tokens of the whole block.
    sections: what the steps before gave. turns: ids of the turns that are quoted already.
    session: the chatbot's own id of the conversation; "" where it names none.
    """

    subject: Subject
    query: str
    vector: Vector | None
    now: datetime
    past: bool = False
    span: tuple[datetime, datetime] | None = None
    budget: int = 500
    sections: list[Section] = field(default_factory=list)
    turns: set[str] = field(default_factory=set)
    session: str = ""
    questions: list[ReviewItem] = field(default_factory=list)
    doubts: dict[str, ReviewItem] = field(init=False)
    shown: set[str] = field(default_factory=set)
    weak: bool = True
    constraints: list[Memory] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.doubts = {
            memory_id: item for item in reversed(self.questions) for memory_id in in_question(item)
        }

    @cached_property
    def standing(self) -> list[Memory]:
        """The memories of the first three steps, in one query: constraints, how to answer, and what
        has a key. A partial index holds just these, however many others there are."""
        told = Q(scope=Scope.CONSTRAINT) | Q(type=MemoryType.PROCEDURAL) | ~Q(key="")
        return list(self.memories.filter(told).order_by("created_at", "id"))

    @property
    def memories(self) -> MemoryQuerySet:
        """The subject's memories that hold at `now`, as one believed then."""
        rows = Memory.objects.filter(subject=self.subject).only(*TOLD)
        return rows.believed(self.now) if self.past else rows.current(self.now)

    def line(self, memory: Memory, *, dated: bool = False) -> Line:
        """A memory as a line of the block, with its date, with the doubt about it, and with the
        constraint that it does not agree with."""
        self.shown.add(memory.id)
        item = self.doubts.get(memory.id)
        against = next((c for c in self.constraints if is_against(memory, c)), None)
        return Line(
            text=memory.content,
            notes=tuple(filter(None, (_whose(memory), self.date_of(memory) if dated else ""))),
            memory=memory.id,
            review_item=item.id if item else "",
            doubt=self._doubt(item) if item else _own_doubt(memory),
            conflict=f"conflicts with {quoted(against.content)}" if against else "",
        )

    def date_of(self, memory: Memory) -> str:
        """Since when it holds where that is known, else when it was told; for what happened,
        the day alone."""
        day = readable(self.local(memory.valid_from or memory.said_at))
        if memory.type == MemoryType.EPISODIC:
            return day
        begun = f"since {day}" if memory.valid_from else f"told {day}"
        if memory.valid_until is None:
            return begun
        return f"{begun}, until {readable(self.local(memory.valid_until))}"

    def local(self, moment: datetime) -> date:
        """The day of that moment where the subject lives."""
        return moment.astimezone(self.subject.zone_info).date()

    def _doubt(self, item: ReviewItem) -> str:
        day = readable(self.local(item.claim.said_at))
        if item.reason == Reason.FORGET:
            return unwanted(day)
        if item.claim.source == Source.INFERRED:
            return f"may have changed: the user seems to want {quoted(item.claim.content)}"
        return f"may have changed: on {day} the user said {quoted(item.claim.content)}"


def _own_doubt(memory: Memory) -> str:
    """The doubt that comes of how it was learned: what no later statement would have retired, or
    nobody stood by; "" for all else."""
    if memory.category == REMARK:
        return "said in passing, may have changed since"
    if memory.type == MemoryType.EPISODIC and memory.source == Source.INFERRED:
        return "summed up from what was said then, may have changed since"
    if memory.source == Source.ASSISTANT:
        return "the assistant's words, not the user's"
    return "said with a doubt" if memory.confidence < UNSURE else ""


def unwanted(day: str) -> str:
    """The doubt about what the user may not want to be kept. day: when they asked to forget."""
    return f"do not bring it up: on {day} the user asked to forget this or something like it"


def in_question(item: ReviewItem) -> list[str]:
    """Ids of all memories that the item asks about; costs no query where `others` is fetched."""
    return [*([item.memory_id] if item.memory_id else []), *(m.id for m in item.others.all())]


def _whose(memory: Memory) -> str:
    """For whom, where it is not the user: a dinner booked for a team is no taste of the user's."""
    if memory.beneficiary == SELF:
        return ""
    other = quoted(memory.beneficiary)
    if memory.type == MemoryType.EPISODIC or memory.scope == Scope.EVENT:
        return f"for {other}, not for the user"
    return f"about {other}, not the user"


def readable(day: date) -> str:
    """3 Oct 2025"""
    return f"{day.day} {day:%b %Y}"
