from __future__ import annotations

from memory.recall.block import Section
from memory.recall.request import ContextRequest
from memory.vocabulary import MemoryType


def instructions(request: ContextRequest) -> Section:
    """How the subject wants to be answered: all of it, always."""
    rows = request.memories.filter(type=MemoryType.PROCEDURAL).exclude(id__in=request.shown)
    lines = tuple(request.line(memory) for memory in rows.order_by("created_at", "id"))
    return Section(name="instructions", title="How the user wants answers", lines=lines, kept=True)
