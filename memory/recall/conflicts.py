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
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory.vocabulary import SELF

if TYPE_CHECKING:
    from memory.models import Memory

TABLE = Path(__file__).with_name("conflicts.toml")


def is_against(memory: Memory, constraint: Memory) -> bool:
    """Whether the memory tells of something that the constraint rules out.

    A constraint of the user's own goes for all that is told, also for what was done for others,
    so that it never becomes the user's taste; one of somebody else for what is about that person.
    """
    if memory.id == constraint.id or constraint.beneficiary not in (SELF, memory.beneficiary):
        return False
    return disagree(memory.content, constraint.content)


def disagree(statement: str, constraint: str) -> bool:
    """Whether the statement names, as something had or wanted, what the constraint rules out."""
    banned = _ruled_out(_plain(constraint))
    if banned is None:
        return False
    return any(_is_had(match) for match in banned.finditer(_plain(statement)))


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


def _ruled_out(constraint: str) -> re.Pattern[str] | None:
    """What finds the words that the constraint rules out; None where it names none."""
    words: set[str] = set()
    for rule in _table()["rules"].values():
        if _any_of(rule["words"]).search(constraint):
            words |= {word for group in rule["groups"] for word in _members(group)}
    for ban in _BANS:
        for match in ban.finditer(constraint):
            for thing in _LIST.split(match["what"]):
                words |= _named(thing)
    return _any_of(words) if words else None


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
_CONDITION = re.compile(
    r"\b(before|after|between|from|on|at|until|till|during|because|since|for|in|when|while|if|longer|than|that|which|who|with|due|so|but)\b"
)
_AT_TIMES = ("before", "after", "between", "from", "on", "at")
"""What is ruled out only then ("no calls before ten") is not ruled out as such."""
_FILLER = re.compile(
    r"\b(?:user|he|she|they|is|has|have|had|a|an|the|any|all|his|her|their|of|in|on|for|with|it|at all|anymore|any more|kinds?|sorts?|severe|severely|bad|mild|food|meals?|products?|things?|anything|containing|made|drinks?|eats?|takes?)\b"
)


def _named(thing: str) -> AbstractSet[str]:
    """The words of the group of that name, or the thing by its own word."""
    what, *condition = _CONDITION.split(thing, maxsplit=1)
    if condition and condition[0] in _AT_TIMES:
        return set()
    name = " ".join(_FILLER.sub(" ", what).split())
    groups = _table()["groups"]
    for group, members in groups.items():
        if _any_of([group]).fullmatch(name) or (group in _BY_MEMBER and name in members):
            return _members(group)
    # More words than these are a clause and no thing.
    return {name} if len(name) > 2 and len(name.split()) <= 2 else set()


_BY_MEMBER = ("nuts", "nsaid", "soy")
"""Groups that people also call by another word in them: "tree nut"."""


@cache
def _members(group: str) -> frozenset[str]:
    """All words of the group and of those in it (@), its own name too."""
    words = {group}
    for word in _table()["groups"][group]:
        words |= _members(word[1:]) if word.startswith("@") else {word}
    return frozenset(words)


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Any of the words as a whole one, in singular or plural, the longest first."""
    forms = {form for word in words for form in _forms(word)}
    either = "|".join(re.escape(form) for form in sorted(forms, key=lambda f: (-len(f), f)))
    return re.compile(rf"\b(?:{either})\b")


def _forms(word: str) -> set[str]:
    one = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    many = f"{one[:-1]}ies" if re.search(r"[^aeiou]y$", one) else f"{one}s"
    return {word, one, many, f"{one}es"}


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def _plain(text: str) -> str:
    return text.casefold().replace("\u2019", "'")
