from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Vector:
    """An embedding of unit length with the name of the model it comes from.

    Vectors of two models are never compared.
    """

    values: Sequence[float]
    model: str
