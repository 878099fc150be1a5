from __future__ import annotations

from memory.recall.block import Section
from memory.recall.request import ContextRequest
from memory.vocabulary import SELF


def profile(request: ContextRequest) -> Section:
    """Keyed memories about the subject itself, the costliest to get wrong first."""
    rows = (
        request.memories.filter(beneficiary=SELF)
        .exclude(key="")
        .exclude(id__in=request.shown)
        .order_by("-importance", "key", "id")
    )
    lines = tuple(request.line(memory) for memory in rows)
    return Section(name="profile", title="About the user", lines=lines)
