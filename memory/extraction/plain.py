"""The text as the patterns may see it: in bounded runs, and a statement no longer than people write.

A pattern that backtracks takes a time that grows with the square of a run, or worse. Ten thousand
new lines say no more than one does, so they are shortened before any pattern looks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extraction.spelling import straighten

LONGEST_STATEMENT = 400
"""In characters. What runs on longer is a paste or an attack, and no pattern reads it."""

LONGEST_MARK = 5
"""How often a mark may stand in a row: "-----BEGIN" is the longest that says something."""

_RUN = re.compile(rf"\s{{2,}}|([^\w\s])\1{{{LONGEST_MARK},}}")


@dataclass(frozen=True, slots=True)
class Plain:
    """The shortened text, and for each of its characters the place in the text it came from."""

    text: str
    places: tuple[int, ...]

    def span_before(self, span: tuple[int, int]) -> tuple[int, int]:
        """The span in the original text."""
        start, end = span
        return self.places[start], self.places[end - 1] + 1


def plain(text: str) -> Plain:
    """The text in plain spelling, each run of blanks as one and of a mark as five."""
    text = straighten(text)
    written: list[str] = []
    places: list[int] = []
    kept_to = 0
    for run in _RUN.finditer(text):
        short = _shortened(run[0])
        written += text[kept_to : run.start()], short
        places += range(kept_to, run.start() + len(short))
        kept_to = run.end()
    written.append(text[kept_to:])
    places += range(kept_to, len(text))
    return Plain("".join(written), tuple(places))


def _shortened(run: str) -> str:
    if not run.isspace():
        return run[:LONGEST_MARK]
    return "\n" if "\n" in run or "\r" in run else " "  # a new line ends a sentence


def plain_text(text: str) -> str:
    """The same where no places are wanted."""
    return plain(text).text


def is_too_long(statement: str) -> bool:
    """True for what is no statement, whatever it says."""
    return len(statement) > LONGEST_STATEMENT
