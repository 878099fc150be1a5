"""The access log: who was told what of a person, and when."""

from __future__ import annotations

from collections.abc import Sequence

from memory.change import Actor
from memory.models import AccessRecord, Subject


def note_read(
    subject: Subject, reader: Actor, act: AccessRecord.Act, memory_ids: Sequence[str] = ()
) -> None:
    """Append that `reader` was told these memories of the subject; ids only."""
    AccessRecord.objects.create(
        workspace_id=subject.workspace_id,
        subject_ref=subject.id,
        reader=reader.kind,
        reader_ref=reader.ref,
        act=act,
        memory_refs=list(dict.fromkeys(memory_ids)),
    )
