"""Probabilities that mean something: temperature scaling, and how far it is off."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
BINS = 15


def softmax(logits: Floats) -> Floats:
    """Rows of ``logits``, (pairs, labels), as probabilities."""
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    probabilities: Floats = shifted / shifted.sum(axis=1, keepdims=True)
    return probabilities


def surprise(logits: Floats, targets: Ints, temperature: float) -> float:
    """Mean negative log-likelihood of the targets, (pairs,), at a temperature."""
    chosen = softmax(logits / temperature)[np.arange(len(targets)), targets]
    return float(-np.log(np.maximum(chosen, 1e-12)).mean())


def fit_temperature(logits: Floats, targets: Ints) -> float:
    """The temperature with the least surprise: a fine grid from 0.2 to 5, evenly in its logarithm."""
    grid = np.geomspace(0.2, 5.0, 400)
    losses = [surprise(logits, targets, float(temperature)) for temperature in grid]
    return float(grid[int(np.argmin(losses))])


def reliability(probabilities: Floats, targets: Ints) -> list[tuple[float, float, int]]:
    """Per filled bin of confidence: mean confidence, share that was right, count."""
    confidence = probabilities.max(axis=1)
    right = probabilities.argmax(axis=1) == targets
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    return [
        (
            float(confidence[bins == at].mean()),
            float(right[bins == at].mean()),
            int((bins == at).sum()),
        )
        for at in range(BINS)
        if (bins == at).any()
    ]


def calibration_error(probabilities: Floats, targets: Ints) -> float:
    """Expected calibration error: the gap of confidence and accuracy, weighted by count."""
    rows = reliability(probabilities, targets)
    total = sum(count for _, _, count in rows)
    return sum(abs(mean - share) * count for mean, share, count in rows) / total
