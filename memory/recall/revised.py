"""What the person said since that may make a told memory untrue or unwanted, although neither the
gate nor the request itself reached it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cache

from django.db.models import F

from memory.models import ChatRequest
from memory.recall.block import Line
from memory.recall.quoting import quoted
from memory.recall.request import ContextRequest, readable, unwanted
from memory.recall.statements import NOW, SUBJECT, compiled
from memory.requests.kinds import Kind

LIKELY = 0.5
"""How likely a turn tells that something is no longer so, by the statement model."""

SAME_MATTER = 0.25
"""Cosine of a memory and such a turn from which both are about the same."""

TAKEN_BACK = 0.45
"""Cosine to a request to forget from which something is what the person wants forgotten."""

FORGETTING = (Kind.FORGET, Kind.FORGET_LAST, Kind.DENY)

LONGEST = 120

# For each memory that is told the newest such turn, never one that was taken back; and the newest request
# to forget that it is like: not what the request reached, which was deleted, or brought back since by a
# person; and never a constraint, which is told whatever is asked.
_SINCE = """
WITH wish AS MATERIALIZED ({wishes}), change AS MATERIALIZED (
    SELECT turn.id, turn.content, turn.created_at, turn.embedding, turn.embedding_model
    FROM memory_session AS session JOIN memory_turn AS turn ON turn.session_id = session.id
    WHERE session.subject_id = %(subject)s AND turn.change_likelihood >= {likely}
        AND turn.role = 'user' AND NOT turn.withheld AND turn.created_at <= %(now)s
        AND NOT EXISTS (SELECT 1 FROM memory_chatrequest AS asked WHERE asked.turn_id = turn.id)
        AND NOT EXISTS (
            SELECT 1 FROM memory_memory AS gone
            WHERE gone.source_turn = turn.id AND gone.deleted_at IS NOT NULL
        )
)
(
    SELECT DISTINCT ON (told.id) told.id, change.content, change.created_at
    FROM memory_memory AS told JOIN change ON change.created_at > told.said_at
        AND change.id IS DISTINCT FROM told.source_turn
        AND change.embedding_model = told.embedding_model
    WHERE told.id = ANY(%(told)s) AND change.embedding <=> told.embedding <= %(matter)s
    ORDER BY told.id, change.created_at DESC, change.id
) UNION ALL (
    SELECT told.id, NULL, max(wish.said_at)
    FROM wish JOIN memory_memory AS told
        ON greatest(told.said_at, told.last_confirmed) < wish.said_at
        AND told.embedding_model = wish.model AND told.id <> ALL(wish.memory_refs)
    WHERE told.id = ANY(%(told)s) AND told.scope <> 'constraint'
        AND wish.vector <=> told.embedding <= %(wanted)s
    GROUP BY told.id
)
"""


@cache
def wishes() -> str:
    """The statement for the requests to forget. Most people made none; where it is read first, what
    would be compared with them is not even looked up."""
    rows = ChatRequest.objects.filter(
        subject=SUBJECT, kind__in=FORGETTING, turn__created_at__lte=NOW
    ).order_by()
    said = {"said_at": "created_at", "vector": "embedding", "model": "embedding_model"}
    return compiled(
        rows.values("memory_refs", **{name: F(f"turn__{column}") for name, column in said.items()})
    )


def mark_revised(request: ContextRequest) -> None:
    """Doubt the memories of which the person seems to have said something else since, or to want
    them forgotten: a stale fact is not to be passed off as current, also where its change was not
    heard as a statement.

    The memories stay as they are. What is in question or past already keeps its own remark.
    """
    lines = [line for section in request.sections for line in section.lines if line.memory]
    doubts = _doubts(request, [line.memory for line in lines if not line.doubt])

    def revised(line: Line) -> Line:
        found = not line.doubt and doubts.get(line.memory)
        return replace(line, doubt=found) if found else line

    for place, section in enumerate(request.sections):
        if section.name != "history":
            lines = [revised(line) for line in section.lines]
            request.sections[place] = replace(section, lines=tuple(lines))


def _doubts(request: ContextRequest, memory_ids: list[str]) -> dict[str, str]:
    """By memory; that it is unwanted goes before that it has changed."""
    if not memory_ids:
        return {}
    distances = {"matter": 1.0 - SAME_MATTER, "wanted": 1.0 - TAKEN_BACK}
    sql = _SINCE.format(wishes=wishes(), likely=LIKELY)
    found = request.fetch(sql, told=memory_ids, **distances)
    found.sort(key=lambda row: row[1] is None)
    return {memory: _doubt(request, content, at) for memory, content, at in found}


def _doubt(request: ContextRequest, content: str | None, at: datetime) -> str:
    day = readable(request.local(at))
    if content is None:
        return unwanted(day)
    text = content if len(content) <= LONGEST else f"{content[:LONGEST]}…"
    return f"may have changed: on {day} the user said {quoted(text)}"
