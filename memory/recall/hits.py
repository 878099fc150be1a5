"""Which of a person's rows are near a query in meaning, and which share its words.

Both look at one person's rows, exactly: an approximate index that is filtered afterwards loses rows.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.inference.vector import Vector
from memory.models.words import TEXT_SEARCH
from memory.recall.fusion import best_first, fuse
from memory.recall.statements import fetch

SEARCHED = ("id", "words", "embedding", "embedding_model")
"""What is looked at of a row."""

TOP = 50
"""Rows of each ranking that are looked at."""

TERMS = 16
"""Words of a query that are searched for, the longest first: long words are rare ones."""

RELATED = 0.25
"""Cosine of all-MiniLM-L6-v2 that a question and an unrelated statement rarely reach."""

SAME_WORDS = 0.34
"""Share of the query's words, by weight, with which a row is related whatever it means: an order
number, or a name that is hardly used otherwise."""

CLEAR = 0.40
"""Cosine below which the recent turns are worth more than what was recalled."""

CLEAR_WORDS = 0.6
"""The same for the share of words."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that was found.

    cosine: of its sentence and the query, -1 to 1. words: share of the query's words that it has,
    weighted by how rare they are, 0 to 1. score: of both rankings together; only their order means something.
    """

    id: str
    cosine: float
    words: float
    score: float

    def is_related(self, *, related: float = RELATED) -> bool:
        """Whether it has to do with the query at all."""
        return self.cosine >= related or self.words >= SAME_WORDS

    @property
    def is_clear(self) -> bool:
        """Whether it is what was asked for, most likely."""
        return self.cosine >= CLEAR or self.words >= CLEAR_WORDS


# A word's weight rises as fewer of the rows found have it, as in BM25; the length of a row is left
# out, since all are short. ts_rank knows no such weights: to it a name counts as much as "day".
# One scan of the person's rows serves both: it is what costs, as they become many. Of a row that shares
# no word with the query its words go no further, and each word is looked for once in each other row.
_NEAR_AND_WORDED = """
WITH term AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY length(lexeme) DESC, lexeme) AS number,
        ('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''')::tsquery AS asks
    FROM unnest(to_tsvector('{config}', %(query)s)) ORDER BY number LIMIT {terms}
), person AS MATERIALIZED (
    SELECT id, CASE WHEN embedding_model = %(model)s THEN embedding <=> %(vector)s::vector END AS distance,
        CASE WHEN words @@ (SELECT string_agg(asks::text, ' | ')::tsquery FROM term) THEN words END AS words
    FROM ({rows}) AS rows
), near AS (
    SELECT id, distance FROM person WHERE distance IS NOT NULL ORDER BY distance, id LIMIT {top}
), worded AS MATERIALIZED (
    SELECT id, distance, words FROM person WHERE words IS NOT NULL
), shared AS MATERIALIZED (
    SELECT id, distance, length(words) AS length, number FROM worded JOIN term ON words @@ asks
), weight AS MATERIALIZED (
    SELECT number, ln(1 + (SELECT count(*) FROM worded)::float8 / greatest(count(id), 1)) AS weight
    FROM term LEFT JOIN shared USING (number) GROUP BY number
), best AS (
    SELECT id, distance, length, sum(weight) / (SELECT sum(weight) FROM weight) AS share
    FROM shared JOIN weight USING (number) GROUP BY id, distance, length
    ORDER BY share DESC, length, id LIMIT {top}
)
SELECT id, distance, NULL, 0 FROM near
UNION ALL
SELECT id, coalesce(distance, 1), share, length FROM best
"""


def find_hits(rows: str, query: str, vector: Vector, **given: object) -> list[Hit]:
    """The rows that are nearest to the query in meaning or in words, the best first.

    rows: the compiled statement for one person's, with the columns `SEARCHED` at least; given: its
    values. Costs one statement.
    """
    sql = _NEAR_AND_WORDED.format(config=TEXT_SEARCH, terms=TERMS, top=TOP, rows=rows)
    found = fetch(sql, query=query, model=vector.model, vector=vector.literal, **given)
    near = sorted((distance, one) for one, distance, share, _ in found if share is None)
    worded = sorted((-share, length, one) for one, _, share, length in found if share is not None)
    cosines = {one: 1.0 - distance for one, distance, _, _ in found}
    shares = {one: -share for share, _, one in worded}
    scores = fuse([one for _, one in near], [one for _, _, one in worded])
    return [
        Hit(id=one, cosine=cosines[one], words=shares.get(one, 0.0), score=scores[one])
        for one in best_first(scores)
    ]
