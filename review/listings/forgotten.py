"""What of one person was deleted and can still be restored, their conversations, and how much was
erased for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.utils import timezone

from memory.access import decisions_of
from memory.errors import NotFoundError
from memory.models import Decision, Memory, Session, Subject, Turn
from memory.models.memory import RESTORABLE_FOR
from review.listings import undoing

MOST = 100
"""Of each list, the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted:
    """A hidden memory with the decision that hid it. until: then it is removed for good. refusal:
    why it cannot be restored now; empty where it can."""

    memory: Memory
    decision: Decision
    until: datetime
    refusal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """The page. erased: how many statements are kept from being learned again."""

    subject: Subject
    deleted: Sequence[Deleted]
    conversations: QuerySet[Session]
    erased: int


def forgotten(subject: Subject, *, by_person: bool = False) -> Forgotten:
    """Gather the page. by_person: without what operators deleted, which only they restore."""
    return Forgotten(
        subject=subject,
        deleted=recently_deleted(subject, by_person=by_person),
        conversations=conversations(subject)[:MOST],
        erased=subject.tombstones.count(),
    )


def recently_deleted(subject: Subject, *, by_person: bool = False) -> list[Deleted]:
    """What was deleted not longer ago than it can be restored, the newest first. What undo or a
    newer summary took away was not deleted by anybody."""
    since = timezone.now() - RESTORABLE_FOR
    hidden = Memory.objects.filter(subject=subject, deleted_at__gt=since, episode__isnull=True)
    rows = list(hidden.defer("embedding").order_by("-deleted_at", "-id")[:MOST])
    log = decisions_of(subject).filter(
        action=Decision.Action.DELETE, memory_ref__in=[row.id for row in rows]
    )
    if by_person:
        log = log.exclude(actor=Decision.Actor.OPERATOR)
    last = {decision.memory_ref: decision for decision in log.order_by("created_at", "id")}
    refusals = undoing.refusals(list(last.values()))
    return [
        Deleted(
            memory=row,
            decision=last[row.id],
            until=row.deleted_at + RESTORABLE_FOR,
            refusal=refusals[last[row.id].id],
        )
        for row in rows
        if row.id in last and row.deleted_at and refusals[last[row.id].id] != undoing.TAKEN_BACK
    ]


def deleted_one(subject: Subject, memory_id: str, *, by_person: bool = False) -> Deleted:
    """One of the recently deleted, or NotFoundError."""
    for found in recently_deleted(subject, by_person=by_person):
        if found.memory.id == memory_id:
            return found
    raise NotFoundError("This cannot be restored any more.")


def conversations(subject: Subject) -> QuerySet[Session]:
    """The person's sessions, the newest first, each with `turn_count`, `learned` and how it began."""
    turns = Turn.objects.filter(session=OuterRef("pk"), role="user").order_by("number")
    learned = Memory.objects.visible().filter(source_session=OuterRef("pk")).order_by()
    counted = learned.values("source_session").annotate(n=Count("pk")).values("n")
    return (
        Session.objects.filter(subject=subject)
        .annotate(
            turn_count=Count("turns"),
            learned=Subquery(counted),
            begins=Subquery(turns.values("content")[:1]),
        )
        .order_by("-started_at", "-id")
    )


def conversation(subject: Subject, session_id: str) -> Session:
    """One of the person's sessions with the same numbers, or NotFoundError."""
    found = conversations(subject).filter(id=session_id).first()
    if found is None:
        raise NotFoundError("There is no such conversation any more.")
    return found
