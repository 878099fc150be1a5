from __future__ import annotations

from memory.recall.block import Line, Section
from memory.recall.request import ContextRequest, readable


def open_questions(request: ContextRequest) -> Section:
    """What the subject said that waits for a person's decision: it may or may not hold."""
    lines = tuple(
        Line(
            text=f"On {readable(request.local(item.claim.said_at))} the user said: "
            f"{item.claim.content}",
            review_item=item.id,
        )
        for item in request.questions
    )
    return Section(name="open_questions", title="May have changed", lines=lines)
