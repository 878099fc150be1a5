"""What an erasure removed, without its words: enough to remove the same from an older copy.

Ids of rows, keyed hashes of statements, and the places at which words were masked in longer texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

MaskedPlace = tuple[str, str, str, int, int]
"""Table, primary key, column, and the first character masked and the one after the last."""


@dataclass(slots=True)
class Gone:
    """Of one erasure. rows: primary keys by table. marks: fingerprints of statements."""

    rows: dict[str, set[str]] = field(default_factory=dict)
    marks: set[str] = field(default_factory=set)
    places: set[MaskedPlace] = field(default_factory=set)

    def note(self, label: str, keys: Iterable[str]) -> None:
        """These rows of the table are removed."""
        self.rows.setdefault(label, set()).update(keys)

    def of(self, label: str) -> set[str]:
        """Primary keys of what is removed from the table."""
        return self.rows.get(label, set())

    def merge(self, other: Gone) -> None:
        """Take in what another step removed."""
        for label, keys in other.rows.items():
            self.note(label, keys)
        self.marks |= other.marks
        self.places |= other.places

    def as_dict(self) -> dict[str, Any]:
        """As JSON, in an order of its own so that the same is written the same."""
        return {
            "rows": {label: sorted(keys) for label, keys in sorted(self.rows.items()) if keys},
            "marks": sorted(self.marks),
            "places": [list(place) for place in sorted(self.places)],
        }

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Gone:
        """The opposite of `as_dict`. Raises ValueError, KeyError or TypeError for anything else."""
        places = {(str(a), str(b), str(c), int(d), int(e)) for a, b, c, d, e in written["places"]}
        rows = {str(label): {str(key) for key in keys} for label, keys in written["rows"].items()}
        return cls(rows, {str(mark) for mark in written["marks"]}, places)
