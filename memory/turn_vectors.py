"""What raw turns need so that they can be searched: a vector, and how likely they state a
constraint or an instruction, or a change.

A turn without a vector is the work row; the task only says "look at session N", so a lost one is
found by the sweep. Models run outside any transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypedDict

from django.db import transaction
from django.db.models import QuerySet

from memory.errors import ConflictError, UnavailableError
from memory.handover import hold
from memory.inference.embeddings import embed
from memory.inference.statement_labels import About, Labels, Message, Worth
from memory.inference.statements import read_statements
from memory.inference.vector import Vector
from memory.models import Session, Turn
from memory.vocabulary import Change, Scope

logger = logging.getLogger(__name__)

BATCH = 64
"""Turns that are embedded at once."""

LOST_AFTER = timedelta(seconds=60)


class Likelihoods(TypedDict):
    """How likely a turn states what is told on every turn, and that something is no longer so;
    None where nothing is known."""

    standing_likelihood: float | None
    change_likelihood: float | None


UNKNOWN = Likelihoods(standing_likelihood=None, change_likelihood=None)


def embed_turns(session_id: str) -> int:
    """Give every turn of the session that has none its vector; answers how many were written.

    1. The words, as they are. 2. The models, outside any transaction. 3. Hold the person, check
    that the words are still the same, write. Safe to call twice, and at the same time. Raises
    UnavailableError where the embedding model cannot be used; the turns then wait for the sweep.
    """
    session = Session.objects.select_related("subject").filter(id=session_id).first()
    written = 0
    while session is not None:
        turns = list(_without_vector(session)[:BATCH])
        done = _write(session, turns, embed([turn.content for turn in turns]), _likelihoods(turns))
        written += done
        if not done:  # nothing is left, or what is left has just been changed
            break
    return written


def lost_sessions(now: datetime) -> list[str]:
    """Ids of sessions of which a turn has been without its vector for too long."""
    lost = Turn.objects.filter(
        embedding__isnull=True, withheld=False, created_at__lt=now - LOST_AFTER
    )
    return list(lost.order_by().values_list("session_id", flat=True).distinct()[:500])


def _without_vector(session: Session) -> QuerySet[Turn]:
    turns = Turn.objects.filter(session=session, embedding__isnull=True, withheld=False)
    return turns.defer("embedding", "words").order_by("number")


def _likelihoods(turns: Sequence[Turn]) -> list[Likelihoods]:
    """What each turn of the person may be; nothing is known of the chatbot's turns, nor of any
    where the statement model cannot be used."""
    users = [turn for turn in turns if turn.role == Turn.Role.USER]
    try:
        labels = read_statements([Message(turn.content) for turn in users]) if users else []
    except UnavailableError as error:
        logger.warning("turns are searched without the statement model: %s", error.code)
        return [UNKNOWN] * len(turns)
    found = {turn.id: _likelihood(read) for turn, read in zip(users, labels, strict=True)}
    return [found.get(turn.id, UNKNOWN) for turn in turns]


def _likelihood(read: Labels) -> Likelihoods:
    keep, scope = read.keep.probabilities[Worth.KEEP], read.scope.probabilities
    own_constraint = scope[Scope.CONSTRAINT] * read.about.probabilities[About.SELF]
    return Likelihoods(
        standing_likelihood=keep * (own_constraint + scope[Scope.INSTRUCTION]),
        change_likelihood=keep * (1.0 - read.change.probabilities[Change.NONE]),
    )


def _write(
    session: Session,
    turns: Sequence[Turn],
    vectors: Sequence[Vector],
    likelihoods: Sequence[Likelihoods],
) -> int:
    with transaction.atomic():
        try:
            hold(session.subject)
        except ConflictError:
            return 0  # erased meanwhile, with all turns
        return sum(
            # What was masked, withheld or pruned meanwhile keeps no trace of its words.
            Turn.objects.filter(id=turn.id, content=turn.content, withheld=False).update(
                embedding=list(vector.values),
                embedding_model=vector.model,
                **likelihood,
            )
            for turn, vector, likelihood in zip(turns, vectors, likelihoods, strict=True)
        )
