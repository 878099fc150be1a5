"""Probabilities that mean something: temperature scaling, and how far it is off."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
BINS = 15
ALLOWANCE = 1.03


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
    """The temperature with the least calibration error among those that hardly surprise more than
    the least surprising one; a fine grid from 0.2 to 5, evenly in its logarithm.

    Surprise alone would look mostly at the few answers that are sure and wrong.
    """
    grid = [float(temperature) for temperature in np.geomspace(0.2, 5.0, 400)]
    surprises = {temperature: surprise(logits, targets, temperature) for temperature in grid}
    least = min(surprises.values())
    fair = [temperature for temperature in grid if surprises[temperature] <= least * ALLOWANCE]
    return min(fair, key=lambda t: calibration_error(softmax(logits / t), targets))


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
