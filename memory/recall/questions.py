"""What waits for a person's decision."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef

from memory.models import ReviewItem, Subject
from memory.recall.statements import SUBJECT, compiled, fetch


class Question(NamedTuple):
    """An open review item with the claim behind it. memory, others: ids of what it asks about."""

    id: str
    reason: str
    memory: str | None
    others: list[str]
    content: str
    source: str
    state: str
    said_at: datetime

    @property
    def memories(self) -> list[str]:
        """Ids of all memories that it asks about."""
        return [*filter(None, (self.memory,)), *self.others]


def questions_of(subject: Subject) -> list[Question]:
    """The subject's open ones, the newest first; costs one statement."""
    return list(map(Question._make, fetch(_open(), subject=subject.id)))


@cache
def _open() -> str:
    others = ReviewItem.others.through.objects.filter(reviewitem=OuterRef("pk"))
    rows = ReviewItem.objects.filter(subject=SUBJECT, state=ReviewItem.State.OPEN)
    of_claim = (f"claim__{name}" for name in ("content", "source", "state", "said_at"))
    told = rows.values_list(
        "id", "reason", "memory", ArraySubquery(others.values("memory")), *of_claim
    )
    return compiled(told.order_by("-claim__said_at", "id"))
