"""How large a share may truly be, after so many errors in so many labelled cases. Pure."""

from __future__ import annotations

import math
from functools import cache

from scipy.special import betaincinv


@cache
def upper_bound(errors: int, of: int, confidence: float) -> float:
    """The exact one-sided upper bound of a share (Clopper and Pearson, Biometrika 26, 1934).

    The true share lies above it in at most `1 - confidence` of all samples: the
    beta(errors + 1, of - errors) quantile. Of nothing at all, or where all are errors, it is 1.
    """
    if not 0 <= errors <= of:
        raise ValueError(f"{errors} errors of {of} cases cannot be.")
    if errors == of:
        return 1.0
    return float(betaincinv(errors + 1, of - errors, confidence))


def labels_needed(limit: float, confidence: float) -> int:
    """How many cases without one error it takes until the upper bound is at most `limit`.

    With no error the bound is 1 - (1 - confidence)^(1 / n), solved for n.
    """
    return math.ceil(math.log1p(-confidence) / math.log1p(-limit))
