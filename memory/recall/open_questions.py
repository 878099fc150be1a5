from __future__ import annotations

from memory.models import Claim
from memory.recall.block import Line, Section
from memory.recall.request import ContextRequest, in_question, readable


def open_questions(request: ContextRequest) -> Section:
    """What the subject said that waits for a person's decision: it may or may not hold.

    A question about a memory that is told above stands on that memory's own line.
    """
    lines = tuple(
        Line(
            text=f"On {readable(request.local(item.claim.said_at))} the user said: "
            f"{item.claim.content}",
            review_item=item.id,
        )
        for item in request.questions
        if item.claim.state == Claim.State.WAITING and request.shown.isdisjoint(in_question(item))
    )
    return Section(name="open_questions", title="May have changed", lines=lines)
