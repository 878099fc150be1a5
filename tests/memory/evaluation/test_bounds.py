"""The exact upper bound, against values that are known."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest

from memory.evaluation.bounds import labels_needed, upper_bound


@pytest.mark.parametrize(
    ("errors", "of", "bound"),
    [(0, 299, 0.00997), (0, 298, 0.01000), (0, 1, 0.95), (1, 10, 0.39416), (10, 10, 1.0)],
)
def test_the_bound_is_the_known_one(errors, of, bound):
    assert upper_bound(errors, of, 0.95) == pytest.approx(bound, abs=1e-5)


def test_nothing_at_all_promises_nothing():
    assert upper_bound(0, 0, 0.95) == 1.0


@pytest.mark.parametrize("errors", [0, 1, 7, 119, 120])
def test_it_is_the_bound_of_the_exact_binomial_test(errors):
    exact = binomtest(errors, 120, alternative="less").proportion_ci(0.9, method="exact")
    assert upper_bound(errors, 120, 0.9) == pytest.approx(exact.high)


@pytest.mark.parametrize(("errors", "of"), [(-1, 10), (11, 10)])
def test_counts_that_cannot_be_are_refused(errors, of):
    with pytest.raises(ValueError, match="cannot be"):
        upper_bound(errors, of, 0.95)


@pytest.mark.parametrize(("limit", "confidence"), [(0.01, 0.95), (0.05, 0.9), (0.001, 0.99)])
def test_as_many_labels_as_are_needed_are_enough_and_one_fewer_is_not(limit, confidence):
    needed = labels_needed(limit, confidence)
    assert upper_bound(0, needed, confidence) <= limit < upper_bound(0, needed - 1, confidence)


def test_one_percent_takes_299_labels_without_an_error():
    assert labels_needed(0.01, 0.95) == 299
