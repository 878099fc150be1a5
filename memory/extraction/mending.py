"""A figure or a code of an earlier message that is said again otherwise: the earlier statement anew.

"soil is clay, ph 6.1" and later "sorry i said 6.1, its 6.7" say that the soil is clay, ph 6.7. A
code that differs in a few characters from one said before mends it as well ("CV2-88126B, a six").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.extraction.answers import answer_as_statement
from memory.extraction.heard import is_question, is_request, own_words
from memory.extraction.plain import is_too_long, plain_text
from memory.extraction.sentences import split_sentences
from memory.extraction.slips import FIGURE, is_of_same_shape, without_slips

SHORTEST_CODE = 5
"""In characters. In what is shorter, two characters are all that tells two codes apart."""

MOST_DIFFERENT = 3
"""Characters in which a code may differ from the one that it mends."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """An earlier message of the conversation; is_users: the subject said it, else the bot."""

    text: str
    is_users: bool


_FIGURE = rf"(?<![\w.])(?:{FIGURE})"
_I_SAID = re.compile(
    rf"\b(?:i|we) (?:said|wrote|typed|told you) (?P<old>{_FIGURE})|(?P<old2>{_FIGURE}) (?:i|we) (?:said|wrote|typed)\b",
    re.IGNORECASE,
)
_MEANT = re.compile(
    rf"\b(?:it'?s|it is|its|meant|should (?:be|read|say)|make (?:it|that)|actually|really|correct(?: one)? is|but) (?:now |actually |really )?(?P<new>{_FIGURE})",
    re.IGNORECASE,
)
_A_FIGURE = re.compile(_FIGURE)
_ASKED_ABOUT = re.compile(
    rf"\byour (?P<noun>[a-z][\w ]{{1,30}}?) (?:is|still|now) (?:still |now )?(?P<old>{_FIGURE})\?\s*$",
    re.IGNORECASE,
)


def mended_statement(sentence: str, earlier: Sequence[Spoken]) -> str | None:
    """The earlier statement as the sentence mends it, in the words in which it was said; None
    where the sentence mends none. earlier: the conversation so far, the oldest first."""
    if is_question(sentence) or is_request(sentence):
        return None
    told = _I_SAID.search(sentence)
    if told is not None:
        old = told["old"] or told["old2"]
        meant = _MEANT.search(sentence, told.end())
        fits = meant is not None and is_of_same_shape(old, meant["new"])
        return _said_anew(old, meant["new"], earlier) if meant and fits else None
    code = next((one[0] for one in _A_FIGURE.finditer(sentence) if _is_code(one[0])), "")
    return (_asked_anew(code, earlier) or _code_anew(code, earlier)) if code else None


def _is_code(figure: str) -> bool:
    return len(figure) >= SHORTEST_CODE and bool(re.search(r"[A-Za-z]", figure))


def _asked_anew(code: str, earlier: Sequence[Spoken]) -> str | None:
    """ "Your meter is 0L-55129?", answered with another code: "my meter is OL-55192"."""
    asked = _ASKED_ABOUT.search(earlier[-1].text) if earlier and not earlier[-1].is_users else None
    if asked is None or asked["old"] == code or len(asked["old"]) != len(code):
        return None
    return f"my {asked['noun'].lower()} is {code}"


def _code_anew(code: str, earlier: Sequence[Spoken]) -> str | None:
    for statement in _statements(earlier):
        for found in _A_FIGURE.finditer(statement):
            if _mends(code, found[0]):
                return statement[: found.start()] + code + statement[found.end() :]
    return None


def _mends(code: str, old: str) -> bool:
    if len(code) != len(old) or not is_of_same_shape(code, old) or code == old:
        return False
    different = sum(one != two for one, two in zip(code, old, strict=True))
    return different <= MOST_DIFFERENT and code[0] == old[0]


def _said_anew(old: str, new: str, earlier: Sequence[Spoken]) -> str | None:
    for statement in _statements(earlier):
        place = re.search(rf"(?<![\w.]){re.escape(old)}(?![\w.]*\d)", statement)
        if place is not None:
            return statement[: place.start()] + new + statement[place.end() :]
    return None


def _statements(earlier: Sequence[Spoken]) -> Iterator[str]:
    """What the user stated, the newest first; an answer with the words of its question."""
    for place in range(len(earlier) - 1, -1, -1):
        if not earlier[place].is_users:
            continue
        asked = earlier[place - 1].text if place and not earlier[place - 1].is_users else None
        said = split_sentences(without_slips(own_words(plain_text(earlier[place].text))))
        told = [one.text for one in said if not one.is_question and not is_too_long(one.text)]
        if told and asked:
            told[0] = answer_as_statement(told[0], plain_text(asked)) or told[0]
        yield from reversed(told)
