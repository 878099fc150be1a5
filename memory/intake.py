"""Take in turns and claims: checked, written in one transaction, and handed to the workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from django.db import transaction
from django.utils import timezone

from memory import access
from memory.errors import InvalidError
from memory.extraction.classify import classify
from memory.extraction.keys import find_key
from memory.extraction.proposal import ProposedClaim
from memory.extraction.refuse import RefusalCode, refuse
from memory.extraction.rules import extract
from memory.models import Claim, Session, Subject, Turn
from memory.vocabulary import Change, MemoryType, Source

MAX_CHARACTERS = 8_000


@dataclass(frozen=True, slots=True)
class NewTurn:
    """One message as it comes in. Without `created_at` it is from now; times are aware."""

    role: str
    content: str
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClaim:
    """One statement as the chatbot posts it.

    What is None is read from the statement; what is given is taken as it is. A claim comes from
    the subject unless `source` says otherwise; `said_at` is its event time, now if None.
    """

    content: str
    source: str = Source.USER
    type: str | None = None
    scope: str | None = None
    beneficiary: str | None = None
    category: str | None = None
    key: str | None = None
    value: str | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    importance: int | None = None
    confidence: float | None = None
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """The rows that were written."""

    turns: list[Turn]
    claims: list[Claim]


def receive_turns(subject: Subject, *, session: str, turns: Sequence[NewTurn]) -> Receipt:
    """Store the turns at the end of the session, and what the subject said in them as claims.

    session: the chatbot's own id of the conversation; begun where it is new. Only user turns
    give claims; the bot's turn before one helps to read it. Raises InvalidError, with nothing
    written, for a turn that cannot be taken.
    """
    for turn in turns:
        check_text(turn.content, field="content")
    timed = _timed(turns)
    before = Turn.objects.filter(session__subject=subject, session__external_id=session).last()
    proposed = _proposals(subject, timed, before=before)
    with transaction.atomic():
        conversation = access.ensure_session(subject, session)
        # Two requests for one session take their numbers one after the other.
        Session.objects.select_for_update().get(id=conversation.id)
        rows = _turn_rows(conversation, timed)
        Turn.objects.bulk_create(rows)
        claims = [
            _row(subject, proposal, said_at=turn.created_at, session=conversation, turn=turn)
            for turn, proposals in zip(rows, proposed, strict=True)
            for proposal in proposals
        ]
        Claim.objects.bulk_create(claims)
        _hand_over(claims)
    return Receipt(turns=rows, claims=claims)


def receive_claims(
    subject: Subject, claims: Sequence[NewClaim], *, session: str = ""
) -> list[Claim]:
    """Store statements that the chatbot (or an import) proposes itself, for the gate to decide.

    Raises InvalidError, with nothing written, for a claim that cannot be taken.
    """
    with transaction.atomic():
        conversation = access.ensure_session(subject, session) if session else None
        rows = propose(subject, claims, session=conversation)
        _hand_over(rows)
    return rows


def propose(
    subject: Subject, claims: Sequence[NewClaim], *, session: Session | None = None
) -> list[Claim]:
    """Write statements as pending claims, without telling the workers.

    Raises InvalidError, with nothing written, for a claim that cannot be taken.
    """
    for claim in claims:
        check_text(claim.content, field="content")
        check_interval(claim.valid_from, claim.valid_until)
    rows = [_claim_of_statement(subject, session, claim) for claim in claims]
    return Claim.objects.bulk_create(rows)


def check_text(text: str, *, field: str) -> None:
    """Refuse what no memory can hold: nothing, too much, or a NUL byte."""
    if not text.strip():
        raise InvalidError("Write something: an empty text cannot be remembered.", field=field)
    if len(text) > MAX_CHARACTERS:
        raise InvalidError(
            f"A text may have {MAX_CHARACTERS:,} characters; this one has {len(text):,}.",
            field=field,
        )
    if "\x00" in text:
        raise InvalidError("The text holds a NUL byte; remove it.", field=field)


def check_interval(start: datetime | None, end: datetime | None) -> None:
    """Refuse an interval that ends before it begins."""
    if start and end and end < start:
        raise InvalidError("valid_until must not lie before valid_from.", field="valid_until")


@dataclass(frozen=True, slots=True)
class _Timed:
    role: str
    content: str
    created_at: datetime


def _timed(turns: Sequence[NewTurn]) -> list[_Timed]:
    """The turns with their times; one without a time comes just after the one before."""
    rows: list[_Timed] = []
    clock = timezone.now()
    for turn in turns:
        clock = turn.created_at or clock + timedelta(microseconds=1)
        rows.append(_Timed(turn.role, turn.content, clock))
    return rows


def _proposals(
    subject: Subject, turns: Sequence[_Timed], *, before: Turn | None
) -> list[list[ProposedClaim]]:
    """What the subject said in each turn; the bot's turn just before helps to read it.

    This is done outside any transaction: an extractor may take its time.
    """
    return [
        extract(
            turn.content,
            previous=last.content if last and last.role == Turn.Role.ASSISTANT else None,
            said_at=turn.created_at,
            zone=subject.zone_info,
        )
        if turn.role == Turn.Role.USER and not _speaks_to_the_memory(turn.content)
        else []
        for last, turn in pairwise([before, *turns])
        if turn is not None
    ]


def _turn_rows(session: Session, turns: Sequence[_Timed]) -> list[Turn]:
    """Rows at the end of the session; the caller holds the session's row."""
    last = session.turns.order_by("-number").first()
    return [
        Turn(
            session=session,
            number=number,
            role=turn.role,
            content=turn.content,
            created_at=turn.created_at,
        )
        for number, turn in enumerate(turns, (last.number if last else 0) + 1)
    ]


