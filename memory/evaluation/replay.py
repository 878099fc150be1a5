"""Live through a history: its turns through the real write path, its probes on the real read path,
each at its own moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime

from django.conf import settings
from django.utils import timezone

from memory import access
from memory.evaluation.histories import BETWEEN_TURNS, History, Probe, SpokenTurn
from memory.evaluation.saying import let_sessions_end, let_workers_work, say
from memory.evaluation.scratch import clock_at, scratch_workspace
from memory.extraction.engine import RULES, Engine
from memory.gate.verdict import Reason
from memory.models import Claim, FollowUp, Memory, ReviewItem, Subject, Turn
from memory.read_path import build_context
from memory.recall.block import ContextBlock
from memory.write_path import NewTurn

Place = tuple[int, int]
"""A session and a turn in it, both from 0."""

Event = SpokenTurn | Probe | None
"""None: a session has been silent for so long that it is over."""


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
    due: the days of all follow-ups that there ever were.
    """

    history: History
    answers: list[Answer] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    current: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    due: set[date] = field(default_factory=set)


def live_through(history: History, *, engine: Engine = RULES) -> Lived:
    """Hear the turns and ask the probes in the order of their times; nothing of it stays in the
    database.

    engine: what reads the turns. Raises UnavailableError where a model cannot be used.
    """
    lived = Lived(history=history)
    with scratch_workspace() as workspace:
        subject = access.ensure_subject(workspace, history.id)
        for moment, event in _timeline(history):
            with clock_at(moment):
                _happen(lived, subject, event, engine)
    return lived


def _timeline(history: History) -> list[tuple[datetime, Event]]:
    """Turns, probes, the ends of sessions and the end of all by time; a probe hears only the
    turns before its moment."""
    ends = {turn.session: turn.at for turn in history.turns}
    silences = [(end + settings.SESSION_SILENCE + BETWEEN_TURNS, None) for end in ends.values()]
    asked = [(probe.at, probe) for probe in history.probes]
    heard = [(turn.at, turn) for turn in history.turns]
    return sorted([*asked, *heard, *silences], key=lambda pair: pair[0])


def _happen(lived: Lived, subject: Subject, event: Event, engine: Engine) -> None:
    if isinstance(event, SpokenTurn):
        new = NewTurn(event.role, event.content, event.at)
        say(subject, str(event.session), new, engine)
    if event is None:
        let_sessions_end(subject)
    let_workers_work(subject)
    if isinstance(event, Probe):
        block = build_context(subject, query=event.query)
        lived.answers.append(Answer(probe=event, block=block))
    _note_what_is_kept(lived, subject)
    _note_what_holds(lived, subject)


def _note_what_is_kept(lived: Lived, subject: Subject) -> None:
    """After each turn, since what is erased later leaves no row behind."""
    known = {one.id for one in lived.kept}
    # A summary repeats what a session said; it is no statement of its own.
    made = Memory.objects.filter(subject=subject, episode=None).exclude(id__in=known)
    for memory in made.select_related("source_turn__session").order_by("created_at", "id"):
        place = _place(memory.source_turn)
        lived.kept.append(Kept(id=memory.id, content=memory.content, place=place))
    waiting = Claim.objects.filter(subject=subject, state=Claim.State.WAITING)
    # A question which of several to forget is none about a statement.
    waiting = waiting.exclude(review_items__reason=Reason.FORGET)
    for claim in waiting.exclude(id__in=known).select_related("turn__session"):
        lived.kept.append(
            Kept(id=claim.id, content=claim.present, place=_place(claim.turn), waiting=True)
        )


def _place(turn: Turn | None) -> Place | None:
    return (int(turn.session.external_id), turn.number - 1) if turn else None


def _note_what_holds(lived: Lived, subject: Subject) -> None:
    held = Memory.objects.current(timezone.now()).filter(subject=subject)
    lived.current = set(held.values_list("id", flat=True))
    items = ReviewItem.objects.filter(subject=subject, state=ReviewItem.State.OPEN)
    in_question = {*items.values_list("memory", flat=True), *items.values_list("others", flat=True)}
    lived.asked = {ref for ref in in_question if ref}
    lived.due |= set(FollowUp.objects.filter(subject=subject).values_list("due_date", flat=True))
