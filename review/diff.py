"""Which words two statements have in common."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

_WORD = re.compile(r"\w+(?:['’.,-]\w+)*|\s+|.", re.DOTALL)  # noqa: RUF001 (an apostrophe)


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a statement, and whether the other statement has them too."""

    text: str
    differs: bool = False


def differing_words(old: str, new: str) -> tuple[list[Piece], list[Piece]]:
    """Both statements in pieces; those that the other one lacks are marked.

    Compared by whole words without regard to case: a reader compares words, not letters.
    """
    before, after = _WORD.findall(old), _WORD.findall(new)
    matcher = SequenceMatcher(
        a=[word.casefold() for word in before],
        b=[word.casefold() for word in after],
        autojunk=False,
    )
    left: list[Piece] = []
    right: list[Piece] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        left.append(Piece("".join(before[a:b]), kind != "equal"))
        right.append(Piece("".join(after[c:d]), kind != "equal"))
    return _joined(left), _joined(right)


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Without empty pieces, and with marks that run on: a blank between two marked words is
    marked with them, so that the eye sees one change and not three."""
    full = [piece for piece in pieces if piece.text]
    joined: list[Piece] = []
    for at, piece in enumerate(full):
        between = 0 < at < len(full) - 1 and full[at - 1].differs and full[at + 1].differs
        differs = piece.differs or (between and piece.text.isspace())
        if joined and joined[-1].differs == differs:
            piece = Piece(joined.pop().text + piece.text, differs)
        joined.append(Piece(piece.text, differs))
    return joined


def marked_span(text: str, start: int | None, end: int | None) -> list[Piece]:
    """The text with the part from `start` to `end` marked; nothing marked where there is none."""
    if start is None or end is None or not 0 <= start < end <= len(text):
        return [Piece(text)]
    parts = (Piece(text[:start]), Piece(text[start:end], differs=True), Piece(text[end:]))
    return [piece for piece in parts if piece.text]
