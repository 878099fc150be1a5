"""Say something to the memory, and let its workers do their part, as production does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import timezone

from memory.beginnings import propose_begun
from memory.errors import InvalidError
from memory.extraction.engine import Engine, chosen_engine
from memory.models import Claim, Extraction, Session, Subject, Turn
from memory.requests.carry_out import act_on
from memory.sessions.summing_up import sum_up
from memory.turn_vectors import embed_turns
from memory.unread import read_all, read_unread
from memory.write_path import NewTurn, Receipt, decide_claim, receive_turns

RULES_ONLY, LLM = ENGINES = ("rules", "llm")


@contextmanager
def reading_by(name: str | None) -> Iterator[Engine]:
    """What reads the turns: what the settings say, or by name the LLM that they name, or the rules;
    with these nothing else asks an LLM either.

    Raises InvalidError where the LLM is asked for and none is set.
    """
    if name == LLM and settings.LLM is None:
        raise InvalidError("No LLM is set: name one in the environment (docs/configuration.md).")
    as_set = settings.LLM
    settings.LLM = None if name == RULES_ONLY else as_set
    try:
        yield chosen_engine()
    finally:
        settings.LLM = as_set


def say(subject: Subject, session: str, turn: NewTurn, engine: Engine) -> Receipt:
    """Hand a turn over, as a chatbot with the right to erase does, and carry out what it asks of
    the memory. Its claims are decided by the workers."""
    receipt = receive_turns(subject, session=session, turns=[turn], engine=engine, may_erase=True)
    act_on(receipt.requests)
    return receipt


def let_workers_work(subject: Subject) -> None:
    """What the workers have done by now for this person: turns that are due are read, claims are
    decided in the order said, sessions that have ended are summed up, and turns can be searched."""
    due = Extraction.objects.filter(session__subject=subject, due_at__lte=timezone.now())
    for session_id in list(due.values_list("session_id", flat=True)):
        read_unread(session_id)
    _decide_and_sum_up(subject)


def let_sessions_end(subject: Subject) -> None:
    """The same once the person has been silent for so long that every session is over: what the
    LLM still has to read is read, by the rules where it fails."""
    for session_id in list(Session.objects.filter(subject=subject).values_list("id", flat=True)):
        read_all(session_id)
    _decide_and_sum_up(subject)


def _decide_and_sum_up(subject: Subject) -> None:
    propose_begun(timezone.now(), subject=subject)
    decide_all(
        Claim.objects.filter(subject=subject, state=Claim.State.PENDING).order_by(
            "said_at", "created_at", "id"
        )
    )
    over = timezone.now() - settings.SESSION_SILENCE
    silent = Session.objects.filter(subject=subject, quiet_since__lte=over)
    for session_id in list(silent.values_list("id", flat=True)):
        sum_up(session_id)
    searched_later = Turn.objects.filter(session__subject=subject, embedding__isnull=True)
    for session_id in set(searched_later.values_list("session_id", flat=True)):
        embed_turns(session_id)


def decide_all(claims: Iterable[Claim]) -> None:
    """Let the gate decide on each."""
    for claim in list(claims):
        decide_claim(claim.id)
