"""What the person said since that may make a told memory untrue, although the gate did not see it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import connection

from memory.recall.quoting import quoted
from memory.recall.request import ContextRequest, readable

LIKELY = 0.5
"""How likely a turn tells that something is no longer so, by the statement model."""

SAME_MATTER = 0.35
"""Cosine of a memory and such a turn from which both are about the same."""

LONGEST = 120

# The newest such turn for each memory that is told; never one that was taken back.
_SINCE = """
SELECT DISTINCT ON (told.id) told.id, turn.content, turn.created_at
FROM memory_memory AS told
JOIN memory_session AS session ON session.subject_id = told.subject_id
JOIN memory_turn AS turn ON turn.session_id = session.id
WHERE told.id = ANY(%s) AND turn.change_likelihood >= %s AND turn.role = 'user'
    AND NOT turn.withheld AND turn.created_at > told.said_at AND turn.created_at <= %s
    AND turn.id IS DISTINCT FROM told.source_turn
    AND NOT EXISTS (SELECT 1 FROM memory_chatrequest AS asked WHERE asked.turn_id = turn.id)
    AND NOT EXISTS (
        SELECT 1 FROM memory_memory AS gone
        WHERE gone.source_turn = turn.id AND gone.deleted_at IS NOT NULL
    )
    AND turn.embedding_model = told.embedding_model
    AND turn.embedding <=> told.embedding <= %s
ORDER BY told.id, turn.created_at DESC, turn.id
"""


def mark_revised(request: ContextRequest) -> None:
    """Doubt the memories of which the person seems to have said something else since: a stale fact
    is not to be passed off as current, also where its change was not heard as a statement.

    The memories stay as they are. What is in question or past already keeps its own remark.
    """
    lines = [line for section in request.sections for line in section.lines if line.memory]
    said = _said_since([line.memory for line in lines if not line.doubt], request.now)
    for place, section in enumerate(request.sections):
        if section.name != "history":
            request.sections[place] = replace(
                section,
                lines=tuple(
                    replace(line, doubt=_doubt(request, *said[line.memory]))
                    if line.memory in said
                    else line
                    for line in section.lines
                ),
            )


def _said_since(memory_ids: list[str], now: datetime) -> dict[str, tuple[str, datetime]]:
    if not memory_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, [memory_ids, LIKELY, now, 1.0 - SAME_MATTER])
        return {memory: (content, at) for memory, content, at in cursor.fetchall()}


def _doubt(request: ContextRequest, content: str, at: datetime) -> str:
    day = readable(request.local(at))
    text = content if len(content) <= LONGEST else f"{content[:LONGEST]}…"
    return f"may have changed: on {day} the user said {quoted(text)}"
