"""What a person sees of their own memory, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from memory.access import memories_of, review_items_of
from memory.digest import digest
from memory.models import Claim, FollowUp, Memory, ReviewItem, Session, Subject, Turn
from memory.vocabulary import SELF, MemoryType, Scope
from review.listings.chains import coming_up
from review.models import Resolution
from review.policies import actions_for, subject_self


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One memory as its person sees it, with what the form carries of it. `later`: it has yet to
    begin."""

    memory: Memory
    shown: str
    later: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Memories under a heading that their person would use. `icon` is a heroicon's name."""

    title: str
    icon: str
    cards: Sequence[Card]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """An open question to the person: what is stored, what they said since, what they may answer."""

    item: ReviewItem
    shown: str
    copies: Sequence[Memory]
    actions: Sequence[Resolution.Action]


@dataclass(frozen=True, slots=True, kw_only=True)
class MyPage:
    """The whole page."""

    subject: Subject
    questions: Sequence[Question]
    shelves: Sequence[Shelf]
    follow_ups: Sequence[FollowUp]
    count: int


def my_page(subject: Subject) -> MyPage:
    """Everything that is told of the person now or later, and what they are asked."""
    now = timezone.now()
    memories = memories_of(subject) & Memory.objects.current(now)
    found = list(memories.order_by("-importance", "-created_at"))
    later = list(coming_up(subject, now).select_related("source_turn"))
    return MyPage(
        subject=subject,
        questions=_questions(subject),
        shelves=_shelves(found, later),
        follow_ups=list(FollowUp.objects.filter(subject=subject).open()),
        count=len(found) + len(later),
    )


def _questions(subject: Subject) -> list[Question]:
    me, now = subject_self(subject), timezone.now()
    waiting = review_items_of(subject.workspace).filter(
        subject=subject, state=ReviewItem.State.OPEN
    )
    return [
        Question(
            item=item,
            shown=digest(item.memory),
            copies=list(item.others.all()),
            actions=actions_for(item, me, now),
        )
        for item in waiting.prefetch_related("others")
    ]


def _shelves(memories: Sequence[Memory], later: Sequence[Memory]) -> list[Shelf]:
    """Each memory on the first shelf that fits it; those to come have a shelf of their own."""
    shelves: dict[str, list[Card]] = {title: [] for title, _ in SHELVES}
    for memory in memories:
        card = Card(memory=memory, shown=digest(memory), later=False)
        shelves[_shelf_of(memory)].append(card)
    shelves["Coming up"] = [Card(memory=m, shown=digest(m), later=True) for m in later]
    return [
        Shelf(title=title, icon=icon, cards=shelves[title])
        for title, icon in SHELVES
        if shelves[title]
    ]


SHELVES = (
    ("Please always remember", "shield-check"),
    ("About you", "user"),
    ("What you like", "heart"),
    ("Your plans", "flag"),
    ("People and others around you", "user-group"),
    ("How you like answers", "chat-bubble-left-right"),
    ("What happened", "calendar-days"),
    ("Coming up", "clock"),
)


def _shelf_of(memory: Memory) -> str:
    if memory.scope == Scope.CONSTRAINT:
        return "Please always remember"
    if memory.type == MemoryType.PROCEDURAL or memory.scope == Scope.INSTRUCTION:
        return "How you like answers"
    if memory.type == MemoryType.EPISODIC or memory.scope == Scope.EVENT:
        return "What happened"
    if memory.beneficiary != SELF or memory.scope == Scope.RELATIONSHIP:
        return "People and others around you"
    named = {Scope.PREFERENCE: "What you like", Scope.GOAL: "Your plans"}
    return named.get(Scope(memory.scope), "About you")


def erasure_counts(subject: Subject) -> list[tuple[str, int]]:
    """What erasing everything would remove, in plain words with exact numbers."""
    memories = Memory.objects.filter(subject=subject)
    now = timezone.now()
    current, later = memories.current(now).count(), coming_up(subject, now).count()
    counts = [
        ("things I remember now", current),
        ("things that are coming up", later),
        ("older, replaced or deleted versions", memories.count() - current - later),
        ("messages", Turn.objects.filter(session__subject=subject).count()),
        ("conversations", Session.objects.filter(subject=subject).count()),
        ("statements read from messages", Claim.objects.filter(subject=subject).count()),
        ("questions and answers", ReviewItem.objects.filter(subject=subject).count()),
        ("planned follow-ups", FollowUp.objects.filter(subject=subject).count()),
    ]
    return [(name, count) for name, count in counts if count]
