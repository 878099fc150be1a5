"""Pairs of sentences to probabilities of contradiction, entailment and neutral.

Any cross-encoder whose configuration names its three labels will do; which one, and what its
scores mean, is the profile's business. Loaded at the first call, once per process.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memory.errors import UnavailableError
from memory.gate.verdict import Scores
from memory.inference.labels import LABELS, label_columns
from memory.inference.onnx_scorer import FORMAT, OnnxScorer, read_config
from memory.inference.profiles import active_profile

MAX_TOKENS = 128
_loading = Lock()


class Scorer(Protocol):
    """What turns n pairs (premise, hypothesis) into an (n, 3) array in the order of LABELS."""

    def __call__(self, pairs: Sequence[tuple[str, str]], /) -> NDArray[np.float32]: ...


def score(pairs: Sequence[tuple[str, str]]) -> list[Scores]:
    """Scores for each pair (premise, hypothesis), in the same order, in batches.

    For the gate the premise is the stored statement. Long pairs are cut to 128 tokens, the
    longer sentence first. Raises UnavailableError where the model cannot be loaded or its
    answer is not finite.
    """
    if not pairs:
        return []
    with _loading:
        predict = _scorer()
    rows = predict(list(pairs))
    if rows.shape != (len(pairs), len(LABELS)) or not np.isfinite(rows).all():
        raise UnavailableError("The NLI model gave scores of a wrong shape or no numbers.")
    return [Scores(*map(float, row)) for row in rows]


def ready() -> str | None:
    """Why pairs cannot be scored, as a sentence; None where they can. Loads the model."""
    try:
        score([("ready", "ready")])
    except UnavailableError as error:
        return error.message
    return None


@cache
def _scorer() -> Scorer:
    place = active_profile().location
    folder = Path(place)
    if folder.is_dir() and read_config(folder).get("format") == FORMAT:
        return OnnxScorer(folder)
    return torch_scorer(place)


def torch_scorer(place: str) -> Scorer:
    """Any cross-encoder that transformers can load, from a folder or the hub, in fp32.

    Raises UnavailableError where it cannot be loaded, or does not name its three labels.
    """
    try:
        import torch
        from sentence_transformers import CrossEncoder
        from transformers import AutoConfig
        from transformers.utils import logging as bars

        bars.disable_progress_bar()  # type: ignore[no-untyped-call]  # not for a log
        # Before the weights: without its labels a model may not even have three outputs.
        columns = label_columns(AutoConfig.from_pretrained(place).id2label)
        model = CrossEncoder(
            place,
            device="cpu",
            max_length=MAX_TOKENS,
            model_kwargs={"dtype": torch.float32},
            trust_remote_code=False,
        )
    except (ImportError, OSError, ValueError, RuntimeError) as error:
        raise UnavailableError(
            f"The NLI model cannot be loaded from {place} ({type(error).__name__}): check that "
            "its files are whole and within reach."
        ) from error

    def predict(pairs: Sequence[tuple[str, str]], /) -> NDArray[np.float32]:
        rows: NDArray[np.float32] = model.predict(
            list(pairs),
            batch_size=32,
            activation_fn=torch.nn.Softmax(dim=-1),
            show_progress_bar=False,
        )
        return rows[:, columns]

    return predict
