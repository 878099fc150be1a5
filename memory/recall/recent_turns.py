from __future__ import annotations

from memory import access
from memory.models import Turn
from memory.recall.block import Line, Section
from memory.recall.request import ContextRequest

USUAL = 5
WHEN_WEAK = 10
SHARE = 0.5
"""Of the budget, what the recent turns may take together before the longer ones are cut."""
CHARACTERS = 4
"""Of a token, about."""
SHORTEST = 80
SPEAKERS = {"user": "User", "assistant": "Assistant"}


def recent_turns(request: ContextRequest) -> Section:
    """The last turns of the session in their order; more of them when recall is weak.

    So that long answers do not crowd out what is remembered, each turn has an equal share of half
    the budget. Of a longer one its end is told, which is what was asked; the last turn has twice
    as much.
    """
    rows: list[Turn] = []
    if request.session:
        turns = access.turns_of(request.subject, request.session)
        newest = turns.filter(created_at__lte=request.now).only("role", "content")
        rows = list(newest[: WHEN_WEAK if request.weak else USUAL])
    request.turns |= {turn.id for turn in rows}
    longest = max(SHORTEST, int(SHARE * request.budget * CHARACTERS / (len(rows) + 1)))
    lines = tuple(
        Line(
            lead=SPEAKERS[turn.role],
            text=_short(turn.content, 2 * longest if turn is rows[0] else longest),
            turn=turn.id,
        )
        for turn in reversed(rows)
    )
    return Section(name="recent_turns", title="Just said", lines=lines, newest_last=True)


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"… {text[-longest:]}"
