"""Turns that are read later, several at once: which are outstanding, and the reading itself.

A turn that is not read yet says so itself; the session's `Extraction` row says when it is due.
The task only says "look at session N", so a lost one is found by the sweep.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from memory.change import GATE, Change
from memory.claims import claim_row
from memory.errors import ConflictError
from memory.extraction.engine import CONTEXT, RULES, HeardTurn, Proposals, chosen_engine
from memory.extraction.llm.endpoint import MOST_CHARACTERS
from memory.extraction.llm.faults import LlmError
from memory.extraction.proposal import ProposedClaim
from memory.extraction.refuse import refuse
from memory.handover import hand_over, hold
from memory.keys import keys_of
from memory.models import Claim, Extraction, Session, Subject, Turn
from memory.requests.gating import note_nothing, why_nothing
from memory.requests.recognise import requests_in, without_requests
from memory.vocabulary import Source

logger = logging.getLogger(__name__)

MOST_TURNS = 20
"""User's turns that are read in one request; the others wait for the next one. One turn always
fits, however long it is."""

SLACK = timedelta(seconds=60)
"""What a reading may take beside the LLM's own time before its worker counts as lost."""

TRIES = 3
"""How often the LLM is asked about one batch before the rules read it."""

RETRY = 20.0
"""Seconds until the next try, where the endpoint names none."""

LONGEST_WAIT = 300.0
"""Seconds. An endpoint that wants more has to do without this batch."""

MAX_ATTEMPTS = 8
AFTER_ERROR = timedelta(seconds=60)


# What is outstanding.


def leave_unread(session: Session, turns: Sequence[Turn]) -> None:
    """Let new turns of the session be read soon: at once where enough of them wait, else when
    the session pauses. The caller holds the subject's row, in the transaction that wrote them."""
    if any(turn.unread for turn in turns):
        row, _ = Extraction.objects.select_for_update().get_or_create(session=session)
        due = _due(session, timezone.now())
        # Where the LLM asked to wait, a further message does not make it answer sooner.
        row.due_at = max(row.due_at, due) if row.due_at and row.attempts else due
        row.save(update_fields=["due_at"])
        _tell_workers(row)


def _due(session: Session, now: datetime) -> datetime:
    if settings.LLM is None:
        return now
    waiting = session.turns.filter(unread=True, role=Turn.Role.USER).count()
    return now if waiting >= settings.LLM.every_turns else now + settings.LLM.pause


def due_sessions(now: datetime) -> list[str]:
    """Ids of the sessions that are due and that nobody reads just now, the longest due first."""
    rows = Extraction.objects.filter(_free(now), due_at__lte=now)
    rows = rows.filter(session__subject__paused_at=None).order_by("due_at")
    return list(rows.values_list("session_id", flat=True)[:500])


def _free(now: datetime) -> Q:
    return Q(held_until=None) | Q(held_until__lt=now)


def _tell_workers(row: Extraction) -> None:
    from memory.tasks import nudge_readers

    if row.due_at and row.due_at <= timezone.now():
        transaction.on_commit(lambda: nudge_readers([row.session_id]))


# The reading.


@dataclass(frozen=True, slots=True)
class _Held:
    """A session that this process reads, and what it has read of it."""

    session: Session
    until: datetime
    attempts: int
    turns: list[Turn]

    @property
    def row(self) -> Extraction | None:
        """The row, locked; None where somebody else took over."""
        rows = Extraction.objects.select_for_update()
        return rows.filter(session=self.session, held_until=self.until).first()


def read_unread(session_id: str, *, early: bool = False) -> list[Claim]:
    """Read the session's next unread turns and write what they say as claims.

    1. Take the session, unless another worker has it. 2. Read, outside any transaction. 3. Hold
    the person, check that nothing changed meanwhile, write. Where the LLM cannot be used it is
    tried again a little later, then the rules read, and the claims say so. Safe to call twice.
    early: now, due or not, and by the rules where the LLM fails, as somebody waits for it.
    """
    held = _take(session_id, early=early)
    if held is None:
        return []
    turns = _with_context(held)
    heard = [_heard(turn, held.turns) for turn in turns]
    with keys_of(held.session.subject.workspace_id):
        try:
            read = chosen_engine().read(heard, zone=held.session.subject.zone_info)
        except LlmError as error:
            wait = None if early else _wait(error, held.attempts)
            if wait is not None:
                _postpone(held, wait, error)
                return []
            logger.warning("session %s is read by the rules: %s", session_id, error.fault)
            read = _by_rules(heard, held, error)
    return _write(held, dict(zip((turn.id for turn in turns), read, strict=True)))


def read_all(session_id: str) -> list[Claim]:
    """Read all unread turns of a session now, for a caller who waits."""
    claims: list[Claim] = []
    while Turn.objects.filter(session=session_id, unread=True).exists():
        before = Turn.objects.filter(session=session_id, unread=True).count()
        claims += read_unread(session_id, early=True)
        if Turn.objects.filter(session=session_id, unread=True).count() >= before:
            break  # another worker has it, or more comes than is read
    return claims


def failed(session_id: str, error: str) -> None:
    """Give a session back that could not be read, by the name of the error; after MAX_ATTEMPTS
    it is left alone, with the name kept, until it goes on."""
    rows = Extraction.objects.filter(session_id=session_id)
    again = timezone.now() + AFTER_ERROR
    rows.update(attempts=F("attempts") + 1, last_error=error, held_until=None, due_at=again)
    rows.filter(attempts__gte=MAX_ATTEMPTS).update(due_at=None, attempts=0)


