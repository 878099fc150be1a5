"""An embedding, which never goes without the name of its model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Vector:
    """An embedding of unit length with the name of the model it comes from.

    Vectors of two models are never compared.
    """

    values: Sequence[float]
    model: str

    @cached_property
    def literal(self) -> str:
        """The numbers as PostgreSQL reads a vector; with as many digits as its four bytes hold."""
        return f"[{','.join(map('{:.9g}'.format, self.values))}]"
