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
    rows = FollowUp.objects.filter(subject=request.subject)
    today = request.local(request.now)
    # On most days there is nothing, and whether the memories stand costs the most to find out.
    if not rows.to_offer(today).exists():
        return []
    return list(rows.due(today).order_by("due_date", "id"))
