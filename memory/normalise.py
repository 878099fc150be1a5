"""When two statements count as the same words. Pure."""

from __future__ import annotations

import unicodedata

_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})


def normalise(text: str) -> str:
    """The statement without differences of case, width, spacing, quotes and final punctuation.

    Everything else stays, for it can carry the meaning: "-18" and "18", "< 7" and "> 7".
    """
    plain = unicodedata.normalize("NFKC", text).translate(_QUOTES).casefold()
    return " ".join(plain.split()).rstrip(".!?\u2026 ").strip("\"' ")
