from __future__ import annotations

from functools import cache

from memory.models import FollowUp
from memory.recall.block import Line, Section
from memory.recall.request import ContextRequest, readable
from memory.recall.statements import SUBJECT, TODAY, compiled


def follow_ups(request: ContextRequest) -> Section:
    """Questions that are due today or overdue in the subject's own days, and were not handed out
    today. A past moment has none: they are there to be asked now."""
    due = [] if request.past else request.fetch(_due(), today=request.local(request.now))
    lines = tuple(
        Line(text=question, notes=(f"due {readable(day)}",), follow_up=one)
        for one, question, day in due
    )
    return Section(name="follow_ups", title="Worth asking now", lines=lines)


@cache
def _due() -> str:
    rows = FollowUp.objects.filter(subject=SUBJECT).due(TODAY)
    return compiled(rows.order_by("due_date", "id").values_list("id", "question", "due_date"))
