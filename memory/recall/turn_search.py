"""Search a person's raw turns: what was said about something, in their own words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet

from memory.inference.vector import Vector
from memory.models import Turn
from memory.recall.fusion import best_first, with_neighbours
from memory.recall.hits import SEARCHED, Hit, find_hits
from memory.recall.statements import compiled, fetch

Span = tuple[datetime, datetime]
"""A time; its end is excluded."""

RELATED = 0.12
"""Cosine from which a turn has to do with the query. Lower than for statements: chat is short and
says things in passing, and what is quoted with its date claims nothing."""

ANSWERED = 0.25
"""Cosine from which the turn after this one, which may be its answer, has to do with it as well."""

IN_TIME = 2.0
"""What a turn of the time that is asked about gains: a factor of its score."""

AFTERWARDS = timedelta(days=14)
"""People tell of what happened for about so long."""

CANDIDATES = 40
"""Hits that are looked at with the turns beside them."""


class Said(NamedTuple):
    """What a quote needs of a turn, by its columns' names."""

    id: str
    session: str
    number: int
    role: str
    content: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Found:
    """A turn that was found, and the ones said just before and after it, as far as they are kept.

    hit: how it was found; None where it only stands beside a turn that was. answers: the turn
    before it is related.
    """

    turn: Said
    hit: Hit | None
    beside: list[Said] = field(default_factory=list)
    answers: bool = False

    @property
    def is_related(self) -> bool:
        """Whether it has to do with the query at all, by itself or by what it answers."""
        return self.answers or (self.hit is not None and self.hit.is_related(related=RELATED))

    @property
    def is_clear(self) -> bool:
        """Whether it is what was asked for, most likely."""
        return self.hit is not None and self.hit.is_clear


def searchable(rows: QuerySet[Turn]) -> str:
    """The statement for turns of one person that are to be searched."""
    return compiled(rows.order_by().values(*dict.fromkeys((*Said._fields, *SEARCHED))))


def search_turns(
    rows: str, query: str, vector: Vector, *, span: Span | None = None, **given: object
) -> list[Found]:
    """The turns nearest to the query in meaning or words, the best first.

    A turn gains from the one before and after it: the answer stands beside its question, and only
    one of them has the words that are asked for. span: a time that the query names; what was said then,
    or shortly after, gains too. rows: the `searchable` ones, as many as may be told; given: the
    values of that statement. Costs two statements.
    """
    best = find_hits(rows, query, vector, **given)[:CANDIDATES]
    near = _with_neighbours(rows, [hit.id for hit in best], given)
    hits = {hit.id: hit for hit in best if hit.id in near}
    beside = {one: [turn.id for turn in turns if turn.id != one] for one, turns in near.items()}
    turns = {turn.id: turn for group in near.values() for turn in group}
    scores = with_neighbours({one: hit.score for one, hit in hits.items()}, beside)
    if span is not None:
        scores = {one: score * _dated(turns[one], span) for one, score in scores.items()}
    answers = {
        turn.id
        for one, group in near.items()
        if hits[one].cosine >= ANSWERED
        for turn in group
        if turn.number > turns[one].number
    }
    return [
        Found(
            turn=turns[one],
            hit=hits.get(one),
            beside=[turn for turn in near.get(one, []) if turn.id != one],
            answers=one in answers,
        )
        for one in best_first(scores)
    ]


def _dated(turn: Said, span: Span) -> float:
    first, after = span
    return IN_TIME if first <= turn.created_at < after + AFTERWARDS else 1.0


# The ids first, as an array: so the rows are looked up by them, however many turns there are.
_AROUND = """
SELECT {columns} FROM ({rows}) AS turn WHERE id = ANY(ARRAY(
    SELECT beside.id
    FROM memory_turn AS found JOIN memory_turn AS beside ON beside.session_id = found.session_id
        AND beside.number BETWEEN found.number - 1 AND found.number + 1
    WHERE found.id = ANY(%(found)s)
))
"""


def _with_neighbours(
    rows: str, ids: Iterable[str], given: Mapping[str, object]
) -> dict[str, list[Said]]:
    """Each of the turns with the one before and after it, in the order they were said. One that was
    erased since it was found is left out."""
    wanted = sorted(ids)
    sql = _AROUND.format(columns=", ".join(Said._fields), rows=rows)
    turns = {turn.id: turn for turn in map(Said._make, fetch(sql, found=wanted, **given))}
    at = {(turn.session, turn.number): turn for turn in turns.values()}

    def around(turn: Said) -> list[Said]:
        places = ((turn.session, turn.number + step) for step in (-1, 0, 1))
        return [at[place] for place in places if place in at]

    return {one: around(turns[one]) for one in wanted if one in turns}
