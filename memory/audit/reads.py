"""The access log: who was told what of a person, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory.change import Actor
from memory.models import AccessRecord, Subject


def note_read(
    subject: Subject, reader: Actor, act: AccessRecord.Act, memory_ids: Sequence[str] = ()
) -> None:
    """Append that `reader` was told these memories of the subject; ids only."""
    note_reads(subject.workspace_id, reader, act, {subject.id: memory_ids})


def note_reads(
    workspace_id: str,
    reader: Actor,
    act: AccessRecord.Act,
    told: Mapping[str, Sequence[str]],
) -> None:
    """The same for several subjects of a workspace at once, in one statement.

    told: ids of memories by the id of their subject.
    """
    AccessRecord.objects.bulk_create(
        AccessRecord(
            workspace_id=workspace_id,
            subject_ref=subject_id,
            reader=reader.kind,
            reader_ref=reader.ref,
            act=act,
            memory_refs=list(dict.fromkeys(memory_ids)),
        )
        for subject_id, memory_ids in told.items()
    )
