from __future__ import annotations

import numpy as np
import pytest

from memory.training.figures import Scored
from memory.training.temperature import calibration_error, fit_temperature, reliability, softmax


def test_rows_of_a_softmax_sum_to_one_even_for_large_logits() -> None:
    rows = softmax(np.array([[1000.0, 0.0, -1000.0], [0.0, 0.0, 0.0]]))
    assert rows.sum(axis=1) == pytest.approx([1.0, 1.0])
    assert rows[0, 0] == pytest.approx(1.0)


@pytest.mark.parametrize("true_temperature", [0.5, 1.0, 2.5])
def test_the_temperature_of_drawn_labels_is_found(true_temperature: float) -> None:
    dice = np.random.default_rng(7)
    logits = dice.normal(size=(6000, 3)) * 3
    chances = softmax(logits / true_temperature)
    targets = np.array([dice.choice(3, p=row) for row in chances])
    assert fit_temperature(logits, targets) == pytest.approx(true_temperature, rel=0.1)


def test_the_error_is_the_gap_between_confidence_and_accuracy() -> None:
    sure = np.tile([0.9, 0.05, 0.05], (10, 1))
    targets = np.array([0] * 6 + [1] * 4)
    assert reliability(sure, targets) == [(pytest.approx(0.9), pytest.approx(0.6), 10)]
    assert calibration_error(sure, targets) == pytest.approx(0.3)


def test_precision_and_recall_of_contradictions() -> None:
    probabilities = np.array([[0.9, 0.1, 0], [0.6, 0.4, 0], [0.97, 0.03, 0], [0.1, 0.9, 0]])
    scored = Scored(probabilities, np.array([0, 1, 0, 0]))
    assert scored.contradiction(0.5) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert scored.contradiction(0.8) == (1.0, pytest.approx(2 / 3))
    threshold, precision, recall = scored.best_recall(0.95)
    assert 0.6 < threshold <= 0.9
    assert (precision, recall) == (1.0, pytest.approx(2 / 3))
    assert scored.accuracy == 0.5
