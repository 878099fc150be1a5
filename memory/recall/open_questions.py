from __future__ import annotations

from memory.models import Claim
from memory.recall.block import Line, Section
from memory.recall.questions import Question
from memory.recall.request import ContextRequest, readable
from memory.vocabulary import Source


def open_questions(request: ContextRequest) -> Section:
    """What the subject said that waits for a person's decision: it may or may not hold.

    A question about a memory that is told above stands on that memory's own line.
    """
    lines = tuple(
        Line(
            text=item.content,
            lead=_told(request, item),
            review_item=item.id,
        )
        for item in request.questions
        if item.state == Claim.State.WAITING and request.shown.isdisjoint(item.memories)
    )
    return Section(name="open_questions", title="May have changed", lines=lines)


def _told(request: ContextRequest, item: Question) -> str:
    """What is known of the statement: that it was said, or that it seems to be meant."""
    if item.source == Source.INFERRED:
        return "The user seems to want"
    return f"On {readable(request.local(item.said_at))} the user said"
