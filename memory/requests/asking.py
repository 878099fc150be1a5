"""Let a person decide which memory a request to forget means. Nothing is guessed."""

from __future__ import annotations

from collections.abc import Sequence

from memory import store
from memory.gate.verdict import Outcome, Reason, Verdict
from memory.models import ChatRequest, Claim, Memory, ReviewItem
from memory.requests.kinds import Kind
from memory.store import Change
from memory.vocabulary import Change as Told

_SAYS = {Kind.FORGET: "User asked to forget", Kind.DENY: "User denies having said"}


def ask_which(c: Change, row: ChatRequest, candidates: Sequence[Memory]) -> ReviewItem:
    """Queue the request with its candidates, the likeliest first.

    The item needs a claim to hang on. It is a settled one, so that no gate ever takes the
    request for a statement.
    """
    claim = Claim.objects.create(
        subject=c.subject,
        session=row.session,
        turn=row.turn,
        span_start=row.span_start,
        span_end=row.span_end,
        content=f"{_SAYS[Kind(row.kind)]}: {row.about}",
        change=Told.RETRACTION,
        said_at=row.turn.created_at,
        state=Claim.State.DECIDED,
    )
    verdict = Verdict(
        outcome=Outcome.REVIEW,
        reason=Reason.FORGET,
        target=candidates[0].id,
        others=tuple(memory.id for memory in candidates[1:]),
    )
    return store.queue(c, claim, verdict, evidence={}, decided=True)
