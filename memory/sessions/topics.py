"""What a session was about, in a few words of the subject's own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memory.inference.embeddings import embed

MOST = 5
CANDIDATES = 40
"""Words that are embedded; the most frequent ones of the chosen sentences."""

ALIKE = 0.7
"""Cosine from which two words name the same topic."""


def topics_of(sentences: Sequence[str]) -> tuple[str, ...]:
    """Up to five words that stand for the sentences, the most telling first, in lower case."""
    words = _words(sentences)
    if not words:
        return ()
    vectors = _rows([*sentences, *words])
    whole = vectors[: len(sentences)].mean(axis=0)
    own = vectors[len(sentences) :]
    chosen: list[int] = []
    for at in np.argsort(-(own @ whole), kind="stable"):
        if all(float(own[at] @ own[other]) < ALIKE for other in chosen):
            chosen.append(int(at))
        if len(chosen) == MOST:
            break
    return tuple(words[at] for at in chosen)


def _words(sentences: Sequence[str]) -> list[str]:
    counted: Counter[str] = Counter()
    for sentence in sentences:
        counted.update(
            word.lower()
            for word in re.findall(r"[^\W\d_][\w'-]{2,}", sentence)
            if word.lower().removesuffix("'s") not in _EMPTY
        )
    return [word.removesuffix("'s") for word, _ in counted.most_common(CANDIDATES)]


def _rows(texts: Sequence[str]) -> NDArray[np.float32]:
    return np.array([vector.values for vector in embed(texts)], dtype=np.float32)


_EMPTY = frozenset(
    """user the and but for with from that this these those they them their there then than has have had having was were
    are been being will would could should can may might must shall does did doing done not now just also very really
    about after before again all any because both each few into more most much many off once only other our out over own
    same she her his him its some such too under until upon what when where which while who whom why how you your yours
    one two three last next year years month months week weeks day days today yesterday tomorrow morning evening night
    time times monday tuesday wednesday thursday friday saturday sunday got get gets getting went goes going gone go
    made make makes making take takes took taken said says say told tell tells thing things bit lot still yet ever never
    always often like likes new old good bad better best big small first since ago around back down here soon later
    named called feels feel felt start starts started began begins keep keeps want wants wanted need needs needed
    something anything nothing everything someone anyone everyone maybe probably quite well even though""".split()
)
