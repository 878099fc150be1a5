"""The two models as one value, so that a batch can ask them for many decisions at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from memory.gate.verdict import Scores
from memory.inference import embeddings, nli
from memory.inference.vector import Vector

Pair = tuple[str, str]


class Models(Protocol):
    """What the gate asks: vectors for sentences, scores for pairs (premise, hypothesis)."""

    def embed(self, texts: Sequence[str], /) -> list[Vector]: ...

    def score(self, pairs: Sequence[Pair], /) -> list[Scores]: ...


class Direct:
    """The models themselves. Raises UnavailableError where one cannot be used."""

    def embed(self, texts: Sequence[str], /) -> list[Vector]:
        return embeddings.embed(texts)

    def score(self, pairs: Sequence[Pair], /) -> list[Scores]:
        return nli.score(pairs)


class Ahead:
    """The models with a memory: asked for many things at once, they answer each of them at once
    later. What was not asked ahead is asked then. Never kept longer than one batch."""

    def __init__(self) -> None:
        self._vectors: dict[str, Vector] = {}
        self._scores: dict[Pair, Scores] = {}

    def embed(self, texts: Sequence[str], /) -> list[Vector]:
        missing = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        self._vectors |= zip(missing, embeddings.embed(missing), strict=True)
        return [self._vectors[text] for text in texts]

    def score(self, pairs: Sequence[Pair], /) -> list[Scores]:
        missing = [pair for pair in dict.fromkeys(pairs) if pair not in self._scores]
        self._scores |= zip(missing, nli.score(missing), strict=True)
        return [self._scores[pair] for pair in pairs]


DIRECT = Direct()
