"""Several rankings of the same things as one. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

DAMPING = 5
"""How little the first places of a ranking count beyond the next ones. Reciprocal rank fusion (Cormack,
Clarke and Buettcher 2009) is used with 60 for lists of a thousand; lists of fifty, of which ten are
told, want a smaller one (`bench/locomo.py`)."""

NEIGHBOURS = 0.5
"""What a message gains from the score of the one before or after it: the answer stands beside its
question, and only one of the two has the words that are asked for."""


def fuse(*rankings: Sequence[str]) -> dict[str, float]:
    """A score for each id by reciprocal rank fusion: the sum of 1 / (DAMPING + rank).

    rankings: ids, the best first; an id that a ranking lacks gets nothing from it.
    """
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, one in enumerate(ranking, 1):
            scores[one] = scores.get(one, 0.0) + 1.0 / (DAMPING + rank)
    return scores


def with_neighbours(
    scores: Mapping[str, float], beside: Mapping[str, Iterable[str]]
) -> dict[str, float]:
    """The scores with each one's share of those beside it, which are scored too.

    beside: the ids just before and after each id. What had no score gets one beside a hit.
    """
    spread = dict(scores)
    for one, neighbours in beside.items():
        for other in neighbours:
            spread[other] = spread.get(other, 0.0) + NEIGHBOURS * scores.get(one, 0.0)
    return spread


def best_first(scores: Mapping[str, float]) -> list[str]:
    """The ids by score; by id where scores are equal, so that the order is always the same."""
    return sorted(scores, key=lambda one: (-scores[one], one))
