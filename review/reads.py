"""The access log of what operators and keys are shown of the queue."""

from __future__ import annotations

from collections.abc import Iterable

from memory.access import review_items_of
from memory.audit.reads import note_reads
from memory.models import AccessRecord, Workspace
from memory.store import Actor


def note_questions(workspace: Workspace, reader: Actor, item_ids: Iterable[str]) -> None:
    """Log for each person that `reader` was shown these questions about them; ids only. Costs two
    queries."""
    told: dict[str, list[str]] = {}
    shown = review_items_of(workspace).filter(id__in=list(item_ids))
    for subject_id, *refs in shown.values_list("subject_id", "memory_id", "others"):
        told.setdefault(subject_id, []).extend(ref for ref in refs if ref)
    note_reads(workspace.id, reader, AccessRecord.Act.REVIEW, told)
