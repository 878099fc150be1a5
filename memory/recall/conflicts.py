"""Whether what is recalled does not agree with a constraint: the steakhouse of a vegetarian. Pure.

By a table of words (`conflicts.toml`), not by a model: it costs microseconds where the answer is
waited for, says the same each time, and finds more than the conflict model or cosine similarity do
(docs/evaluation.md has the figures). It marks and hides nothing, so a word that it does not know
costs no more than the mark.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from memory.recall.told import Told
from memory.vocabulary import SELF

TABLE = Path(__file__).with_name("conflicts.toml")


@dataclass(frozen=True)
class Constraint:
    """A memory that is a constraint. What it rules out is read once, however much is told."""

    memory: Told

    def goes_for(self, memory: Told) -> bool:
        """Whether the memory has to agree with it.

        A constraint of the user's own goes for all that is told, also for what was done for others,
        so that it never becomes the user's taste; one of somebody else for what is about that person.
        """
        return self.memory.id != memory.id and self.memory.beneficiary in (SELF, memory.beneficiary)

    @cached_property
    def banned(self) -> Banned:
        return ruled_out(self.memory.content)


def conflict_of(memory: Told, constraints: Iterable[Constraint]) -> Constraint | None:
    """The first constraint that rules out something which the memory tells of."""
    plain = _plain(memory.content)
    words = set(_WORD.findall(plain))
    ruling = (c for c in constraints if c.goes_for(memory) and c.banned.are_had_in(plain, words))
    return next(ruling, None)


def disagree(statement: str, constraint: str) -> bool:
    """Whether the statement names, as something had or wanted, what the constraint rules out."""
    plain = _plain(statement)
    return ruled_out(constraint).are_had_in(plain, set(_WORD.findall(plain)))


@dataclass(frozen=True)
class Banned:
    """Words that must not be had, in all their forms."""

    forms: AbstractSet[str]

    def are_had_in(self, plain: str, words: AbstractSet[str]) -> bool:
        """Whether the plain text, whose words these are, names one of them as had or wanted."""
        if words.isdisjoint(self._first_words):
            return False
        return any(_is_had(match) for match in _any_of(self.forms).finditer(plain))

    @cached_property
    def _first_words(self) -> AbstractSet[str]:
        """Of each form. Most statements have none of them, which is found out at once."""
        return {_WORD.findall(form)[0] for form in self.forms}


def _is_had(match: re.Match[str]) -> bool:
    """Not where the words around it say that it is left out or replaced: "no nuts", "oat milk"."""
    before, after = match.string[: match.start()], match.string[match.end() :]
    return not (_WITHOUT.search(before) or _FREE.match(after))


_WITHOUT = re.compile(
    r"(?:\b(?:no|not|never|without|non|avoids?|avoiding|allerg(?:ic|y) to|intolerant (?:of|to)|free of|instead of"
    r"|rather than|stopped|quit|gave up|given up|refuses?|refused|hates?|dislikes?|cannot|except|cancelled"
    r"|than|skips?|skipped|used to|afraid of|scared of)\b(?:[\s'-]+(?!but\b|and\b|then\b|so\b)[\w']+){0,3}(?: and| or)?[\s-]+"
    r"|\b(?:vegan|vegetarian|veggie|plant-based|meatless|mock|fake|oat|soya?|almond|coconut|rice|cocoa|peanut|shea|body|(?:alcohol|gluten|dairy|lactose|egg|nut|sugar|meat)[ -]free|decaf|alcohol-?free)[\s-]+(?:[\w']+ ){0,1})$"
)
_FREE = re.compile(r"s?(?:[- ]free\b| allerg| intoleran|less\b)")


def ruled_out(constraint: str) -> Banned:
    """The words that the constraint rules out; none where it names none."""
    said = _plain(constraint)
    forms: set[str] = set()
    for is_named, rule in _rules():
        if is_named.search(said):
            forms.update(*map(_members, rule["groups"]))
    for ban in _BANS:
        for match in ban.finditer(said):
            forms.update(*map(_named, _LIST.split(match["what"])))
    return Banned(forms)


_VERB = r"(?:eat|drink|have|take|get|be given|receive|tolerate|touch|use|do|like|stand|handle|digest|be near|be around|wear|ride|go on|go to)"
_THING = r"(?P<what>[\w'é -]+(?:(?:,| and| or|, or|, and|/) [\w'é -]+){0,5})"
# What is ruled out stands behind or before such words.
_BANS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:allerg(?:ic|y|ies)|intoleran(?:t|ce)|sensitive|sensitivity|averse|aversion) (?:to|of) {_THING}",
        rf"\b(?:avoids?|avoiding|afraid of|scared of|fear of|phobia of|terrified of|free of|stays? away from|keeps? away from) {_THING}",
        rf"\b(?:cannot|can not|can't|must not|mustn't|may not|should not|shouldn't|does not|doesn't|do not|don't|never|won't|will not)(?: (?:ever|be given|safely))? (?:{_VERB}s? )?{_THING}",
        r"\b(?P<what>(?:\w+[ -]){0,1}\w+)(?: allerg(?:y|ies)| intoleran(?:t|ce)|[ -]free\b| sensitivity)",
        rf"\bno(?: more)? {_THING}",
    )
)
_LIST = re.compile(r",|\band\b|\bor\b|/")
_WORD = re.compile(r"\w+")
_CONDITION = re.compile(
    r"\b(before|after|between|from|on|at|until|till|during|because|since|for|in|when|while|if|longer|than|that|which|who|with|due|so|but)\b"
)
_AT_TIMES = ("before", "after", "between", "from", "on", "at")
"""What is ruled out only then ("no calls before ten") is not ruled out as such."""
_FILLER = re.compile(
    r"\b(?:user|he|she|they|is|has|have|had|a|an|the|any|all|his|her|their|of|in|on|for|with|it|at all|anymore|any more|kinds?|sorts?|severe|severely|bad|mild|food|meals?|products?|things?|anything|containing|made|drinks?|eats?|takes?)\b"
)


def _named(thing: str) -> AbstractSet[str]:
    """The forms of all words of the group of that name, or of the thing's own word."""
    what, *condition = _CONDITION.split(thing, maxsplit=1)
    if condition and condition[0] in _AT_TIMES:
        return set()
    name = " ".join(_FILLER.sub(" ", what).split())
    if group := _groups().get(name):
        return _members(group)
    # More words than these are a clause and no thing, and so is what has none.
    is_thing = len(name) > 2 and len(name.split()) <= 2 and _WORD.search(name)
    return _forms(name) if is_thing else set()


