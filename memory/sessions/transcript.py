"""What of a session may be told: its turns without what was refused, taken back or replaced since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from memory.extraction.refuse import RefusalCode, refuse
from memory.gate.verdict import Reason
from memory.models import Claim, Decision, Memory, Session, Turn
from memory.sessions.summary import Line
from memory.vocabulary import MemoryType, Modality, Source

MOST_TURNS = 400
"""The last turns of a session that never ends."""

Action = Decision.Action
_KEPT = (Action.ADD, Action.REPLACE, Action.SKIP)


@dataclass(frozen=True, slots=True)
class Transcript:
    """The lines of a session in order. off_record: it holds what was asked not to be kept."""

    lines: Sequence[Line]
    off_record: bool


def transcript_of(session: Session) -> Transcript:
    """The session as a summary may use it.

    A statement that the gate or a person rejected, whose memory was deleted or taken back, or
    that another has replaced since, is blanked out where it was said. Costs a handful of queries.
    """
    turns = list(session.turns.order_by("-number")[:MOST_TURNS])[::-1]
    said: dict[str, _Said] = {turn.id: _Said(turn.content) for turn in turns}
    claims = Claim.objects.filter(session=session, turn__in=turns).order_by("created_at", "id")
    dead = _untold(list(claims))
    for claim in claims:
        place = said[claim.turn_id or ""]
        if claim.id in dead:
            place.blank(claim)
        elif claim.source == Source.USER and _is_told(claim):
            place.statements.append(claim.content)
    return Transcript(
        lines=[
            Line(turn.role, said[turn.id].text, turn.created_at, tuple(said[turn.id].statements))
            for turn in turns
        ],
        off_record=any(_is_off_record(turn) for turn in turns),
    )


@dataclass(slots=True)
class _Said:
    text: str
    statements: list[str] = field(default_factory=list)

    def blank(self, claim: Claim) -> None:
        """Leave out what the claim was read from; the whole turn where its place is not known."""
        known = claim.span_start is not None and claim.span_end is not None
        start, end = (claim.span_start, claim.span_end) if known else (0, len(self.text))
        self.text = self.text[:start] + " " * len(self.text[start:end]) + self.text[end:]


def _is_told(claim: Claim) -> bool:
    """Instructions say how to answer, and what others said is not the subject's own."""
    return claim.type != MemoryType.PROCEDURAL and claim.modality != Modality.QUOTED


def _is_off_record(turn: Turn) -> bool:
    """Also true of the note that stands in the place of such a turn."""
    found = refuse(turn.content)
    return turn.withheld or (found is not None and found.code is RefusalCode.OFF_RECORD)


def _untold(claims: Sequence[Claim]) -> set[str]:
    """Ids of the claims whose statement must not be told: rejected, or its memory is gone."""
    log = list(Decision.objects.filter(claim_ref__in=[claim.id for claim in claims]))
    undone = _undone([each.id for each in log])
    dead: set[str] = set()
    kept_by: dict[str, set[str]] = {}
    for each in log:
        if each.id in undone:
            continue
        if each.action == Action.REJECT or each.reason == Reason.DECIDED_BEFORE:
            dead.add(each.claim_ref)
        elif each.action in _KEPT:
            kept_by.setdefault(each.memory_ref, set()).add(each.claim_ref)
    dead.update(*(kept_by[ref] for ref in _gone(set(kept_by))))
    # What made a memory and was taken back leaves its claim without one.
    without = {each.claim_ref for each in log if each.id in undone and each.action in _KEPT}
    return dead | (without - set[str]().union(*kept_by.values()))


def _undone(decision_ids: Sequence[str]) -> set[str]:
    taken_back = Decision.objects.filter(undoes__in=decision_ids)
    return set(taken_back.values_list("undoes", flat=True))


def _gone(memory_ids: set[str]) -> set[str]:
    """Those that were erased, deleted, replaced, corrected or retired."""
    held = Memory.objects.visible().filter(id__in=memory_ids)
    replaced = Memory.objects.visible().filter(supersedes__in=held).values("supersedes")
    retired = Decision.objects.filter(memory_ref__in=memory_ids, action=Action.EXPIRE)
    ended = set(retired.values_list("id", flat=True)) - _undone(
        list(retired.values_list("id", flat=True))
    )
    holds = held.exclude(id__in=replaced).exclude(
        id__in=retired.filter(id__in=ended).values("memory_ref")
    )
    return memory_ids - set(holds.values_list("id", flat=True))
