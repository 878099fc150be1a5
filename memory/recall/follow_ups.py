from __future__ import annotations

from memory.models import FollowUp
from memory.recall.block import Line, Section
from memory.recall.request import ContextRequest, readable


def follow_ups(request: ContextRequest) -> Section:
    """Questions that are due today or overdue in the subject's own days, and were not handed out
    today. A past moment has none: they are there to be asked now."""
    due = () if request.past else _due(request)
    lines = tuple(
        Line(text=row.question, notes=(f"due {readable(row.due_date)}",), follow_up=row.id)
        for row in due
    )
    return Section(name="follow_ups", title="Worth asking now", lines=lines)


def _due(request: ContextRequest) -> list[FollowUp]:
    rows = FollowUp.objects.filter(subject=request.subject).due(request.local(request.now))
    return list(rows.order_by("due_date", "id"))
