"""Take in turns and claims: checked, written in one transaction, and handed to the workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.utils import timezone

from memory import access, store
from memory.claims import NewClaim, check_text, claim_row, propose
from memory.consent.choices import consent_of
from memory.consent.rules import Consent, Mode
from memory.extraction.engine import CONTEXT, RULES, Engine, HeardTurn, Proposals, chosen_engine
from memory.extraction.proposal import ProposedClaim
from memory.extraction.refuse import RefusalCode, refuse
from memory.gate.verdict import Reason
from memory.handover import hand_over, hold, let_search
from memory.hearing import Heard, HeardMessage, NewTurn, hear
from memory.intake_notes import CATEGORY_OFF, NOT_KEPT
from memory.keys import with_own_keys
from memory.models import ChatRequest, Claim, Session, Subject, Turn
from memory.requests.gating import note_nothing, why_nothing
from memory.requests.pausing import waiting_claims
from memory.requests.rows import request_rows, resumed
from memory.requests.state import keep_to, keeping_of
from memory.sessions.listening import listen
from memory.unread import leave_unread, read_all

__all__ = ["NewTurn", "Receipt", "read_now", "receive_claims", "receive_turns"]


@dataclass(frozen=True, slots=True)
class Receipt:
    """The rows that were written; a turn may be left unread, so that its claims come later.

    requests: what was asked of the memory itself; those that are pending are to be carried out.
    message: why turns were left unread for a caller who waits; else empty.
    """

    turns: list[Turn]
    claims: list[Claim]
    requests: list[ChatRequest] = field(default_factory=list)
    message: str = ""


@with_own_keys
def receive_turns(
    subject: Subject,
    *,
    session: str,
    turns: Sequence[NewTurn],
    engine: Engine | None = None,
    may_erase: bool = False,
) -> Receipt:
    """Store the turns at the end of the session, and what the subject said in them as claims.

    session: the chatbot's own id of the conversation; begun where it is new. Only user turns
    give claims; the bot's turn before one helps to read it. What a turn asks of the memory itself
    becomes a request, and what may not be kept leaves a note. engine: what reads the turns, that
    of the settings if None; one that reads several together leaves them unread for the workers.
    may_erase: whoever hands the turns over has the right to erase. Raises InvalidError, with
    nothing written, for a turn that cannot be taken.
    """
    engine = engine or chosen_engine()
    for turn in turns:
        check_text(turn.content, field="content")
    known = keeping_of(subject, access.session_of(subject, session), timezone.now())
    heard = hear(turns, known)
    said = Turn.objects.filter(session__subject=subject, session__external_id=session)
    before = list(said.order_by("-number")[:CONTEXT])[::-1]
    consent = consent_of(subject)
    later = [not engine.at_once and _is_read_later(turn, subject, consent) for turn in heard.turns]
    proposed = _proposals(subject, heard.turns, later, before=before)
    with transaction.atomic():
        held = hold(subject)  # so that two requests for one session take their numbers in turn
        conversation = access.ensure_session(subject, session)
        if keeping_of(held, conversation, timezone.now()) == known:
            return _write(held, conversation, heard, later, proposed, consent, may_erase=may_erase)
    # Somebody paused or resumed in this moment: what may be kept is to be seen anew.
    subject.refresh_from_db()
    return receive_turns(subject, session=session, turns=turns, engine=engine, may_erase=may_erase)


def _write(
    subject: Subject,
    conversation: Session,
    heard: Heard,
    later: Sequence[bool],
    proposed: Proposals,
    consent: Consent,
    *,
    may_erase: bool,
) -> Receipt:
    """Write everything; the caller holds the person's row, in a transaction."""
    rows = _turn_rows(conversation, heard, later, consent)
    Turn.objects.bulk_create(rows)
    claims: list[Claim] = []
    log = store.Change(subject, store.GATE, timezone.now())
    for row, told, proposals in zip(rows, heard.turns, proposed, strict=True):
        kept = proposals if row.content == told.content else _unplaced(proposals)
        claims += [
            claim_row(subject, one, said_at=row.created_at, session=conversation, turn=row)
            for one in kept
        ]
        if told.is_users and not kept and not row.unread:
            note_nothing(log, row, told.withheld or why_nothing(told.content, told.requests))
    Claim.objects.bulk_create(claims)
    requests = request_rows(rows, heard, may_erase=may_erase)
    ChatRequest.objects.bulk_create(requests)
    keep_to(subject, conversation, heard.keeping, timezone.now())
    leave_unread(conversation, rows)
    claims += listen(subject, conversation, [row for row in rows if not row.withheld])
    hand_over(claims if not resumed(requests) else waiting_claims(subject))
    let_search(conversation)
    return Receipt(turns=rows, claims=claims, requests=requests)


