"""Which of the things that were kept state which labelled fact. Pure but for the vectors.

Words differ ("no chicken for me, been vegetarian since 2019" and "User is vegetarian"), so the
test is: said in the same session, at about the same place, the same numbers, and close in meaning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from memory.evaluation.histories import Fact
from memory.evaluation.replay import Kept
from memory.inference.embeddings import embed
from memory.normalise import normalise

NEARBY = 2
"""Turns between a fact's own and the one that it is heard in: a question and its answer."""

CLOSE = 0.60
"""Cosine of all-MiniLM-L6-v2 between a fact and what was kept of its own turn."""

CLOSE_ALONE = 0.75
"""The same where it is not known which turn it comes from."""

_DAY = re.compile(r"\d{4}-\d\d-\d\d")

Vectors = Mapping[str, NDArray[np.float64]]


def vectors_of(texts: Sequence[str]) -> Vectors:
    """A vector of unit length for each text, made in one batch."""
    different = list(dict.fromkeys(texts))
    return {
        text: np.asarray(one.values) for text, one in zip(different, embed(different), strict=True)
    }


def states(kept: Kept, fact: Fact, vectors: Vectors) -> bool:
    """Whether what was kept says the fact."""
    if kept.place is not None and not _near(kept, fact):
        return False
    if not _numbers(_DAY.sub("", fact.value)) <= _numbers(kept.content):
        return False
    close = float(vectors[kept.content] @ vectors[fact.content])
    if kept.place is None:
        return close >= CLOSE_ALONE
    return close >= CLOSE or _names_value(kept, fact)


def _near(kept: Kept, fact: Fact) -> bool:
    session, turn = kept.place or (-1, -1)
    return session == fact.session and abs(turn - fact.turn) <= NEARBY


def _names_value(kept: Kept, fact: Fact) -> bool:
    """Whether the value stands in what was kept of the fact's very turn."""
    value = normalise(fact.value)
    same_turn = kept.place == (fact.session, fact.turn)
    return same_turn and bool(value) and f" {value} " in f" {normalise(kept.content)} "


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))
