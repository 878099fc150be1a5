"""The statements of a document: as a table, and as a file that goes through the gate."""

from __future__ import annotations

import csv
import json
import tempfile
from dataclasses import replace
from typing import IO, Any, cast

from memory.errors import InvalidError
from memory.imports.intake import Order
from memory.imports.lines import COLUMNS
from memory.portable.document import Document, looks_like_one, read_document


def write_csv(document: Document, file: IO[str]) -> int:
    """The statements that `statements_of` tells, as the table that `import_memories` takes; answers
    how many."""
    rows = csv.DictWriter(file, COLUMNS)
    rows.writeheader()
    statements = statements_of(document)
    rows.writerows(statements)
    return len(statements)


def statements_of(document: Document) -> list[dict[str, Any]]:
    """What may go through the gate again, oldest first: every memory that nothing took the place
    of and nobody deleted. Summaries of sessions are none: they are made from conversations."""
    found = []
    for subject in document.subjects:
        replaced = {memory.supersedes for memory in subject.memories}
        names = {session.id: session.external_id for session in subject.sessions}
        standing = [
            memory
            for memory in subject.memories
            if memory.id not in replaced and memory.deleted_at is None and memory.episode is None
        ]
        for memory in sorted(standing, key=lambda one: one.said_at):
            written = memory.model_dump(mode="json", include=set(COLUMNS), exclude_none=True)
            session = names.get(memory.source_session or "")
            written |= {"subject": subject.external_id, "source_session": session}
            found.append(
                {name: value for name, value in written.items() if value not in (None, "")}
            )
    return found


def through_the_gate(order: Order, file: IO[bytes]) -> tuple[Order, IO[bytes]]:
    """An export as its statements, with every conflict queued; any other file as it is. Raises
    InvalidError."""
    if not looks_like_one(file):
        return order, file
    return replace(order, triage=True), as_statements(read_document(file))


def as_statements(document: Document) -> IO[bytes]:
    """The same as JSON lines, in a file without a name. Raises InvalidError where there are none."""
    statements = statements_of(document)
    if not statements:
        raise InvalidError("The export holds no memory that still stands.", field="file")
    file = cast(IO[bytes], tempfile.TemporaryFile())  # noqa: SIM115 (ends with the process)
    file.writelines(json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in statements)
    return file
