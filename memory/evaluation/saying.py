"""Say something to the memory, and let its workers do their part, as production does."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.utils import timezone

from memory.errors import InvalidError
from memory.extraction.engine import RULES, Engine, chosen_engine
from memory.models import Claim, Extraction, Session, Subject
from memory.requests.carry_out import act_on
from memory.sessions.summing_up import sum_up
from memory.unread import read_unread
from memory.write_path import NewTurn, Receipt, decide_claim, receive_turns

RULES_ONLY, LLM = ENGINES = ("rules", "llm")


def engine_named(name: str | None) -> Engine:
    """The engine that reads turns; that of the settings where none is named.

    Raises InvalidError where the LLM is asked for and none is set.
    """
    if name == LLM and settings.LLM is None:
        raise InvalidError("No LLM is set: name one in the environment (docs/configuration.md).")
    return RULES if name == RULES_ONLY else chosen_engine()


def say(subject: Subject, session: str, turn: NewTurn, engine: Engine) -> Receipt:
    """Hand a turn over, as a chatbot with the right to erase does, and carry out what it asks of
    the memory. Its claims are decided by the workers."""
    receipt = receive_turns(subject, session=session, turns=[turn], engine=engine, may_erase=True)
    act_on(receipt.requests)
    return receipt


def let_workers_work(subject: Subject) -> None:
    """What the workers have done by now for this person: turns that are due are read, claims are
    decided in the order said, and sessions that have ended are summed up."""
    now = timezone.now()
    due = Extraction.objects.filter(session__subject=subject, due_at__lte=now)
    for session_id in list(due.values_list("session_id", flat=True)):
        read_unread(session_id)
    decide_all(
        Claim.objects.filter(subject=subject, state=Claim.State.PENDING).order_by(
            "said_at", "created_at", "id"
        )
    )
    silent = Session.objects.filter(
        subject=subject, quiet_since__lte=now - settings.SESSION_SILENCE
    )
    for session_id in list(silent.values_list("id", flat=True)):
        sum_up(session_id)


def decide_all(claims: Iterable[Claim]) -> None:
    """Let the gate decide on each."""
    for claim in list(claims):
        decide_claim(claim.id)
