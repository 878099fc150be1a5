"""Sentences of chat, with their places in the original text.

People type without capitals, end sentences with emoji or a new line, and run several statements
together. Two levels: sentences end at stops, new lines and emoji; clauses end where a new subject
begins after a comma or a conjunction ("i'm vegan and my son is allergic to nuts").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.extraction.spelling import straighten


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words of a text at [start, end). `stop` is the mark that ended them, "" where none did."""

    text: str
    start: int
    end: int
    stop: str = ""

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.end

    @property
    def is_question(self) -> bool:
        return "?" in self.stop


_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTED_LINE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)

_ABBREVIATION = re.compile(
    r"\b(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|a\.m|p\.m|approx|inc|ltd|jr|sr|[a-z])$",
    re.IGNORECASE,
)
_LONGEST_ABBREVIATION = 8
_NUMBERED = re.compile(
    r"\bno\.(?= ?(?-i:[A-Z]{1,4}-?)?\d)", re.IGNORECASE
)  # "no. 5", not the answer "no."
_EMOJI = "\U0001f000-\U0001faff\u2600-\u27bf\u2b50\ufe0f\u200d\u2764"
_END = re.compile(
    rf"(?P<stop>[.!?…]++)(?=[\s\"')\]*{_EMOJI}]|$)[\"')\]]*"
    r"|(?P<wide>[\u3002\uff01\uff1f\u0964]++)"
    rf"|(?P<line>[\r\n]+)"
    rf"|(?P<semicolon>;)(?=\s)"
    rf"|(?P<emoji>[{_EMOJI}]+)"
)
_BULLET = re.compile(r"^(?:[-*\u2022\u2013]|\d{1,2}[.)])\s+")

_SUBJECT = (
    r"(?:now (?:i|we)|i(?! (?:guess|suppose|think|reckon)\W*$)|i'?m|i'?ve|i'?d|i'?ll|im|ive|my|mine|we|we're|we've|our|he's|she's"
    r"|please|pls|don'?t|been (?:vegan|vegetarian|veggie|sober)|allergic to|no longer|sober since)"
)
_CLAUSE = re.compile(
    rf"\s*(?:,|\s-+|\s\u2013|\u2014|:)\s*(?:and|but|so|also|plus|because|cos|cause|although|though|btw|oh and)?"
    rf"\s*(?={_SUBJECT}\s)"
    r"|,\s*(?=(?:is|are|do|does|can|could|what|how|where|should|would|will)\s)"
    rf"|(?<!\bme)\s+(?:and|but|also|plus|cos|because|btw)\s+(?:also\s+)?(?={_SUBJECT}\s)"
    r"|\s+so\s+(?=no (?:[\w'-]+ ){1,4}?(?:unless|before|after|until|till?|ever)\s)"
    r"|\s+so\s+(?=(?:please|pls|plz|don'?t|do not|never|always|can you|could you|keep it|no more)\s)",
    re.IGNORECASE,
)


def split_sentences(text: str) -> list[Sentence]:
    """The sentences of the text in order; code blocks and quoted lines are left out."""
    spoken = _blank_out(_blank_out(straighten(text), _FENCE), _QUOTED_LINE)
    sentences: list[Sentence] = []
    start = 0
    for match in _END.finditer(spoken):
        if match["stop"] == "." and _ends_nothing(spoken, start, match.start()):
            continue
        sentences.extend(_trimmed(spoken, start, match.start(), _mark(match)))
        start = match.end()
    sentences.extend(_trimmed(spoken, start, len(spoken), ""))
    return sentences


def _mark(match: re.Match[str]) -> str:
    """The mark that ends a sentence, in ASCII; "" for a new line or an emoji."""
    wide = match["wide"] or ""
    return match["stop"] or ("?" if "\uff1f" in wide else wide)


def _ends_nothing(text: str, start: int, stop: int) -> bool:
    """True for the stop of an abbreviation."""
    return bool(
        _ABBREVIATION.search(text, max(stop - _LONGEST_ABBREVIATION, start), stop)
        or _NUMBERED.match(text, max(stop - 2, start))
    )


def split_clauses(sentence: Sentence) -> list[Sentence]:
    """The clauses of one sentence; each keeps the sentence's stop."""
    clauses: list[Sentence] = []
    start = 0
    for match in _CLAUSE.finditer(sentence.text):
        if match.start() <= start:
            continue
        clauses.extend(_clause(sentence, start, match.start()))
        start = match.end()
    clauses.extend(_clause(sentence, start, len(sentence.text)))
    return clauses


def _clause(sentence: Sentence, start: int, end: int) -> Iterator[Sentence]:
    for part in _trimmed(sentence.text, start, end, sentence.stop):
        yield Sentence(part.text, sentence.start + part.start, sentence.start + part.end, part.stop)


def _trimmed(text: str, start: int, end: int, stop: str) -> Iterator[Sentence]:
    """The words of text[start:end] without blanks and bullet marks around them; none if empty."""
    bullet = _BULLET.match(text[start:end].lstrip())
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    start += bullet.end() if bullet else 0
    piece = text[start:end].rstrip()
    if any(character.isalnum() for character in piece):
        yield Sentence(piece, start, start + len(piece), stop)


def _blank_out(text: str, pattern: re.Pattern[str]) -> str:
    """The text with what matches replaced by new lines, so that places stay as they are."""
    return pattern.sub(lambda match: "\n" * len(match[0]), text)
