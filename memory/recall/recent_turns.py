from __future__ import annotations

from functools import cache

from memory.models import Turn
from memory.recall.block import Line, Section
from memory.recall.request import ContextRequest
from memory.recall.statements import NOW, SESSION, SUBJECT, Row, compiled

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
    newest: list[Row] = []
    if request.session:
        newest = request.fetch(_newest(), session=request.session)
        newest = newest[: WHEN_WEAK if request.weak else USUAL]
    longest = max(SHORTEST, int(SHARE * request.budget * CHARACTERS / (len(newest) + 1)))
    lines = [
        Line(
            lead=SPEAKERS[role],
            text=_short(content, longest if place else 2 * longest),
            turn=turn,
        )
        for place, (turn, role, content) in enumerate(newest)
    ]
    request.turns += [line.turn for line in lines]
    in_order = tuple(reversed(lines))
    return Section(name="recent_turns", title="Just said", lines=in_order, newest_last=True)


@cache
def _newest() -> str:
    rows = Turn.objects.filter(
        session__subject=SUBJECT, session__external_id=SESSION, created_at__lte=NOW
    )
    return compiled(rows.order_by("-number").values_list("id", "role", "content")[:WHEN_WEAK])


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"… {text[-longest:]}"
