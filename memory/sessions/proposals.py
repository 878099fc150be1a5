"""Propose as a standing instruction what a subject has asked for again and again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import QuerySet
from django.db.models.functions import Length

from memory.claims import claim_row
from memory.extraction.classify import instruction_claim
from memory.models import Claim, ReviewItem, Subject, Turn
from memory.sessions.repetition import LONGEST, WITHIN, implied_instructions, is_repeated
from memory.vocabulary import MemoryType, Source

CONFIDENCE = 0.6
"""How far a conclusion from requests can be relied on, from 0 to 1."""


def propose_implied(subject: Subject, turns: Sequence[Turn]) -> list[Claim]:
    """Claims for the instructions that these new turns imply for the third time in a month.

    The gate asks a person about each; none is stored by itself. Nothing where a proposal of the
    same kind waits already or a person has answered one. The caller holds the subject's row, so
    that two requests at once do not both count as the third. Costs one query where a turn asks for
    a change, none otherwise.
    """
    claims: list[Claim] = []
    for turn in turns:
        asked = implied_instructions(turn.content) if turn.role == Turn.Role.USER else []
        earlier = _requests_before(subject, turn) if asked else []
        for instruction in asked:
            shown_by = [*_that_imply(instruction, subject, earlier), turn]
            if is_repeated([each.created_at for each in shown_by], last=turn.created_at):
                claims.append(_claim(subject, instruction, shown_by))
    return claims


def _requests_before(subject: Subject, turn: Turn) -> list[Turn]:
    """The subject's short messages of the month before, the oldest first."""
    said = Turn.objects.filter(
        session__subject=subject,
        role=Turn.Role.USER,
        created_at__gt=turn.created_at - WITHIN,
        created_at__lte=turn.created_at,
    )
    short = said.annotate(length=Length("content")).filter(length__lte=LONGEST)
    return list(short.exclude(id=turn.id).order_by("created_at", "number"))


def _that_imply(instruction: str, subject: Subject, turns: Sequence[Turn]) -> list[Turn]:
    """The turns that count; none where the proposal was made and settles the matter."""
    made = Claim.objects.filter(
        subject=subject,
        type=MemoryType.PROCEDURAL,
        source=Source.INFERRED,
        content=instruction,
    ).order_by("-said_at")
    if _waits_or_was_answered(made):
        return []
    last = made.first()  # the gate knew it already: begin to count anew
    return [
        turn
        for turn in turns
        if (last is None or turn.created_at > last.said_at)
        and instruction in implied_instructions(turn.content)
    ]


def _waits_or_was_answered(made: QuerySet[Claim]) -> bool:
    """Whether a proposal is on its way or in the queue, or a person decided on one."""
    waits = made.filter(state__in=[Claim.State.PENDING, Claim.State.WAITING])
    answered = made.filter(review_items__state=ReviewItem.State.RESOLVED)
    return waits.exists() or answered.exists()


def _claim(subject: Subject, instruction: str, shown_by: Sequence[Turn]) -> Claim:
    last = shown_by[-1]
    claim = claim_row(
        subject,
        replace(instruction_claim(instruction), confidence=CONFIDENCE),
        said_at=last.created_at,
        session=last.session,
        turn=last,
        source=Source.INFERRED,
    )
    claim.save(force_insert=True)
    claim.shown_by.set(shown_by)
    return claim
