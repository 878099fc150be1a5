"""One spelling for the marks that people and keyboards write in several ways."""

from __future__ import annotations

_MARKS = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u201b": "'", "\u02bc": "'", "\u00b4": "'",
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"',
        "\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u2009": " ", "\u2011": "-",
    }
)  # fmt: skip

ABBREVIATED = r"(?<=\b(?:St|Dr|Mr|Ms|Mt|Ft))\.(?= )"
"""A pattern for the stop after a short title, which ends no sentence: "St. Mary's"."""


def straighten(text: str) -> str:
    """The text with plain quotes, apostrophes, blanks and hyphens; every place stays the same."""
    return text.translate(_MARKS)