_BY_MEMBER = ("nuts", "nsaid", "soy")
"""Groups that people also call by another word in them: "tree nut"."""


@cache
def _groups() -> dict[str, str]:
    """The group by each of its names; the first one of those that share a name."""
    names = {
        name: group
        for group, members in reversed(_table()["groups"].items())
        for name in (*_forms(group), *(members if group in _BY_MEMBER else ()))
    }
    return names


@cache
def _members(group: str) -> frozenset[str]:
    """All words of the group and of those in it (@), its own name too, in all their forms."""
    forms = _forms(group)
    for word in _table()["groups"][group]:
        forms |= _members(word[1:]) if word.startswith("@") else _forms(word)
    return frozenset(forms)


@cache
def _rules() -> list[tuple[re.Pattern[str], Any]]:
    """The rules, each with what finds it named."""
    rules = _table()["rules"].values()
    return [(_any_of({f for word in rule["words"] for f in _forms(word)}), rule) for rule in rules]


def _any_of(forms: Iterable[str]) -> re.Pattern[str]:
    """Any of the forms as a whole word, the longest first."""
    either = "|".join(re.escape(form) for form in sorted(forms, key=lambda f: (-len(f), f)))
    return re.compile(rf"\b(?:{either})\b")


def _forms(word: str) -> set[str]:
    """The word in singular and plural."""
    one = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    many = f"{one[:-1]}ies" if re.search(r"[^aeiou]y$", one) else f"{one}s"
    return {word, one, many, f"{one}es"}


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def _plain(text: str) -> str:
    return text.casefold().replace("\u2019", "'")
