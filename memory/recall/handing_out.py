"""What handing a context to the chatbot leaves behind: which questions are asked, what was told.

Building a context changes nothing; whoever hands one out calls these two.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from memory.models import Memory, Subject
from memory.recall.block import ContextBlock
from memory.sessions.plans import mark_asked


def hand_out(subject: Subject, block: ContextBlock) -> None:
    """Mark the questions in the block as asked today, before it is answered, and leave out of it
    those that a context built at the same time has taken: each is asked once. No query where there
    are none."""
    asked = [line.follow_up for line in block.lines if line.follow_up]
    if asked:
        ours = mark_asked(subject, asked, day=subject.today)
        block.keep(lambda line: not line.follow_up or line.follow_up in ours)


def count_access(subject: Subject, block: ContextBlock) -> None:
    """Count the memories in the block as told now, in one statement, after the answer.

    What was believed at a past moment is not told as true and does not count. The subject's row
    comes first, as for every change, so that no two wait for each other; `F` keeps two contexts
    at once from losing a count.
    """
    told = [] if block.past else block.memory_ids
    if not told:
        return
    with transaction.atomic():
        held = Subject.objects.select_for_update(no_key=True).filter(id=subject.id)
        Memory.objects.filter(subject__in=held, id__in=told).update(
            last_accessed=timezone.now(), access_count=F("access_count") + 1
        )
