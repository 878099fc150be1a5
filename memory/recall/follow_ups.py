from __future__ import annotations

from memory.models import FollowUp
from memory.recall.block import Line, Section
from memory.recall.request import ContextRequest, readable


def follow_ups(request: ContextRequest) -> Section:
    """Questions that are due today or overdue, in the subject's own days."""
    due = FollowUp.objects.filter(
        subject=request.subject,
        status=FollowUp.Status.PENDING,
        due_date__lte=request.local(request.now),
        created_at__lte=request.now,
    )
    lines = tuple(
        Line(text=f"{row.question} (due {readable(row.due_date)})", follow_up=row.id) for row in due
    )
    return Section(name="follow_ups", title="Worth asking now", lines=lines)
