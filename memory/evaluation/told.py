"""What a context tells: all of it, and what of it is told as true now. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.recall.block import ContextBlock, Line

# A statement that says itself that it is over.
_PAST = re.compile(r"\b(?:used to|formerly|previously|no longer|not any ?more)\b", re.IGNORECASE)


def mentions(block: ContextBlock, words: str) -> bool:
    """Whether the context holds the words anywhere."""
    return words.casefold() in block.text.casefold()


def told_as_true(block: ContextBlock, words: str) -> str:
    """The first line that tells the words as current truth; "" where none does.

    A quoted turn, an open question, a doubt ("may have changed") and a statement that says itself
    that it is over tell nothing as true.
    """
    wanted = words.casefold()
    return next((line.text for line in _true_lines(block) if wanted in line.text.casefold()), "")


def _true_lines(block: ContextBlock) -> Iterator[Line]:
    for section in block.sections:
        for line in section.lines:
            asked = bool(line.doubt) or (bool(line.review_item) and not line.memory)
            past = _PAST.search(" ".join((line.text, *line.notes)))
            if not (line.turn or asked or past):
                yield line
