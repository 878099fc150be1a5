from __future__ import annotations

from memory.recall.block import Section
from memory.recall.request import ContextRequest
from memory.vocabulary import MemoryType


def instructions(request: ContextRequest) -> Section:
    """How the subject wants to be answered: all of it, always."""
    lines = tuple(
        request.line(memory)
        for memory in request.standing
        if memory.type == MemoryType.PROCEDURAL and memory.id not in request.shown
    )
    return Section(name="instructions", title="How the user wants answers", lines=lines, kept=True)
