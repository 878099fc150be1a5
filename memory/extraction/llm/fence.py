"""Put what people wrote between two marks that nobody can guess, so that it stays data."""

from __future__ import annotations

import secrets
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fence:
    """A pair of lines around data; `mark` is new for each request."""

    mark: str

    @property
    def opening(self) -> str:
        return f"<<<DATA {self.mark}"

    @property
    def closing(self) -> str:
        return f"DATA {self.mark}>>>"

    def around(self, data: str) -> str:
        """The data between the two lines."""
        return f"{self.opening}\n{data}\n{self.closing}"


def new_fence(data: str) -> Fence:
    """A fence whose mark does not stand in the data: nobody can close it from within."""
    mark = secrets.token_hex(16)
    while mark in data:
        mark = secrets.token_hex(16)
    return Fence(mark)
