"""Store what a session was about: its summary as an episode, written as `store` writes memories."""

from __future__ import annotations

from datetime import datetime

from memory.change import Change
from memory.fingerprint import fingerprint
from memory.gate.verdict import Reason
from memory.inference.vector import Vector
from memory.models import Decision, Episode, Memory, Session
from memory.sessions.summaries import summary_of
from memory.sessions.summary import Summary
from memory.store import end
from memory.vocabulary import MemoryType, Scope, Source

IMPORTANCE = 3


def write_summary(
    c: Change, session: Session, summary: Summary, vector: Vector, *, evidence: dict[str, object]
) -> Memory:
    """Store the summary as an episode; it takes the place of the one that the session has."""
    older = summary_of(session.id)
    before = end(c, older) if older else None
    first = session.turns.order_by("number").values_list("created_at", flat=True)[0]
    memory = _episode(c, session, summary, vector, began=first)
    memory.supersedes = older
    memory.save(force_insert=True)
    Episode.objects.create(
        memory=memory,
        date=first.astimezone(c.subject.zone_info).date(),
        mood_at_start=summary.mood_at_start,
        mood_at_end=summary.mood_at_end,
        summary=summary.text,
        topics=list(summary.topics),
    )
    c.record(
        Decision.Action.REPLACE if older else Decision.Action.ADD,
        Reason.SUMMED_UP,
        memory_ref=memory.id,
        target_ref=older.id if older else "",
        fingerprint=memory.fingerprint,
        evidence={**evidence, "source": Source.INFERRED, "before": before},
    )
    return memory


def _episode(
    c: Change, session: Session, summary: Summary, vector: Vector, *, began: datetime
) -> Memory:
    """The memory that a session's summary becomes, not saved yet."""
    return Memory(
        subject=c.subject,
        content=summary.text,
        type=MemoryType.EPISODIC,
        scope=Scope.EVENT,
        source=Source.INFERRED,
        source_session=session,
        valid_from=min(began, c.now),
        importance=IMPORTANCE,
        created_at=c.now,
        said_at=session.quiet_since or c.now,
        # Of its own, so that a statement in the same words is not taken for known.
        fingerprint=fingerprint(c.subject.id, f"{session.id}: {summary.text}"),
        embedding=vector.values,
        embedding_model=vector.model,
    )
