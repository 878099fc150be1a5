"""Take in turns and claims: checked, written in one transaction, and handed to the workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from memory import access
from memory.claims import NewClaim, check_text, claim_row, not_ahead, propose
from memory.extraction.engine import RULES, Engine, HeardTurn, Proposals, chosen_engine
from memory.extraction.proposal import ProposedClaim
from memory.extraction.refuse import RefusalCode, refuse
from memory.handover import hand_over, hold
from memory.keys import with_own_keys
from memory.models import Claim, Session, Subject, Turn
from memory.sessions.listening import listen
from memory.unread import leave_unread

OFF_THE_RECORD = "[off the record]"
NOT_KEPT = "[not kept: it held a password, a key or a payment number]"


@dataclass(frozen=True, slots=True)
class NewTurn:
    """One message as it comes in. Without `created_at` it is from now; times are aware."""

    role: str
    content: str
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """The rows that were written; a turn may be left unread, so that its claims come later.

    message: why turns were left unread for a caller who waits; else empty.
    """

    turns: list[Turn]
    claims: list[Claim]
    message: str = ""


@with_own_keys
def receive_turns(
    subject: Subject, *, session: str, turns: Sequence[NewTurn], engine: Engine | None = None
) -> Receipt:
    """Store the turns at the end of the session, and what the subject said in them as claims.

    session: the chatbot's own id of the conversation; begun where it is new. Only user turns
    give claims; the bot's turn before one helps to read it. engine: what reads them, that of the
    settings if None; one that reads several together leaves them unread for the workers.
    Raises InvalidError, with nothing written, for a turn that cannot be taken.
    """
    engine = engine or chosen_engine()
    for turn in turns:
        check_text(turn.content, field="content")
    timed = _timed(turns)
    before = Turn.objects.filter(session__subject=subject, session__external_id=session).last()
    later = [not engine.at_once and _is_read_later(turn, subject) for turn in timed]
    proposed = _proposals(subject, timed, later, before=before)
    with transaction.atomic():
        hold(subject)  # so that two requests for one session take their numbers in turn
        conversation = access.ensure_session(subject, session)
        rows = _turn_rows(conversation, timed, later)
        Turn.objects.bulk_create(rows)
        claims = [
            claim_row(subject, proposal, said_at=turn.created_at, session=conversation, turn=turn)
            for turn, told, proposals in zip(rows, timed, proposed, strict=True)
            for proposal in (proposals if turn.content == told.content else _unplaced(proposals))
        ]
        Claim.objects.bulk_create(claims)
        leave_unread(conversation, rows)
        claims += listen(subject, conversation, rows)
        hand_over(claims)
    return Receipt(turns=rows, claims=claims)


def receive_claims(
    subject: Subject, claims: Sequence[NewClaim], *, session: str = ""
) -> list[Claim]:
    """Store statements that the chatbot (or an import) proposes itself, for the gate to decide.

    Raises InvalidError, with nothing written, for a claim that cannot be taken.
    """
    with transaction.atomic():
        hold(subject)
        conversation = access.ensure_session(subject, session) if session else None
        rows = propose(subject, claims, session=conversation)
        hand_over(rows)
    return rows


@dataclass(frozen=True, slots=True)
class _Timed:
    role: str
    content: str
    created_at: datetime


def _timed(turns: Sequence[NewTurn]) -> list[_Timed]:
    """The turns with their times; one without a time comes just after the one before."""
    rows: list[_Timed] = []
    now = clock = timezone.now()
    for turn in turns:
        clock = not_ahead(turn.created_at, now) or clock + timedelta(microseconds=1)
        rows.append(_Timed(turn.role, turn.content, clock))
    return rows


def _proposals(
    subject: Subject, turns: Sequence[_Timed], later: Sequence[bool], *, before: Turn | None
) -> Proposals:
    """What the subject said in each turn that is read now; the bot's turn just before helps.

    The rules read it, outside any transaction. That includes what an LLM must never see and
    cannot read later, since the words are not kept.
    """
    earlier = [_heard(before, is_new=False)] if before else []
    heard = [
        _heard(turn, is_new=not (waits or _speaks_to_the_memory(turn.content)))
        for turn, waits in zip(turns, later, strict=True)
    ]
    return RULES.read([*earlier, *heard], zone=subject.zone_info)[len(earlier) :]


def _heard(turn: _Timed | Turn, *, is_new: bool) -> HeardTurn:
    users = turn.role == Turn.Role.USER
    return HeardTurn(content=turn.content, said_at=turn.created_at, is_users=users, is_new=is_new)


def _is_read_later(turn: _Timed, subject: Subject) -> bool:
    """Whether an engine that reads later should: its words are kept, and worth to be read."""
    asked_for = turn.role == Turn.Role.USER or subject.workspace.learn_from_assistant
    return asked_for and refuse(turn.content) is None


def _turn_rows(session: Session, turns: Sequence[_Timed], unread: Sequence[bool]) -> list[Turn]:
    """Rows at the end of the session; the caller holds the session's row."""
    last = session.turns.order_by("-number").first()
    return [
        Turn(
            session=session,
            number=number,
            role=turn.role,
            content=_kept_words(turn.content),
            created_at=turn.created_at,
            unread=waits,
        )
        for number, (turn, waits) in enumerate(
            zip(turns, unread, strict=True), (last.number if last else 0) + 1
        )
    ]


def _unplaced(proposals: list[ProposedClaim]) -> list[ProposedClaim]:
    """Proposals whose words do not stand in the stored turn, since it keeps a note instead."""
    return [replace(proposal, span=None) for proposal in proposals]


def _speaks_to_the_memory(text: str) -> bool:
    """Whether the turn as a whole is off the record or an order: then no part of it is kept,
    also where the words that say so stand in another sentence."""
    refusal = refuse(text)
    return refusal is not None and refusal.code in (RefusalCode.OFF_RECORD, RefusalCode.ORDER)


def _kept_words(text: str) -> str:
    """The turn's words, or a note in their place where they must not be kept at all."""
    refusal = refuse(text)
    if refusal is None or refusal.code is RefusalCode.ORDER:
        return text
    off_record = refusal.code is RefusalCode.OFF_RECORD
    return OFF_THE_RECORD if off_record else NOT_KEPT
