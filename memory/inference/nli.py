"""Pairs of sentences to probabilities of contradiction, entailment and neutral.

Any cross-encoder whose configuration names its three labels will do; which one, and what its
scores mean, is the profile's business. Loaded at the first call, once per process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memory.errors import UnavailableError
from memory.gate.verdict import Scores
from memory.inference.profiles import active_profile

LABELS = ("contradiction", "entailment", "neutral")
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
    if rows.shape != (len(pairs), 3) or not np.isfinite(rows).all():
        raise UnavailableError("The NLI model gave scores of a wrong shape or no numbers.")
    return [Scores(*map(float, row)) for row in rows]


def ready() -> str | None:
    """Why pairs cannot be scored, as a sentence; None where they can. Loads the model."""
    try:
        score([("ready", "ready")])
    except UnavailableError as error:
        return error.message
    return None


def label_columns(id2label: Mapping[int, str]) -> list[int]:
    """Where contradiction, entailment and neutral stand in the model's output.

    Raises UnavailableError where the configuration does not name exactly these three.
    """
    named = {label.lower(): index for index, label in id2label.items()}
    if set(named) != set(LABELS):
        raise UnavailableError(
            "The NLI model's configuration must name the labels contradiction, entailment and "
            f"neutral in id2label; it names {', '.join(sorted(map(str, id2label.values())))}."
        )
    return [named[label] for label in LABELS]


@cache
def _scorer() -> Scorer:
    profile = active_profile()
    place = profile.location
    try:
        import torch
        from sentence_transformers import CrossEncoder
        from transformers.utils import logging as bars

        bars.disable_progress_bar()  # type: ignore[no-untyped-call]  # not for a log

        model = CrossEncoder(
            place,
            device="cpu",
            max_length=MAX_TOKENS,
            model_kwargs={"dtype": torch.float32},
            trust_remote_code=False,
        )
    except (ImportError, OSError, ValueError, RuntimeError) as error:
        raise UnavailableError(
            f"The NLI model of profile {profile.name!r} cannot be loaded "
            f"({type(error).__name__}): check that its files are whole and within reach."
        ) from error
    columns = label_columns(model.config.id2label)

    def predict(pairs: Sequence[tuple[str, str]], /) -> NDArray[np.float32]:
        rows: NDArray[np.float32] = model.predict(
            list(pairs),
            batch_size=32,
            activation_fn=torch.nn.Softmax(dim=-1),
            show_progress_bar=False,
        )
        return rows[:, columns]

    return predict
