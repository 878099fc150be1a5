from __future__ import annotations

from django.db.models import Q

from memory.models import FollowUp
from memory.recall.block import Line, Section
from memory.recall.request import ContextRequest, readable

# What a person deleted or took back is not asked about; undo brings the question back with it.
_taken_back = Q(memory__deleted_at__isnull=False)


def follow_ups(request: ContextRequest) -> Section:
    """Questions that are due today or overdue, in the subject's own days."""
    due = FollowUp.objects.filter(
        subject=request.subject,
        status=FollowUp.Status.PENDING,
        due_date__lte=request.local(request.now),
        created_at__lte=request.now,
    ).exclude(_taken_back)
    lines = tuple(
        Line(text=row.question, notes=(f"due {readable(row.due_date)}",), follow_up=row.id)
        for row in due
    )
    return Section(name="follow_ups", title="Worth asking now", lines=lines)
