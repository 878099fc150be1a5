"""What was told of the future, once it has begun: does it make something untrue?

"From July I work at Initech" is stored beside "works at Globex" and replaces nothing. When July
comes, the gate is asked once more about the same memory: as an event, which a person confirms
unless the workspace lets events replace.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, F, OuterRef

from memory.extraction.times import find_times, without_times
from memory.models import Claim, Memory, Subject
from memory.vocabulary import Change, MemoryType

BATCH = 200


def propose_begun(now: datetime, *, subject: Subject | None = None) -> list[str]:
    """A pending claim for each memory whose time has come since it was stored; their ids.

    subject: of this person only. At most one claim a memory, also where two sweeps run at once;
    who has paused their memory is left alone until they resume.
    """
    known = Claim.objects.filter(begins=OuterRef("pk"))
    begun = Memory.objects.current(now).filter(
        ~Exists(known),
        valid_from__gt=F("created_at"),
        type=MemoryType.SEMANTIC,
        subject__paused_at=None,
    )
    if subject is not None:
        begun = begun.filter(subject=subject)
    found = begun.select_related("subject").defer("embedding").order_by("valid_from", "id")
    claims = [_claim(memory) for memory in found[:BATCH]]
    Claim.objects.bulk_create(claims, ignore_conflicts=True)
    made = Claim.objects.filter(id__in=[claim.id for claim in claims])
    return list(made.values_list("id", flat=True))


def _claim(memory: Memory) -> Claim:
    """The memory's statement as one of today: without the day on which it was to begin."""
    zone = memory.subject.zone_info
    times = find_times(memory.content, said_at=memory.said_at, zone=zone)
    return Claim(
        subject=memory.subject,
        session_id=memory.source_session_id,
        turn_id=memory.source_turn_id,
        begins=memory,
        content=memory.content,
        restated=without_times(memory.content, times) if times else "",
        change=Change.EVENT,
        said_at=memory.valid_from or memory.said_at,
        **{name: getattr(memory, name) for name in _THE_SAME},
    )


_THE_SAME = (
    "type",
    "scope",
    "beneficiary",
    "category",
    "key",
    "value",
    "source",
    "valid_from",
    "valid_until",
    "importance",
    "confidence",
)
