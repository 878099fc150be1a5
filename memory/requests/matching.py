"""Which stored statements a request is about: clearly, perhaps, or not. Pure.

The keyed slot comes first; then the share of the request's words that the statement has, together
with the similarity of the two sentences. The thresholds are measured on the labelled requests of
`tests/memory/requests/labelled.py`: nothing is hit that was not meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from memory.extraction.keys import name_of
from memory.gate.wording import is_sibling, words
from memory.requests.wanted import Wanted, is_negated, stem, terms_of
from memory.vocabulary import SELF

CLEAR_WITH_ALL_WORDS = 0.40
"""Cosine from which a statement with all words of the request is clearly meant."""

CLEAR_WITH_SOME_WORDS = 0.72
"""The same for one with at least half of them."""

DOUBTFUL_WITH_SOME_WORDS = 0.35
DOUBTFUL = 0.62
"""Cosine from which one with at least half of the words, or with none, may be meant."""

HALF = 0.5
_ANIMALS = frozenset(["dog", "cat", "rabbit", "hamster", "parrot", "horse"])
# What a thing is told by where its own word is missing: it may be meant.
_TOLD_BY = {
    "car": frozenset(["driv"]),
    "salar": frozenset(["earn", "paid", "mak"]),
    "incom": frozenset(["earn", "paid", "mak"]),
    "job": frozenset(["work"]),
    "hom": frozenset(["liv"]),
    "marriag": frozenset(["marri", "wif", "husband"]),
}
MOST = 8
"""Candidates that a question names at most."""


class Fit(IntEnum):
    """How well a statement fits a request."""

    NONE = 0
    DOUBTFUL = 1
    CLEAR = 2
    KEYED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A stored statement as the matching sees it. similarity: its cosine to `Wanted.sentence`."""

    id: str
    content: str
    key: str = ""
    value: str = ""
    beneficiary: str = SELF
    similarity: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """Ids of what is clearly meant, and of what may be meant, the best first."""

    clear: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()


def find(wanted: Wanted, stored: Sequence[Stored]) -> Found:
    """What the request is about. A slot that is named is meant before all that only sounds like it."""
    fits = {one.id: fit(wanted, one) for one in stored}
    best = sorted(stored, key=lambda one: (-fits[one.id], -one.similarity, one.id))
    keyed = tuple(one.id for one in best if fits[one.id] is Fit.KEYED)
    clear = tuple(one.id for one in best if fits[one.id] is Fit.CLEAR)
    doubtful = tuple(one.id for one in best if fits[one.id] is Fit.DOUBTFUL)
    # A statement may be told in other words beside the slot; a slot that is named is all that is
    # meant.
    meant = (*keyed, *clear) if wanted.stated else keyed or clear
    return Found(meant, doubtful[:MOST])


def fit(wanted: Wanted, stored: Stored) -> Fit:
    """How well one stored statement fits."""
    if wanted.whole_person:
        return _fit_of_person(wanted, stored)
    same_person = _same_person(wanted.person, stored)
    if stored.key and name_of(stored.key) in wanted.keys:
        if not same_person or not _same_value(wanted.value, stored):
            return Fit.NONE  # another person's, or the same slot with another value
        return Fit.KEYED
    found = _by_words(wanted, stored)
    if found is Fit.CLEAR and (
        not same_person
        or wanted.negated != is_negated(stored.content)
        or is_sibling(wanted.sentence, stored.content)
    ):
        return Fit.DOUBTFUL if same_person else Fit.NONE
    return found if same_person else Fit.NONE


def _by_words(wanted: Wanted, stored: Stored) -> Fit:
    share = _share(wanted.terms, stored.content)
    if share == 1.0 and stored.similarity >= CLEAR_WITH_ALL_WORDS:
        return Fit.CLEAR
    if share >= HALF and stored.similarity >= CLEAR_WITH_SOME_WORDS:
        return Fit.CLEAR
    if share >= HALF and stored.similarity >= DOUBTFUL_WITH_SOME_WORDS:
        return Fit.DOUBTFUL
    sounds_alike = stored.similarity >= DOUBTFUL and not wanted.stated
    return Fit.DOUBTFUL if sounds_alike else Fit.NONE


def _share(terms: frozenset[str], content: str) -> float:
    """The share of the terms that the content has, from 0 to 1."""
    if not terms:
        return 0.0
    has = terms_of(content) | {stem(word.removesuffix("'s")) for word in words(content)}
    told = sum(term not in has and bool(_TOLD_BY.get(term, has & set()) & has) for term in terms)
    return (len(terms & has) + HALF * told) / len(terms)


def _fit_of_person(wanted: Wanted, stored: Stored) -> Fit:
    """Whether the statement is about the person, or names them."""
    kept = stored.beneficiary.lower().split()
    person = wanted.person.lower().split()
    if kept[: len(person)] == person or person[: len(kept)] == kept:
        return Fit.CLEAR
    named = {word.removesuffix("'s") for word in words(stored.content)}
    parts = {part for word in named for part in word.split("-")[:1]}
    if set(person) <= named | parts or wanted.terms <= {stem(word) for word in named}:
        return Fit.CLEAR
    is_pet = wanted.person in _ANIMALS and stored.key == "pet"
    return Fit.DOUBTFUL if is_pet else Fit.NONE


def _same_person(person: str, stored: Stored) -> bool:
    if person == SELF:
        return stored.beneficiary == SELF
    kept, wanted = stored.beneficiary.lower().split(), person.lower().split()
    if kept[:1] == wanted[:1]:
        return kept == wanted or len(kept) == 1 or len(wanted) == 1
    # "My mother's name is Ana" is kept as a fact about the subject itself.
    return stored.beneficiary == SELF and bool(
        set(wanted) <= {word.removesuffix("'s") for word in words(stored.content)}
    )


def _same_value(value: str, stored: Stored) -> bool:
    """Whether no value was named, or the stored one."""
    wanted, has = _plain(value), _plain(stored.value)
    return not wanted or wanted == has or (bool(has) and (wanted in has or has in wanted))


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.casefold()).strip()