def _take(session_id: str, *, early: bool) -> _Held | None:
    now = timezone.now()
    session = (
        Session.objects.select_related("subject__workspace")
        .filter(id=session_id, subject__paused_at=None)
        .first()
    )
    # Only columns of the row itself: two workers cannot both see it as free.
    rows = Extraction.objects.filter(_free(now), session_id=session_id)
    rows = rows if early else rows.filter(due_at__lte=now)
    until = now + SLACK + timedelta(seconds=2 * settings.LLM.timeout if settings.LLM else 0)
    if session is None or not rows.update(held_until=until):
        return None
    attempts = Extraction.objects.values_list("attempts", flat=True).get(session_id=session_id)
    return _Held(session, until, attempts, _next_batch(session))


def _next_batch(session: Session) -> list[Turn]:
    """The oldest unread turns, as many as one request may hold."""
    batch: list[Turn] = []
    for turn in session.turns.filter(unread=True).order_by("number")[: 2 * MOST_TURNS]:
        users = sum(one.role == Turn.Role.USER for one in batch)
        characters = sum(len(one.content) for one in batch) + len(turn.content)
        if batch and (users >= MOST_TURNS or characters > MOST_CHARACTERS):
            break
        batch.append(turn)
    return batch


def _with_context(held: _Held) -> list[Turn]:
    """The batch with what was said just before each turn; nothing of what gave orders."""
    if not held.turns:
        return []
    batch = {turn.number for turn in held.turns}
    near = {number - back for number in batch for back in range(1, CONTEXT + 1)} - batch
    said = held.session.turns.order_by("number")
    return [
        turn
        for turn in said.filter(number__in=batch | near)
        if turn.number in batch or not (turn.withheld or refuse(turn.content))
    ]


def _heard(turn: Turn, batch: Sequence[Turn]) -> HeardTurn:
    """The turn without what it asks of the memory, which states nothing; places stay."""
    users = turn.role == Turn.Role.USER
    content = without_requests(turn.content, requests_in(turn.content)) if users else turn.content
    return HeardTurn(content=content, said_at=turn.created_at, is_users=users, is_new=turn in batch)


def _wait(error: LlmError, attempts: int) -> float | None:
    """Seconds until the LLM is worth another try; None where the rules should read now."""
    wait = RETRY if error.wait is None else error.wait
    if not error.fault.passes or attempts + 1 >= TRIES or wait > LONGEST_WAIT:
        return None
    return wait


def _by_rules(heard: Sequence[HeardTurn], held: _Held, error: LlmError) -> Proposals:
    read = RULES.read(heard, zone=held.session.subject.zone_info)
    return [[replace(claim, fallback=error.fault) for claim in claims] for claims in read]


def _postpone(held: _Held, wait: float, error: LlmError) -> None:
    rows = Extraction.objects.filter(session=held.session, held_until=held.until)
    rows.update(
        due_at=timezone.now() + timedelta(seconds=wait),
        attempts=F("attempts") + 1,
        last_error=error.fault,
        held_until=None,
    )


def _write(held: _Held, read: dict[str, list[ProposedClaim]]) -> list[Claim]:
    """Write the claims and mark their turns as read; [] where somebody else did."""
    with transaction.atomic():
        try:
            now = hold(held.session.subject)
        except ConflictError:
            return []  # erased meanwhile, with all that was read
        row = held.row
        if row is None:
            return []
        if now.paused_at is not None:
            Extraction.objects.filter(session=held.session).update(held_until=None)
            return []
        same = _unchanged(held.turns)
        claims = [_claim(turn, proposal, held) for turn in same for proposal in read[turn.id]]
        Claim.objects.bulk_create(claims)
        _say_what_gave_nothing(now, [turn for turn in same if not read[turn.id]])
        Turn.objects.filter(id__in=[turn.id for turn in same]).update(unread=False)
        _release(row, held.session)
        hand_over(claims)
    logger.info("session %s: %d turns, %d claims", held.session.id, len(same), len(claims))
    return claims


def _say_what_gave_nothing(subject: Subject, turns: Sequence[Turn]) -> None:
    log = Change(subject, GATE, timezone.now())
    for turn in turns:
        if turn.role == Turn.Role.USER:
            note_nothing(log, turn, why_nothing(turn.content, requests_in(turn.content)))


def _claim(turn: Turn, proposal: ProposedClaim, held: _Held) -> Claim:
    return claim_row(
        held.session.subject,
        proposal,
        said_at=turn.created_at,
        session=held.session,
        turn=turn,
        source=Source.USER if turn.role == Turn.Role.USER else Source.ASSISTANT,
    )


def _unchanged(turns: Sequence[Turn]) -> list[Turn]:
    """The turns that still are what was read. Where words were erased or withheld meanwhile, the
    claims may hold them: such a turn is read again as it is now."""
    now = Turn.objects.in_bulk([turn.id for turn in turns])
    return [
        turn
        for turn in turns
        if turn.id in now and now[turn.id].unread and now[turn.id].content == turn.content
    ]


def _release(row: Extraction, session: Session) -> None:
    """Nobody reads it any more; what came or changed meanwhile is due in its turn."""
    left = session.turns.filter(unread=True).exists()
    row.due_at = _due(session, timezone.now()) if left else None
    row.held_until, row.attempts, row.last_error = None, 0, ""
    row.save()
    _tell_workers(row)
