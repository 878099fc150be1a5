"""People: their list, and one person's memories, questions and decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from memory.access import decisions_of, memories_of, review_items_of
from memory.models import (
    ErasureReceipt,
    FollowUp,
    Memory,
    ReviewItem,
    Subject,
    Workspace,
)
from memory.vocabulary import MemoryType, Scope
from review.listings.chains import Version, coming_up, newest, versions
from review.listings.log import LogEntry, log_entries

MOST = 300
"""Memories on one page; a search narrows them down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Some memories under one heading."""

    title: str
    hint: str
    versions: Sequence[Version]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectPage:
    """One person's page. `left_out`: memories beyond what one page shows."""

    subject: Subject
    groups: Sequence[Group]
    left_out: int
    items: Sequence[ReviewItem]
    follow_ups: Sequence[FollowUp]
    log: Sequence[LogEntry]
    receipts: Sequence[ErasureReceipt]


def subjects(workspace: Workspace, text: str) -> QuerySet[Subject]:
    """The workspace's people with their numbers of current memories and open questions."""
    now = timezone.now()
    memories = Memory.objects.current(now).filter(subject=OuterRef("pk"))
    questions = ReviewItem.objects.filter(subject=OuterRef("pk"), state=ReviewItem.State.OPEN)
    latest = Memory.objects.visible().filter(subject=OuterRef("pk")).order_by("-created_at")
    found = Subject.objects.filter(workspace=workspace)
    if text:
        found = found.filter(external_id__icontains=text)
    return found.annotate(
        memory_count=_count(memories),
        question_count=_count(questions),
        latest=Subquery(latest.values("created_at")[:1]),
    ).order_by("-question_count", "external_id")


def newest_people(workspace: Workspace) -> QuerySet[Subject]:
    """A handful of the workspace's people, those who came last first."""
    return Subject.objects.filter(workspace=workspace).order_by("-created_at", "-id")[:12]


def _count(rows: QuerySet[Memory] | QuerySet[ReviewItem]) -> Coalesce:
    """A count of its own query: joins of two lists would multiply each other."""
    counted = rows.order_by().values("subject").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def subject_page(subject: Subject, *, text: str = "", history: bool = False) -> SubjectPage:
    """Gather one person's page. history: also what has ended; each chain is shown once."""
    now = timezone.now()
    rows = memories_of(subject)
    later = coming_up(subject, now)
    rows = (
        rows.exclude(id__in=later.values("id")) if history else rows & Memory.objects.current(now)
    )
    if text:
        words = Q(content__icontains=text) | Q(key__icontains=text)
        rows, later = rows.filter(words), later.filter(words)
    found = list(rows.order_by("-importance", "-created_at")[:MOST])
    waiting = review_items_of(subject.workspace).filter(subject=subject)
    receipts = ErasureReceipt.objects.filter(
        workspace=subject.workspace, subject_ref=subject.id
    ).order_by("-created_at")
    return SubjectPage(
        subject=subject,
        groups=_groups(subject, newest(subject, found) if history else found, list(later), now),
        left_out=max(0, rows.count() - MOST) if len(found) == MOST else 0,
        items=list(waiting.filter(state=ReviewItem.State.OPEN)),
        follow_ups=list(FollowUp.objects.filter(subject=subject).open()[:20]),
        log=log_entries(subject, decisions_of(subject)),
        receipts=list(receipts[:10]),
    )


def _groups(
    subject: Subject, memories: Sequence[Memory], later: Sequence[Memory], now: datetime
) -> list[Group]:
    """By type, with the constraints on top: they go with every answer of the chatbot."""
    shelves: dict[str, list[Version]] = {title: [] for title in HINTS}
    begun = [m for m in memories if m.valid_from is None or m.valid_from <= now]
    for version in versions(subject, begun, now):
        shelves[_title(version.memory)].append(version)
    shelves["Coming up"] = versions(subject, later, now)
    return [
        Group(title=title, hint=HINTS[title], versions=found)
        for title, found in shelves.items()
        if found
    ]


HINTS = {
    "Constraints": "Loaded on every turn.",
    "Facts and preferences": "True now; a newer one can replace them.",
    "Instructions": "How the chatbot should answer.",
    "Events": "What happened; never replaced.",
    "Coming up": "Told as true from its date on, and not before.",
}
"""The groups in their order, each with what it means."""


def _title(memory: Memory) -> str:
    if memory.scope == Scope.CONSTRAINT:
        return "Constraints"
    by_type = {MemoryType.PROCEDURAL: "Instructions", MemoryType.EPISODIC: "Events"}
    return by_type.get(MemoryType(memory.type), "Facts and preferences")
