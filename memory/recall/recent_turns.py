from __future__ import annotations

from memory.recall.block import Line, Section
from memory.recall.request import ContextRequest

USUAL = 5
WHEN_WEAK = 10
LONGEST = 400
SPEAKERS = {"user": "User", "assistant": "Assistant"}


def recent_turns(request: ContextRequest) -> Section:
    """The last turns of the session in their order; more of them when recall is weak.

    A turn of more than 400 characters is cut; its end is what was asked.
    """
    rows = []
    if request.session is not None:
        turns = request.session.turns.filter(created_at__lte=request.now)
        rows = list(turns.order_by("-number")[: WHEN_WEAK if request.weak else USUAL])
    lines = tuple(
        Line(lead=SPEAKERS[turn.role], text=_short(turn.content), turn=turn.id)
        for turn in reversed(rows)
    )
    return Section(name="recent_turns", title="Just said", lines=lines, newest_last=True)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"… {text[-LONGEST:]}"
