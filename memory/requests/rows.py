"""Requests as rows: what is settled by hearing it, and what is still to be carried out."""

from __future__ import annotations

from collections.abc import Sequence

from memory.hearing import Heard
from memory.models import ChatRequest, Turn
from memory.requests.kinds import Kind, Outcome, Request

SETTLED_BY_HEARING = {
    Kind.OFF_RECORD: Outcome.NOT_KEPT,
    Kind.OFF_SESSION: Outcome.STOPPED,
    Kind.PAUSE: Outcome.STOPPED,
    Kind.RESUME: Outcome.RESUMED,
}
"""Intake has already done what these ask, in the transaction that writes their rows."""


def request_rows(turns: Sequence[Turn], heard: Heard, *, may_erase: bool) -> list[ChatRequest]:
    """Rows, not saved yet, for all that was asked in these turns."""
    return [
        _row(turn, request, may_erase=may_erase)
        for turn, message in zip(turns, heard.turns, strict=True)
        for request in message.requests
    ]


def resumed(requests: Sequence[ChatRequest]) -> bool:
    """Whether one of them ends a pause."""
    return any(request.kind == Kind.RESUME for request in requests)


def _row(turn: Turn, request: Request, *, may_erase: bool) -> ChatRequest:
    session = turn.session
    start, end = (None, None) if turn.withheld else request.span
    row = ChatRequest(
        subject_id=session.subject_id,
        session=session,
        turn=turn,
        span_start=start,
        span_end=end,
        kind=request.kind,
        everything=request.everything,
        sure=request.sure,
        final=request.final,
        may_erase=may_erase,
    )
    if (outcome := SETTLED_BY_HEARING.get(request.kind)) is not None:
        row.state, row.outcome = ChatRequest.State.SETTLED, outcome
    else:
        row.about, row.person = request.about, request.person[:100]
    return row
