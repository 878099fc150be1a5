from __future__ import annotations

from memory.recall.block import Section
from memory.recall.request import ContextRequest


def profile(request: ContextRequest) -> Section:
    """Keyed memories about the subject itself, the costliest to get wrong first."""
    rows = [memory for memory in request.standing if memory.id not in request.shown]
    rows.sort(key=lambda memory: (-memory.importance, memory.key, memory.id))
    lines = tuple(request.line(memory) for memory in rows)
    return Section(name="profile", title="About the user", lines=lines)
