"""Models for tests that are about something else: quick, and the same on every run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from memory.inference import embeddings, nli
from memory.inference.profiles import EMBEDDING_DIMENSIONS
from memory.normalise import normalise

Judge = Callable[[str, str], tuple[float, float, float]]


def bag_of_words(texts: Sequence[str], /) -> NDArray[np.float32]:
    """Rows whose cosine grows with the words that two texts share."""
    rows = np.zeros((len(texts), EMBEDDING_DIMENSIONS), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        for word in normalise(text).split() or [""]:
            row[int(hashlib.md5(word.encode()).hexdigest(), 16) % EMBEDDING_DIMENSIONS] += 1  # noqa: S324
    lengths: NDArray[np.float32] = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / lengths


def neutral(_premise: str, _hypothesis: str) -> tuple[float, float, float]:
    """The judge that never sees a conflict."""
    return (0.0, 0.0, 1.0)


@contextmanager
def use_fakes(judge: Judge = neutral) -> Iterator[None]:
    """Let the gate and the read path run on fakes; `judge` gives (contradiction, entailment,
    neutral) for a premise and a hypothesis."""

    def predict(pairs: Sequence[tuple[str, str]], /) -> NDArray[np.float32]:
        return np.array([judge(*pair) for pair in pairs], dtype=np.float32)

    with (
        patch.object(embeddings, "_encoder", lambda: bag_of_words),
        patch.object(nli, "_scorer", lambda: predict),
    ):
        yield
