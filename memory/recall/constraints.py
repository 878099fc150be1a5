from __future__ import annotations

from memory.recall.block import Section
from memory.recall.conflicts import Constraint
from memory.recall.request import ContextRequest
from memory.vocabulary import Scope


def constraints(request: ContextRequest) -> Section:
    """What must be respected on every turn: all of it, always, never ranked."""
    rows = [memory for memory in request.standing if memory.scope == Scope.CONSTRAINT]
    rows.sort(key=lambda memory: -memory.importance)
    lines = tuple(request.line(memory) for memory in rows)
    request.constraints = list(map(Constraint, rows))
    return Section(name="constraints", title="Always respect", lines=lines, kept=True)
