"""Whether a claim rests on what was said: the quote stands there, and nothing is made up. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memory.extraction.engine import HeardTurn
from memory.extraction.heard import own_words
from memory.extraction.plain import plain, plain_text

SHORTEST = 3
"""Letters and digits of a quote; less is evidence of nothing, unless it is the whole turn."""

_WORD = re.compile(r"\d+|[^\W\d]+")
_STEM = 5
"""Letters that two forms of a word share: "Allergie" and "allergisch"."""
_NUMBERS = dict(
    zip(
        "one two three four five six seven eight nine ten eleven twelve".split(),
        map(str, range(1, 13)),
        strict=True,
    )
)
_OURS = frozenset(("user", "i"))


def place_of(quote: str, turn: HeardTurn) -> tuple[int, int] | None:
    """Where the quote stands in the turn, as [start, end); None where it does not.

    Case, blanks and the form of apostrophes do not matter. A user's turn is searched in the
    user's own words only: not in what they quote or paste as the material of a task.
    """
    said = plain(turn.content)
    text = own_words(said.text) if turn.is_users else said.text
    words = plain_text(quote).strip(" \t\r\n\"'.,;:!?\u2026").split()
    if not words:
        return None
    before = r"(?<!\w)" if _ends_a_word(words[0][0]) else ""
    after = r"(?!\w)" if _ends_a_word(words[-1][-1]) else ""
    found = re.search(before + r"\s+".join(map(re.escape, words)) + after, text, re.IGNORECASE)
    if found is None or not _says_something(found[0], text):
        return None
    return said.span_before(found.span())


def words_said(turns: Sequence[HeardTurn], number: int) -> frozenset[str]:
    """The words that a claim from turn `number` (from 0) may rest on.

    Those of the user up to that turn, and those of the chatbot in the question that it answers.
    For a claim from a turn of the chatbot its own words count instead.
    """
    words = {
        word.casefold()
        for turn in _speakers(turns, number)
        for word in _WORD.findall(plain_text(turn.content))
    }
    return frozenset(words | {_NUMBERS[word] for word in words & _NUMBERS.keys()})


def is_founded(sentence: str, said: frozenset[str]) -> bool:
    """Whether every name and number of the sentence was said; its first word may be anything."""
    return all(_is_said(word, said) for word in _marks(_WORD.findall(plain_text(sentence))[1:]))


def is_named(name: str, said: frozenset[str]) -> bool:
    """The same for a name or role ("sister Ann"), of which the first word counts too."""
    return all(_is_said(word, said) for word in _marks(_WORD.findall(plain_text(name))))


def is_said(value: str, said: frozenset[str]) -> bool:
    """Whether every word of the value was said."""
    return all(_is_said(word.casefold(), said) for word in _WORD.findall(plain_text(value)))


def _speakers(turns: Sequence[HeardTurn], number: int) -> list[HeardTurn]:
    own = turns[number]
    heard = [turn for turn in turns[: number + 1] if turn.is_users == own.is_users]
    last = turns[number - 1] if number else None
    if last is not None and own.is_users and not last.is_users and "?" in last.content:
        heard.append(last)
    return heard


def _says_something(quote: str, said: str) -> bool:
    letters = sum(1 if _ends_a_word(char) else SHORTEST for char in quote if char.isalnum())
    return letters >= SHORTEST or _WORD.findall(quote) == _WORD.findall(said)


def _ends_a_word(char: str) -> bool:
    """Whether words are set apart in its script: in those without capitals they need not be."""
    return char.isdigit() or char.lower() != char.upper()


def _is_said(word: str, said: frozenset[str]) -> bool:
    if word in said:
        return True
    return len(word) > _STEM and any(other.startswith(word[:_STEM]) for other in said)


def _marks(words: Iterable[str]) -> list[str]:
    """Numbers and capitalised words."""
    marks = [word for word in words if word[0].isupper() or word.isdigit()]
    return [word.casefold() for word in marks if word.casefold() not in _OURS]
