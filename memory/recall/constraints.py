from __future__ import annotations

from memory.recall.block import Section
from memory.recall.request import ContextRequest
from memory.vocabulary import Scope


def constraints(request: ContextRequest) -> Section:
    """What must be respected on every turn: all of it, always, never ranked."""
    rows = request.memories.filter(scope=Scope.CONSTRAINT).order_by(
        "-importance", "created_at", "id"
    )
    lines = tuple(request.line(memory) for memory in rows)
    request.constraints = list(rows)
    return Section(name="constraints", title="Always respect", lines=lines, kept=True)
