"""One review item with everything that a person needs to decide it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from memory.access import chain_of
from memory.digest import digest, fieldwise
from memory.errors import NotFoundError
from memory.gate.verdict import Reason
from memory.models import Claim, Decision, Memory, ReviewItem, Turn
from memory.vocabulary import SELF
from review.buttons import Button, buttons
from review.diff import Piece, differing_words, marked_span
from review.evidence import Evidence, candidate_ids, read_evidence
from review.forms import TYPES
from review.listings.timeline import Moment, timeline
from review.models import Resolution
from review.policies import Decider, actions_for, handling_refusal, is_above, is_leased_to_other
from review.times import day
from review.urgency import Urgency, urgency_of

RELATED = 12
TURNS_AROUND = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One row of the table that compares both statements."""

    name: str
    old: str
    new: str

    @property
    def differs(self) -> bool:
        return self.old != self.new


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTurn:
    """A turn around the evidence; `pieces` marks what the claim was read from."""

    turn: Turn
    pieces: Sequence[Piece]
    is_evidence: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPage:
    """What the page of an item shows.

    memory: the stored memory that is compared; of several in question, the chosen one.
    actions: what this person may do now. may_handle: whether they may assign it or put it off.
    shown, seen: digests that the form carries. above: it is for an administrator to decide.
    """

    item: ReviewItem
    memory: Memory | None
    stored: Sequence[Piece]
    new: Sequence[Piece]
    fields: Sequence[Field]
    turns: Sequence[ShownTurn]
    evidence: Evidence
    others: Sequence[Memory]
    chain: Sequence[Memory]
    related: Sequence[Memory]
    history: Sequence[Resolution]
    earlier: Sequence[Decision]
    actions: Sequence[Resolution.Action]
    buttons: Sequence[Button]
    shown: str
    seen: str
    taken: bool
    above: bool
    may_handle: bool
    urgency: Urgency
    timeline: Sequence[Moment]


def item_page(item: ReviewItem, decider: Decider, *, compare: str = "") -> ItemPage:
    """Gather the page. compare: id of one of the other memories in question, to show that one.

    Raises NotFoundError where `compare` is not in question.
    """
    now = timezone.now()
    others = list(item.others.order_by("id"))
    memory = _compared(item, others, compare)
    stored, new = _pieces(item, memory)
    actions = actions_for(item, decider, now)
    history = list(Resolution.objects.filter(item=item).select_related("user"))
    return ItemPage(
        item=item,
        memory=memory,
        stored=stored,
        new=new,
        fields=_fields(memory, item.claim, now),
        turns=_turns(item.claim),
        evidence=_evidence(item, others),
        others=[m for m in [item.memory, *others] if m and memory and m.id != memory.id],
        chain=chain_of(memory) if memory else [],
        related=_related(item, now),
        history=history,
        earlier=_earlier(item),
        actions=actions,
        buttons=buttons(item, actions, others=bool(others)),
        shown=digest(memory),
        seen=fieldwise(memory),
        taken=is_leased_to_other(item, decider, now),
        above=is_above(item, decider),
        may_handle=not handling_refusal(item, decider),
        urgency=urgency_of(item, now),
        timeline=timeline(item, history),
    )


def _pieces(item: ReviewItem, memory: Memory | None) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """Both statements, with the differing words marked where they are set against each other."""
    if memory is None:
        return [], [Piece(item.claim.present)]
    if item.reason == Reason.FORGET:
        return [Piece(memory.content)], [Piece(item.claim.present)]
    return differing_words(memory.content, item.claim.present)


def _compared(item: ReviewItem, others: Sequence[Memory], compare: str) -> Memory | None:
    if not compare or compare == item.memory_id:
        return item.memory
    for memory in others:
        if memory.id == compare:
            return memory
    raise NotFoundError("This memory is not one of those in question.")


def _fields(memory: Memory | None, claim: Claim, now: datetime) -> list[Field]:
    """Both statements field by field, without those that neither has."""
    rows: list[tuple[str, Callable[[Memory | Claim], str]]] = [
        ("Type", lambda s: TYPES.get(s.type, s.type)),
        ("Scope", lambda s: s.scope),
        ("About", lambda s: "" if s.beneficiary == SELF else s.beneficiary),
        ("Key", lambda s: s.key),
        ("Value", lambda s: s.value),
        ("Said by", lambda s: s.get_source_display()),
        ("Said on", lambda s: day(s.said_at, now)),
        ("Holds from", lambda s: day(s.valid_from, now) if s.valid_from else ""),
        ("Holds until", lambda s: day(s.valid_until, now) if s.valid_until else ""),
        ("Seen", lambda s: _times_seen(s.confirmations) if isinstance(s, Memory) else ""),
        ("Read by", lambda s: s.engine if isinstance(s, Claim) else ""),
        ("Importance", lambda s: f"{s.importance} of 10"),
        ("Confidence", lambda s: f"{s.confidence:.0%}"),
    ]
    table = [
        Field(name=name, old=read(memory) if memory else "", new=read(claim)) for name, read in rows
    ]
    return [row for row in table if row.old or row.new]


def _times_seen(confirmations: int) -> str:
    """How often a stored statement was told; once says nothing."""
    return f"{confirmations + 1} times" if confirmations else ""


def _turns(claim: Claim) -> list[ShownTurn]:
    """The turn that the claim was read from, with two around it; for what was concluded from
    several, these."""
    shown_by = list(claim.shown_by.order_by("created_at", "number"))
    if shown_by:
        return [
            ShownTurn(turn=each, pieces=[Piece(each.content)], is_evidence=True)
            for each in shown_by
        ]
    turn = claim.turn
    if turn is None:
        return []
    near = (turn.number - TURNS_AROUND, turn.number + TURNS_AROUND)
    around = Turn.objects.filter(session_id=turn.session_id, number__range=near)
    return [
        ShownTurn(
            turn=each,
            pieces=marked_span(each.content, claim.span_start, claim.span_end)
            if each.id == turn.id
            else [Piece(each.content)],
            is_evidence=each.id == turn.id,
        )
        for each in around.order_by("number")
    ]


def _evidence(item: ReviewItem, others: Sequence[Memory]) -> Evidence:
    named = Memory.objects.visible().filter(
        subject_id=item.subject_id, id__in=candidate_ids(item.evidence)
    )
    in_question = {item.memory_id or "", *(memory.id for memory in others)}
    return read_evidence(item.evidence, named.in_bulk(), in_question)


def _related(item: ReviewItem, now: datetime) -> list[Memory]:
    """The subject's other current memories, those with the same key or type first."""
    rest = Memory.objects.current(now).filter(subject_id=item.subject_id)
    rest = rest.exclude(id=item.memory_id).order_by("-importance", "-created_at")
    return list(rest[:RELATED])


def _earlier(item: ReviewItem) -> list[Decision]:
    """What was decided before on this claim or memory, newest first."""
    about = Q(claim_ref=item.claim_id)
    if item.memory_id:
        about |= Q(memory_ref=item.memory_id) | Q(target_ref=item.memory_id)
    return list(Decision.objects.filter(about, subject_ref=item.subject_id)[:10])
