"""“That was about my neighbour”: what was said goes over to whom it is about."""

from __future__ import annotations

from copy import copy

from django.utils import timezone

from memory import store
from memory.claims import NewClaim, propose
from memory.gate.verdict import Reason
from memory.handover import hand_over
from memory.inference.embeddings import embed
from memory.models import ChatRequest, Claim, Memory
from memory.requests import moving
from memory.requests.candidates import told
from memory.requests.kinds import Outcome
from memory.requests.settling import actor_of, is_mine, look_for_what, settle, settle_alone
from memory.requests.undoing import replacement_that_made, take_back_claim
from memory.undo import undo

ABOUT_ANOTHER = "about_another"
"""The reason code of what was moved to somebody else."""


def say_of_another(row: ChatRequest) -> None:
    """The last memory of the session, or the one that is named, is about somebody else."""
    if row.about:
        candidates = look_for_what(row).clear()
    else:
        waiting = _last_waiting(row)
        if waiting is not None and row.sure:
            _reword_claim(row, waiting)
            return
        candidates = _last_made(row)
    if len(candidates) != 1 or not row.sure or candidates[0].beneficiary == row.person:
        settle_alone(row, Outcome.UNCLEAR, [memory.id for memory in candidates])
        return
    _move(row, candidates[0])


def _last_made(row: ChatRequest) -> list[Memory]:
    rows = told(row.subject, said_until=row.turn.created_at, now=timezone.now())
    return list(rows.filter(source_session=row.session).order_by("-said_at", "-created_at")[:1])


def _last_waiting(row: ChatRequest) -> Claim | None:
    """The session's last claim, where it waits for a person and has made no memory yet."""
    said = Claim.objects.filter(session=row.session, said_at__lt=row.turn.created_at)
    last = said.exclude(review_items__reason=Reason.FORGET).order_by("-said_at").first()
    return last if last is not None and last.state == Claim.State.WAITING else None


def _reword_claim(row: ChatRequest, claim: Claim) -> None:
    """Take the waiting claim back and propose it anew, about whom it is."""
    content = moving.about(claim.present, before=claim.beneficiary, person=row.person)
    with store.change(row.subject_id, actor_of(row)) as c:
        if not is_mine(row):
            return
        held = Claim.objects.select_for_update(of=("self",)).get(id=claim.id)
        if held.state != Claim.State.WAITING:
            raise store.StaleError("This question was answered meanwhile; look again.")
        take_back_claim(c, held, reason=ABOUT_ANOTHER)
        new = NewClaim(
            content=content, type=held.type, scope=held.scope, beneficiary=row.person,
            said_at=held.said_at,
        )  # fmt: skip
        hand_over(propose(row.subject, [new], session=row.session))
        settle(row, Outcome.MOVED)


def _move(row: ChatRequest, memory: Memory) -> None:
    """A new version about the other person takes its place. Where the memory had replaced
    another one, that one holds again: it was never untrue."""
    content = moving.about(memory.content, before=memory.beneficiary, person=row.person)
    (vector,) = embed([content])
    with store.change(row.subject_id, actor_of(row)) as c:
        if not is_mine(row):
            return
        fresh = Memory.objects.visible().filter(subject=c.subject, id=memory.id).first()
        if fresh is None or fresh.content != memory.content:
            raise store.StaleError("This memory changed meanwhile; look again.")
        made = replacement_that_made(fresh)
        claim = Claim.objects.filter(id=made.claim_ref).first() if made else None
        if made is None or claim is None:
            changes: dict[str, object] = {"content": content, "beneficiary": row.person}
            version = store.edit(c, fresh, changes, vector)
        else:
            undo(c, made)
            worded = copy(claim)
            worded.beneficiary = row.person
            version = store.add(c, worded, vector, reason=ABOUT_ANOTHER, content=content)
        settle(row, Outcome.MOVED, [version.id])
