"""The text as the patterns may see it: in bounded runs, and a statement no longer than people write.

A pattern that backtracks takes a time that grows with the square of a run, or worse. Ten thousand
new lines say no more than one does, so they are shortened before any pattern looks. What nobody
sees or says goes as well: invisible and control characters, and the marks of bold type.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from memory.extraction.spelling import straighten

LONGEST_STATEMENT = 400
"""In characters. What runs on longer is a paste or an attack, and no pattern reads it."""

LONGEST_MARK = 5
"""How often a mark may stand in a row: "-----BEGIN" is the longest that says something."""

_RUN = re.compile(rf"\s{{2,}}|(?P<mark>[^\w\s])(?P=mark){{{LONGEST_MARK},}}")
# The joiners are letters in other scripts and glue in emoji, so they go after Latin letters only.
_UNSEEN = re.compile(
    r"\x1b\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
    r"|[\U000e0000-\U000e007f]|(?<![^\x00-\u024f])[\u200c\u200d]"
)
_MARKED = re.compile(
    r"(?<![\w*`])(?:(?P<mark>\*{1,3}|__)(?=[^\s*_])(?P<words>[^*`\n]{1,200}?)(?<=[^\s*_])(?P=mark)|`(?P<word>[^\s`]{1,40})`)(?![\w*`])"
)


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
    seen = _without(Plain(straighten(text), tuple(range(len(text)))), _UNSEEN, _nothing)
    unmarked = _without(seen, _MARKED, lambda match: match["words"] or match["word"])
    return _without(unmarked, _RUN, lambda match: _shortened(match[0]))


def _without(said: Plain, pattern: re.Pattern[str], kept: Callable[[re.Match[str]], str]) -> Plain:
    """The text with what matches shortened to what is kept of it; that must be a part of it, or
    as good as its beginning."""
    written: list[str] = []
    places: list[int] = []
    done = 0
    for match in pattern.finditer(said.text):
        short = kept(match)
        start = match.start() + max(match[0].find(short), 0)
        written += said.text[done : match.start()], short
        places += said.places[done : match.start()] + said.places[start : start + len(short)]
        done = match.end()
    written.append(said.text[done:])
    places += said.places[done:]
    return Plain("".join(written), tuple(places))


def _nothing(_match: re.Match[str]) -> str:
    return ""


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