def _speaks_to_the_memory(text: str) -> bool:
    """Whether the turn as a whole is off the record or an order: then no part of it is kept,
    also where the words that say so stand in another sentence."""
    refusal = refuse(text)
    return refusal is not None and refusal.code in (RefusalCode.OFF_RECORD, RefusalCode.ORDER)


def _claim_of_statement(subject: Subject, session: Session | None, claim: NewClaim) -> Claim:
    said_at = claim.said_at or timezone.now()
    read = classify(claim.content, said_at=said_at, zone=subject.zone_info)
    given = {
        name: value
        for name, value in asdict(claim).items()
        if value is not None and name not in {"source", "said_at"}
    }
    if claim.key is not None and claim.value is None:
        given["value"] = read.value if find_key(read.key) == find_key(claim.key) else ""
        if not given["value"]:
            raise InvalidError("Give the value of the key as well.", field="value")
    if claim.type == MemoryType.EPISODIC:
        # What happened stays told as it happened, and fills no slot.
        read = replace(read, restated="", change=Change.NONE, key="", value="")
    proposal = replace(read, **given)
    check_interval(proposal.valid_from, proposal.valid_until)
    return _row(subject, proposal, said_at=said_at, session=session, source=claim.source)


def _row(
    subject: Subject,
    proposal: ProposedClaim,
    *,
    said_at: datetime,
    session: Session | None,
    turn: Turn | None = None,
    source: str = Source.USER,
) -> Claim:
    start, end = proposal.span or (None, None)
    fields = {name: getattr(proposal, name) for name in _TAKEN_AS_IS}
    if proposal.change is Change.RETRACTION:
        # "No longer works at Acme" does not fill the slot that it empties.
        fields["key"] = fields["value"] = ""
    return Claim(
        subject=subject,
        session=session,
        turn=turn,
        span_start=start,
        span_end=end,
        source=source,
        said_at=said_at,
        **fields,
    )


_TAKEN_AS_IS = [
    "content",
    "restated",
    "type",
    "scope",
    "modality",
    "change",
    "beneficiary",
    "category",
    "key",
    "value",
    "valid_from",
    "valid_until",
    "importance",
    "confidence",
]


def _hand_over(claims: Sequence[Claim]) -> None:
    """Nudge the workers on commit. The rows are the work: a lost nudge is swept up later."""
    from memory.tasks import nudge

    ids = [claim.id for claim in claims]
    if ids:
        transaction.on_commit(lambda: nudge(ids))
