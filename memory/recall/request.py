"""What the steps of the read path get to work with."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache, cached_property

from django.db.models import CharField, Q

from memory.gate.verdict import Reason
from memory.inference.vector import Vector
from memory.models import Memory, MemoryQuerySet, Subject
from memory.recall.block import Line, Section
from memory.recall.conflicts import Constraint, conflict_of
from memory.recall.questions import Question
from memory.recall.quoting import quoted
from memory.recall.statements import NOW, SUBJECT, Given, Row, compiled, fetch
from memory.recall.told import Told
from memory.vocabulary import REMARK, SELF, MemoryType, Scope, Source

ALWAYS = (
    Q(scope=Scope.CONSTRAINT) | Q(type=MemoryType.PROCEDURAL) | (~Q(key="") & Q(beneficiary=SELF))
)
"""What the first three sections tell whatever is asked, and no other tells again."""

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
    turns: list[str] = field(default_factory=list)
    session: str = ""
    questions: list[Question] = field(default_factory=list)
    doubts: dict[str, Question] = field(init=False)
    shown: set[str] = field(default_factory=set)
    weak: bool = True
    constraints: list[Constraint] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.doubts = {
            memory_id: item for item in reversed(self.questions) for memory_id in item.memories
        }

    @cached_property
    def standing(self) -> list[Told]:
        """The memories of the first three steps, in one statement. A partial index holds little
        else, however many others there are."""
        return list(map(Told._make, self.fetch(_standing(past=self.past))))

    @cached_property
    def given(self) -> dict[str, object]:
        """What any statement about this request may ask for."""
        begin, after = self.span or (None, None)
        return {"subject": self.subject.id, "now": self.now, "begin": begin, "after": after}

    def fetch(self, sql: str, **given: object) -> list[Row]:
        """The rows of a statement about this request."""
        return fetch(sql, **self.given, **given)

    def told(self, ids: list[str]) -> dict[str, Told]:
        """The memories with these ids, in their order; costs no statement where there are none.

        One that was erased since it was found is left out.
        """
        rows = map(Told._make, self.fetch(_with_ids(), ids=ids) if ids else ())
        memories = {memory.id: memory for memory in rows}
        return {one: memories[one] for one in ids if one in memories}

    def line(self, memory: Told, *, dated: bool = False) -> Line:
        """A memory as a line of the block, with its date, with the doubt about it, and with the
        constraint that it does not agree with."""
        self.shown.add(memory.id)
        item = self.doubts.get(memory.id)
        against = conflict_of(memory, self.constraints)
        return Line(
            text=memory.content,
            notes=tuple(filter(None, (_whose(memory), self.date_of(memory) if dated else ""))),
            memory=memory.id,
            review_item=item.id if item else "",
            doubt=self._doubt(item) if item else _own_doubt(memory, self.now),
            conflict=f"conflicts with {quoted(against.memory.content)}" if against else "",
        )

    def date_of(self, memory: Told) -> str:
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

    def _doubt(self, item: Question) -> str:
        day = readable(self.local(item.said_at))
        if item.reason == Reason.FORGET:
            return unwanted(day)
        if item.source == Source.INFERRED:
            return f"may have changed: the user seems to want {quoted(item.content)}"
        return f"may have changed: on {day} the user said {quoted(item.content)}"


def memories(*, past: bool) -> MemoryQuerySet:
    """The subject's memories that hold at `now`; past: as one believed then."""
    rows = Memory.objects.filter(subject=SUBJECT)
    return rows.believed(NOW) if past else rows.current(NOW)


@cache
def _standing(*, past: bool) -> str:
    rows = memories(past=past).filter(ALWAYS)
    return compiled(rows.order_by("created_at", "id").values_list(*Told._fields))


@cache
def _with_ids() -> str:
    rows = Memory.objects.filter(id__any_of=Given("ids", CharField()))
    return compiled(rows.values_list(*Told._fields))


WISH_HOLDS = timedelta(days=90)
"""What somebody wants is fulfilled or given up sooner or later, and nobody says so."""

_WISHES = (Scope.FACT, Scope.GOAL)
_WISH = re.compile(
    r"(?:[\w'\u2019-]+ ){1,5}?(?:wants?|would like|needs?|hopes?|plans|is (?:looking for|planning|thinking of))\b"
)


def _own_doubt(memory: Told, now: datetime) -> str:
    """The doubt that comes of how it was learned: what no later statement would have retired, or
    nobody stood by; "" for all else."""
    if memory.category == REMARK:
        return "said in passing, may have changed since"
    if memory.type == MemoryType.EPISODIC and memory.source == Source.INFERRED:
        return "summed up from what was said then, may have changed since"
    if memory.source == Source.ASSISTANT:
        return "the assistant's words, not the user's"
    if (
        memory.scope in _WISHES
        and now - memory.said_at > WISH_HOLDS
        and _WISH.match(memory.content)
    ):
        return "wished for then, may have changed since"
    return "said with a doubt" if memory.confidence < UNSURE else ""


def unwanted(day: str) -> str:
    """The doubt about what the user may not want to be kept. day: when they asked to forget."""
    return f"do not bring it up: on {day} the user asked to forget this or something like it"


def _whose(memory: Told) -> str:
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
