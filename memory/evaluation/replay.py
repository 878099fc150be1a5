"""Live through a history: its turns through the real write path, its probes on the real read path,
each at its own moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from django.utils import timezone

from memory import access
from memory.evaluation.histories import History, Probe, SpokenTurn
from memory.evaluation.scratch import clock_at, scratch_workspace
from memory.models import Claim, FollowUp, Memory, ReviewItem, Subject, Turn
from memory.read_path import build_context
from memory.recall.block import ContextBlock
from memory.write_path import NewTurn, decide_claim, receive_turns

Place = tuple[int, int]
"""A session and a turn in it, both from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What was kept of a turn: a memory, or (waiting) a statement that a person is asked about.

    id: the memory's, or the one in question. place: of the turn; None where it came of several.
    """

    id: str
    content: str
    place: Place | None
    waiting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The context for a probe."""

    probe: Probe
    block: ContextBlock


@dataclass(slots=True, kw_only=True)
class Lived:
    """What came of a history.

    kept: every memory that was ever made, and what waits for a person, in the order they came.
    current, asked: ids of the memories that hold at the end, and of those in question.
    due: the days of its follow-ups.
    """

    history: History
    answers: list[Answer] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    current: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    due: set[date] = field(default_factory=set)


def live_through(history: History) -> Lived:
    """Hear the turns and ask the probes in the order of their times; nothing of it stays in the
    database. Raises UnavailableError where a model cannot be used."""
    lived = Lived(history=history)
    with scratch_workspace() as workspace:
        subject = access.ensure_subject(workspace, history.id)
        for moment, event in _timeline(history):
            with clock_at(moment):
                if isinstance(event, Probe):
                    block = build_context(subject, query=event.query)
                    lived.answers.append(Answer(probe=event, block=block))
                else:
                    _hear(subject, event)
                    _note_what_is_kept(lived, subject)
        with clock_at(max(moment for moment, _ in _timeline(history))):
            _note_how_it_ends(lived, subject)
    return lived


def _timeline(history: History) -> Iterator[tuple[datetime, SpokenTurn | Probe]]:
    """Turns and probes by time; a probe hears only the turns before its moment."""
    events: list[SpokenTurn | Probe] = [*history.probes, *history.turns]
    return iter(sorted(((event.at, event) for event in events), key=lambda pair: pair[0]))


def _hear(subject: Subject, turn: SpokenTurn) -> None:
    new = NewTurn(turn.role, turn.content, turn.at)
    for claim in receive_turns(subject, session=str(turn.session), turns=[new]).claims:
        decide_claim(claim.id)


def _note_what_is_kept(lived: Lived, subject: Subject) -> None:
    """After each turn, since what is erased later leaves no row behind."""
    known = {one.id for one in lived.kept}
    # A summary repeats what a session said; it is no statement of its own.
    made = Memory.objects.filter(subject=subject, episode=None).exclude(id__in=known)
    for memory in made.select_related("source_turn__session").order_by("created_at", "id"):
        place = _place(memory.source_turn)
        lived.kept.append(Kept(id=memory.id, content=memory.content, place=place))
    waiting = Claim.objects.filter(subject=subject, state=Claim.State.WAITING)
    for claim in waiting.exclude(id__in=known).select_related("turn__session"):
        lived.kept.append(
            Kept(id=claim.id, content=claim.present, place=_place(claim.turn), waiting=True)
        )


def _place(turn: Turn | None) -> Place | None:
    return (int(turn.session.external_id), turn.number - 1) if turn else None


def _note_how_it_ends(lived: Lived, subject: Subject) -> None:
    held = Memory.objects.current(timezone.now()).filter(subject=subject)
    lived.current = set(held.values_list("id", flat=True))
    items = ReviewItem.objects.filter(subject=subject, state=ReviewItem.State.OPEN)
    in_question = {*items.values_list("memory", flat=True), *items.values_list("others", flat=True)}
    lived.asked = {ref for ref in in_question if ref}
    lived.due = set(FollowUp.objects.filter(subject=subject).values_list("due_date", flat=True))