def receive_claims(
    subject: Subject, claims: Sequence[NewClaim], *, session: str = ""
) -> list[Claim]:
    """Store statements that the chatbot (or an import) proposes itself, for the gate to decide.

    Raises InvalidError, with nothing written, for a claim that cannot be taken.
    """
    with transaction.atomic():
        held = hold(subject)
        conversation = access.ensure_session(subject, session) if session else None
        rows = propose(subject, claims, session=conversation)
        if held.paused_at is not None:
            log = store.Change(held, store.GATE, timezone.now())
            for row in rows:
                store.reject(log, row, reason=Reason.PAUSED)
        else:
            hand_over(rows)
    return rows


def read_now(receipt: Receipt) -> Receipt:
    """The receipt with the claims of turns that would be read later, for a caller who waits."""
    sessions = {turn.session_id for turn in receipt.turns if turn.unread}
    claims = [claim for session in sessions for claim in read_all(session)]
    left = Turn.objects.filter(id__in=[turn.id for turn in receipt.turns], unread=True)
    message = "Stored, and read later: a worker reads this session just now."
    return replace(
        receipt,
        claims=[*receipt.claims, *claims],
        message=message if sessions and left.exists() else receipt.message,
    )


def _proposals(
    subject: Subject,
    turns: Sequence[HeardMessage],
    later: Sequence[bool],
    *,
    before: Sequence[Turn],
) -> Proposals:
    """What the subject said in each turn that is read now; the turns just before help.

    The rules read it, outside any transaction. That includes what an LLM must never see and
    cannot read later, since the words are not kept.
    """
    earlier = [
        HeardTurn(
            content=turn.content,
            said_at=turn.created_at,
            is_users=turn.role == Turn.Role.USER,
            is_new=False,
        )
        for turn in before
        if not turn.withheld
    ]
    heard = [
        HeardTurn(
            content=turn.statements,
            said_at=turn.created_at,
            is_users=turn.is_users,
            is_new=not (waits or turn.withheld or _gives_orders(turn.content)),
        )
        for turn, waits in zip(turns, later, strict=True)
    ]
    return RULES.read([*earlier, *heard], zone=subject.zone_info)[len(earlier) :]


def _is_read_later(turn: HeardMessage, subject: Subject, consent: Consent) -> bool:
    """Whether an engine that reads later should: its words are kept, and worth to be read."""
    asked_for = turn.is_users or subject.workspace.learn_from_assistant
    worth = bool(turn.statements.strip()) and refuse(turn.content) is None
    allowed = consent.mode_for([turn.content]) is not Mode.OFF
    return asked_for and not turn.withheld and worth and allowed


def _turn_rows(
    session: Session, heard: Heard, unread: Sequence[bool], consent: Consent
) -> list[Turn]:
    """Rows at the end of the session; the caller holds the session's row."""
    last = session.turns.order_by("-number").first()
    return [
        Turn(
            session=session,
            number=number,
            role=turn.role,
            content=turn.note or _kept_words(turn.content, consent),
            created_at=turn.created_at,
            unread=waits,
            withheld=bool(turn.withheld),
        )
        for number, (turn, waits) in enumerate(
            zip(heard.turns, unread, strict=True), (last.number if last else 0) + 1
        )
    ]


def _unplaced(proposals: list[ProposedClaim]) -> list[ProposedClaim]:
    """Proposals whose words do not stand in the stored turn, since it keeps a note instead."""
    return [replace(proposal, span=None) for proposal in proposals]


def _gives_orders(text: str) -> bool:
    """Whether the turn tries to give the memory orders: then no part of it is read, also where
    the words that do so stand in another sentence."""
    refusal = refuse(text)
    return refusal is not None and refusal.code is RefusalCode.ORDER


def _kept_words(text: str, consent: Consent) -> str:
    """The turn's words, or a note in their place where they hold a secret, or tell of a special
    category that is switched off."""
    refusal = refuse(text)
    kept = refusal is None or refusal.code in (RefusalCode.ORDER, RefusalCode.OFF_RECORD)
    if not kept:
        return NOT_KEPT
    return CATEGORY_OFF if consent.mode_for([text]) is Mode.OFF else text
