"""What the steps of the read path get to work with."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime

from memory.inference.vector import Vector
from memory.models import Memory, MemoryQuerySet, ReviewItem, Session, Subject
from memory.recall.block import Line


@dataclass(slots=True, kw_only=True)
class ContextRequest:
    """One request for a context, and what earlier steps found out.

    vector: of the query; None where the query is empty. now: the moment whose memory is told:
    the present, or the past moment that was asked for. shown: ids that stand in the block.
    weak: recall found nothing that is clearly related.
    """

    subject: Subject
    query: str
    vector: Vector | None
    now: datetime
    past: bool = False
    session: Session | None = None
    questions: list[ReviewItem] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
    weak: bool = True

    @property
    def memories(self) -> MemoryQuerySet:
        """The subject's memories that hold at `now`, as one believed then."""
        rows = Memory.objects.filter(subject=self.subject).defer("embedding")
        return rows.believed(self.now) if self.past else rows.current(self.now)

    def line(self, memory: Memory, *, dated: bool = False) -> Line:
        """A memory as a line of the block, with its date and with the doubt about it."""
        self.shown.add(memory.id)
        about = "" if memory.beneficiary == "self" else f" (about: {memory.beneficiary})"
        when = f" ({self.date_of(memory)})" if dated else ""
        return Line(
            text=f"{memory.content}{about}{when}", memory=memory.id, doubt=self._doubt(memory)
        )

    def date_of(self, memory: Memory) -> str:
        """ "since 3 Oct 2025" for what holds, "3 Oct 2025" for what happened."""
        if memory.type == "episodic":
            return readable(self.local(memory.valid_from or memory.said_at))
        begun = f"since {readable(self.local(memory.valid_from or memory.said_at))}"
        if memory.valid_until is None:
            return begun
        return f"{begun}, until {readable(self.local(memory.valid_until))}"

    def local(self, moment: datetime) -> date:
        """The day of that moment where the subject lives."""
        return moment.astimezone(self.subject.zone_info).date()

    def _doubt(self, memory: Memory) -> str:
        for item in self.questions:
            if item.memory_id == memory.id:
                day = readable(self.local(item.claim.said_at))
                return f"may have changed: on {day} the user said “{item.claim.content}”"
        return ""


def readable(day: date) -> str:
    """3 Oct 2025"""
    return f"{day.day} {day:%b %Y}"
