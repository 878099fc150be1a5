"""What a person sees of their own memory, in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.access import memories_of, review_items_of
from memory.consent.choices import own_modes
from memory.consent.rules import Mode
from memory.consent.withdrawal import kinds_of
from memory.digest import digest
from memory.models import Claim, FollowUp, Memory, ReviewItem, Session, Subject, Turn
from memory.vocabulary import SELF, MemoryType, Scope
from review.kinds import words_of
from review.listings.chains import coming_up
from review.own_answers import OwnAnswer, own_answer
from review.policies import actions_for, subject_self
from review.second_person import from_you
from review.wording import as_stored

PAGE = 100
"""Memories on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One memory as its person sees it, with what the form carries of it. `later`: it has yet to
    begin. `kind`: whether it is of a kind that can be switched off. `corrected`: its words are
    other than those that it came from."""

    memory: Memory
    shown: str
    later: bool
    kind: bool
    corrected: bool


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
    answers: Sequence[OwnAnswer]


@dataclass(frozen=True, slots=True, kw_only=True)
class MyPage:
    """The whole page. text: the words that were searched for. count: of everything that is
    remembered, found or not. number: which part of it is shown. not_kept: kinds with their words."""

    subject: Subject
    questions: Sequence[Question]
    shelves: Sequence[Shelf]
    follow_ups: Sequence[FollowUp]
    text: str
    count: int
    number: Page[Memory]
    not_kept: Sequence[tuple[str, str]]


def my_page(subject: Subject, *, text: str = "", number: str | None = None) -> MyPage:
    """What is told of the person now or later, and what they are asked: a page of it, or of what
    has these words. Costs the same number of queries whatever there is."""
    now = timezone.now()
    memories = memories_of(subject) & Memory.objects.current(now)
    later = coming_up(subject, now).select_related("source_turn")
    count = memories.count() + later.count()
    if text:
        fits = _has_words(text)
        memories, later = memories.filter(fits), later.filter(fits)
    found = Paginator(memories.order_by("-importance", "-created_at", "id"), PAGE).get_page(number)
    off = [kind for kind, mode in own_modes(subject).items() if mode is Mode.OFF]
    return MyPage(
        subject=subject,
        questions=_questions(subject),
        shelves=_shelves(found.object_list, later if found.number == 1 else []),
        follow_ups=list(FollowUp.objects.filter(subject=subject).open()),
        text=text,
        count=count,
        number=found,
        not_kept=[(kind, words_of(kind)) for kind in off],
    )


def _has_words(text: str) -> Q:
    """Each word of what was typed, as it was typed or as it is stored: a person reads and types
    "your locker" where "User's locker" is stored."""
    stored = as_stored(from_you(text, "")).removesuffix(".")
    return _each_in(text) | _each_in(stored)


def _each_in(text: str) -> Q:
    found = Q()
    for word in text.split():
        found &= Q(content__icontains=word)
    return found


def everything_told(subject: Subject) -> list[Shelf]:
    """All of it on one page, for the file that a person takes with them."""
    now = timezone.now()
    memories = memories_of(subject) & Memory.objects.current(now)
    later = coming_up(subject, now).select_related("source_turn")
    return _shelves(memories.order_by("-importance", "-created_at", "id"), later)


def _questions(subject: Subject) -> list[Question]:
    me, now = subject_self(subject), timezone.now()
    waiting = review_items_of(subject.workspace).filter(
        subject=subject, state=ReviewItem.State.OPEN
    )
    questions = []
    for item in waiting.prefetch_related("others"):
        copies = list(item.others.all())
        answers = [
            own_answer(item, action, several=bool(copies)) for action in actions_for(item, me, now)
        ]
        shown = digest(item.memory)
        questions.append(Question(item=item, shown=shown, copies=copies, answers=answers))
    return questions


def _shelves(memories: Iterable[Memory], later: Iterable[Memory]) -> list[Shelf]:
    """Each memory on the first shelf that fits it; those to come have a shelf of their own."""
    shelves: dict[str, list[Card]] = {name: [] for name in SHELVES}
    for memory in memories:
        shelves[_shelf_of(memory)].append(_card(memory, later=False))
    shelves["later"] = [_card(memory, later=True) for memory in later]
    return [
        Shelf(title=str(title), icon=icon, cards=shelves[name])
        for name, (title, icon) in SHELVES.items()
        if shelves[name]
    ]


def _card(memory: Memory, *, later: bool) -> Card:
    kind = bool(kinds_of(memory.content, memory.category))
    # A version that somebody worded keeps the turn of the one whose place it took.
    turn = memory.source_turn if memory.supersedes_id else None
    corrected = turn is not None and turn.created_at < memory.said_at
    return Card(memory=memory, shown=digest(memory), later=later, kind=kind, corrected=corrected)


SHELVES: dict[str, tuple[str | Promise, str]] = {
    "always": (gettext_lazy("Please always remember"), "shield-check"),
    "self": (gettext_lazy("About you"), "user"),
    "likes": (gettext_lazy("What you like"), "heart"),
    "plans": (gettext_lazy("Your plans"), "flag"),
    "others": (gettext_lazy("People and others around you"), "user-group"),
    "answers": (gettext_lazy("How you like answers"), "chat-bubble-left-right"),
    "events": (gettext_lazy("What happened"), "calendar-days"),
    "later": (gettext_lazy("Coming up"), "clock"),
}
"""The headings in their order, each with its icon."""


def _shelf_of(memory: Memory) -> str:
    if memory.scope == Scope.CONSTRAINT:
        return "always"
    if memory.type == MemoryType.PROCEDURAL or memory.scope == Scope.INSTRUCTION:
        return "answers"
    if memory.type == MemoryType.EPISODIC or memory.scope == Scope.EVENT:
        return "events"
    if memory.beneficiary != SELF or memory.scope == Scope.RELATIONSHIP:
        return "others"
    return {Scope.PREFERENCE: "likes", Scope.GOAL: "plans"}.get(Scope(memory.scope), "self")


def erasure_counts(subject: Subject) -> list[tuple[str, int]]:
    """What erasing everything would remove, in plain words with exact numbers."""
    memories = Memory.objects.filter(subject=subject)
    now = timezone.now()
    current, later = memories.current(now).count(), coming_up(subject, now).count()
    counts = [
        (_("things I remember now"), current),
        (_("things that are coming up"), later),
        (_("older, replaced or deleted versions"), memories.count() - current - later),
        (_("messages"), Turn.objects.filter(session__subject=subject).count()),
        (_("conversations"), Session.objects.filter(subject=subject).count()),
        (_("statements read from messages"), Claim.objects.filter(subject=subject).count()),
        (_("questions and answers"), ReviewItem.objects.filter(subject=subject).count()),
        (_("planned follow-ups"), FollowUp.objects.filter(subject=subject).count()),
    ]
    return [(name, count) for name, count in counts if count]
