"""People: their list, and one person's memories, questions and decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from memory.access import chain_of, decisions_of, memories_of, review_items_of
from memory.models import (
    Decision,
    ErasureReceipt,
    FollowUp,
    Memory,
    ReviewItem,
    Subject,
    Workspace,
)
from memory.undo import UNDOABLE
from memory.vocabulary import MemoryType, Scope
from review.diff import Piece, differing_words
from review.digest import digest

MOST = 300
"""Memories on one page; a search narrows them down."""
LOG = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Some memories under one heading."""

    title: str
    hint: str
    memories: Sequence[Memory]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """A decision with the texts that still exist, and whether it can be tried to undo it."""

    decision: Decision
    content: str
    target: str
    who: str
    undoable: bool


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One memory of a chain; `pieces` marks what is new against the step before."""

    memory: Memory
    pieces: Sequence[Piece]
    is_shown: bool
    is_current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPage:
    """One memory with its chain, oldest first, and its decisions."""

    memory: Memory
    is_current: bool
    steps: Sequence[Step]
    log: Sequence[LogEntry]
    items: Sequence[ReviewItem]
    shown: str


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


def _count(rows: QuerySet[Memory] | QuerySet[ReviewItem]) -> Coalesce:
    """A count of its own query: joins of two lists would multiply each other."""
    counted = rows.order_by().values("subject").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def subject_page(subject: Subject, *, text: str = "", history: bool = False) -> SubjectPage:
    """Gather one person's page. history: also what is superseded, ended or yet to begin."""
    now = timezone.now()
    rows = memories_of(subject)
    rows = rows if history else rows & Memory.objects.current(now)
    if text:
        rows = rows.filter(Q(content__icontains=text) | Q(key__icontains=text))
    found = list(rows.order_by("-importance", "-created_at")[:MOST])
    waiting = review_items_of(subject.workspace).filter(subject=subject)
    return SubjectPage(
        subject=subject,
        groups=_groups(found),
        left_out=max(0, rows.count() - MOST) if len(found) == MOST else 0,
        items=list(waiting.filter(state=ReviewItem.State.OPEN)),
        follow_ups=list(subject.follow_ups.exclude(status=FollowUp.Status.DONE)[:20]),
        log=log_entries(subject, decisions_of(subject)[:LOG]),
        receipts=list(
            ErasureReceipt.objects.filter(
                workspace=subject.workspace, subject_ref=subject.id
            ).order_by("-created_at")[:10]
        ),
    )


def _groups(memories: Sequence[Memory]) -> list[Group]:
    """By type, with the constraints on top: they go with every answer of the chatbot."""
    bound = [m for m in memories if m.scope == Scope.CONSTRAINT]
    kinds = (
        ("Facts and preferences", "True now; a newer one can replace them.", MemoryType.SEMANTIC),
        ("Instructions", "How the chatbot should answer.", MemoryType.PROCEDURAL),
        ("Events", "What happened; never replaced.", MemoryType.EPISODIC),
    )
    groups = [Group(title="Constraints", hint="Loaded on every turn.", memories=bound)]
    groups += [
        Group(
            title=title,
            hint=hint,
            memories=[m for m in memories if m.type == kind and m.scope != Scope.CONSTRAINT],
        )
        for title, hint, kind in kinds
    ]
    return [group for group in groups if group.memories]


def log_entries(subject: Subject, decisions: QuerySet[Decision]) -> list[LogEntry]:
    """The decisions with the texts of the memories they name, in two queries more."""
    rows = list(decisions)
    ids = {ref for row in rows for ref in (row.memory_ref, row.target_ref) if ref}
    texts = dict(
        Memory.objects.filter(subject=subject, id__in=ids, deleted_at__isnull=True).values_list(
            "id", "content"
        )
    )
    undone = set(
        Decision.objects.filter(
            subject_ref=subject.id, undoes__in=[row.id for row in rows]
        ).values_list("undoes", flat=True)
    )
    return [
        LogEntry(
            decision=row,
            content=texts.get(row.memory_ref, ""),
            target=texts.get(row.target_ref, ""),
            who=Decision.Actor(row.actor).label,
            undoable=row.action in UNDOABLE and row.id not in undone,
        )
        for row in rows
    ]


def memory_page(memory: Memory, now: datetime) -> MemoryPage:
    """Gather one memory's page."""
    chain = chain_of(memory)
    about = Q(memory_ref__in=[m.id for m in chain]) | Q(target_ref__in=[m.id for m in chain])
    log = decisions_of(memory.subject).filter(about)
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
    return MemoryPage(
        memory=memory,
        is_current=memory.is_current(now),
        steps=steps,
        log=log_entries(memory.subject, log[:LOG]),
        items=list(memory.review_items.filter(state=ReviewItem.State.OPEN)),
        shown=digest(memory),
    )
