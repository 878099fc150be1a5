"""Follow-ups as rows: planned where a dated event is stored, marked as asked when they are handed
out, moved and ended by later messages.

Whoever plans, moves or ends them holds the subject's row; nothing in here stores a memory.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction

from memory.extraction.upcoming import Upcoming, upcoming
from memory.models import Claim, FollowUp, Memory, ReviewItem, Subject, Turn
from memory.normalise import normalise
from memory.sessions.news import Fate, News, news_of, words_of
from memory.sessions.replies import asks, reply_to
from memory.vocabulary import Modality, Source

logger = logging.getLogger(__name__)

HEARD_FROM = (Source.USER, Source.OPERATOR, Source.IMPORT)
"""Whose word for an event is enough to ask about it later."""

CERTAIN = (Modality.CURRENT, Modality.FUTURE, Modality.TEMPORARY)


def plan_follow_up(subject: Subject, claim: Claim, memory: Memory, now: datetime) -> None:
    """Plan to ask about the event that the claim tells of, where it tells of one ahead.

    One event is asked about once, however often it is told. What was said of it since (a claim
    may be decided late) counts as if it came now.
    """
    if claim.source not in HEARD_FROM or claim.modality not in CERTAIN:
        return
    event = upcoming(claim.content, said_at=claim.said_at, zone=subject.zone_info)
    if event is None or event.due < now.astimezone(subject.zone_info).date():
        return
    if _is_asked_about(subject, event):
        return
    row = FollowUp.objects.create(
        subject=subject, memory=memory, question=event.question, due_date=event.due
    )
    since = Turn.objects.filter(session__subject=subject, created_at__gt=claim.said_at)
    hear_news(subject, list(since.order_by("created_at", "number")), of=[row])
    logger.info("follow-up %s of memory %s planned", row.id, memory.id)


def hear_news(
    subject: Subject, turns: Sequence[Turn], *, of: Sequence[FollowUp] | None = None
) -> None:
    """Let what the subject says in these turns move or end follow-ups that are open.

    of: only these; all of the subject's where it is None. What was said before an event was
    told is no news of it. An answer to the chatbot's question need not name the event.
    """
    said = [turn for turn in turns if turn.role == Turn.Role.USER]
    rows = list(of or _open(subject)) if said else []
    for turn in said:
        told = [(row, news) for row in rows if (news := _news(row, turn, subject))]
        told = told or _replies(rows, turn, subject)
        for row, news in _one_of_a_kind(told, turn.content):
            _apply(row, news)
        rows = [row for row in rows if row.status in FollowUp.OPEN]


def plan_question(item: ReviewItem, question: str) -> FollowUp:
    """Let the chatbot ask the subject itself what an operator cannot know. It is due today, and
    goes with its memory and its review item."""
    return FollowUp.objects.create(
        subject=item.subject,
        memory=item.memory,
        item=item,
        question=question,
        due_date=item.subject.today,
    )


def reword(memory: Memory, version: Memory) -> None:
    """The follow-ups of a memory belong to its corrected version, and go by its date."""
    rows = FollowUp.objects.filter(memory=memory)
    subject = version.subject
    event = upcoming(version.content, said_at=version.said_at, zone=subject.zone_info)
    if event is not None and version.content != memory.content:
        still_open = rows.filter(status__in=FollowUp.OPEN, item=None)
        still_open.update(question=event.question, due_date=event.due)
    rows.update(memory=version)


def mark_asked(subject: Subject, follow_up_ids: Sequence[str], *, day: date) -> set[str]:
    """Note that these are handed out on that day of the subject's, on which they are not offered
    again. Answers those that are the caller's to hand out: neither answered meanwhile, nor handed
    out by another context that was built at the same time."""
    with transaction.atomic():
        held = list(Subject.objects.select_for_update(no_key=True).filter(id=subject.id))
        rows = FollowUp.objects.filter(subject__in=held, id__in=follow_up_ids).due(day)
        ours = set(rows.values_list("id", flat=True))
        asked = FollowUp.objects.filter(id__in=ours)
        asked.update(status=FollowUp.Status.ASKED, asked_on=day)
    return ours


def _open(subject: Subject) -> list[FollowUp]:
    rows = FollowUp.objects.filter(subject=subject).open()
    return list(rows.select_related("memory").order_by("due_date", "id"))


def _replies(rows: Sequence[FollowUp], turn: Turn, subject: Subject) -> list[tuple[FollowUp, News]]:
    """What the turn answers to a question that the turn before it asked."""
    today = turn.created_at.astimezone(subject.zone_info).date()
    due = [row for row in rows if row.due_date <= today]
    if not due:
        return []
    before = Turn.objects.filter(session=turn.session_id, number=turn.number - 1).first()
    if before is None or before.role != Turn.Role.ASSISTANT:
        return []
    asked = [row for row in due if asks(before.content, row.question)]
    news = asked and reply_to(turn.content, said_at=turn.created_at, zone=subject.zone_info)
    return [(row, news) for row in asked] if news else []


def _news(row: FollowUp, turn: Turn, subject: Subject) -> News | None:
    told_at = row.memory.said_at if row.memory else row.created_at
    if turn.created_at <= told_at:
        return None
    return news_of(
        turn.content, row.question, row.due_date, said_at=turn.created_at, zone=subject.zone_info
    )


def _one_of_a_kind(told: list[tuple[FollowUp, News]], message: str) -> list[tuple[FollowUp, News]]:
    """Of several events that one word names ("the exam"), the one that the message shares the
    most words with; of equals the next one."""
    said = set(normalise(message).split())
    best: dict[tuple[str, ...], tuple[FollowUp, News]] = {}
    for row, news in sorted(told, key=lambda pair: -len(said & _words(pair[0].question))):
        best.setdefault(words_of(row.question), (row, news))
    return list(best.values())


def _apply(row: FollowUp, news: News) -> None:
    match news.fate:
        case Fate.MOVED if news.due is not None:
            row.due_date, row.status, row.asked_on = news.due, FollowUp.Status.PENDING, None
        case Fate.OVER:
            row.status = FollowUp.Status.DONE
        case _:
            row.status = FollowUp.Status.DISMISSED
    row.save(update_fields=["due_date", "status", "asked_on"])
    logger.info("follow-up %s: its event is %s", row.id, news.fate)


def _is_asked_about(subject: Subject, event: Upcoming) -> bool:
    """Whether a follow-up for that day names the same event, in more or fewer words."""
    planned = FollowUp.objects.standing().filter(subject=subject, due_date=event.due)
    named = _words(event.question)
    return any(
        named <= _words(row.question) or _words(row.question) <= named
        for row in planned.exclude(status=FollowUp.Status.DISMISSED)
    )


def _words(question: str) -> set[str]:
    return set(normalise(question).split())
