"""Whom somebody has: "the cat sits on my keyboard" says that there is a cat. Pure.

Only of those whom a person has one or few of and who stay: partners, pets, and relatives named by
their names. What is told *of* them is read elsewhere; where it is, nothing is added here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.extraction.sentences import Sentence

_PARTNER = r"(?:wife|husband|hubby|partner|boyfriend|girlfriend|fianc(?:é|e)e?)"
_PET = r"(?:dog|cat|puppy|kitten|rabbit|hamster|parrot|horse|pony|tortoise|budgie|guinea pig)"
_RELATIVE = (
    r"(?:brother|sister|son|daughter|nephew|niece|grandson|granddaughter|stepson|stepdaughter|cousin|uncle|aunt|flatmate"
    r"|housemate|roommate|best friend)"
)
_NAME = r"(?-i:[A-Z][a-z'-]+(?<!'s))"
_NAMED = re.compile(
    rf"\b(?:my|our) (?P<who>(?:(?:older|younger|little|big|twin) )?(?:{_RELATIVE}|{_PARTNER}|{_PET})),? (?P<name>{_NAME})(?='s\b| |,|\.|$)",
    re.IGNORECASE,
)
_UNNAMED = re.compile(
    rf"\bmy (?P<who>{_PARTNER}|{_PET})(?='s (?!(?:\w+ )?(?:car|job|phone|birthday|name|book|bed|bowl|office)\b)| (?!(?:food|bed|litter|sitter|flap|hair|video|meme|allergy|to be|like|show|person|people|and i were)\b))"
    rf"|^(?:and |but |so |now )?the (?P<who2>(?:cat|dog)) (?:is|was|has|just|wants|sits|sat|keeps|ate|jumped)\b(?=.*\b(?:me|my)\b)",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"\b(?:if|late|ex|wish|want|used to|no longer|without|would|pretend|future|imaginary|dead|died|gone|passed away|broke up|split up|left me|dumped|divorc\w+|separated|next door|neighbour'?s|neighbor'?s)\b",
    re.IGNORECASE,
)
_SAID_OF = {"hubby": "husband"}


@dataclass(frozen=True, slots=True)
class Mention:
    """That the user has somebody, as it is stored, and the words that showed it."""

    told: str
    who: str
    sentence: Sentence


def mentions(sentences: Sequence[Sentence]) -> Iterator[Mention]:
    """Those of the user's who are spoken of in the sentences, each once."""
    seen: set[str] = set()
    for sentence in sentences:
        if _NOT_SO.search(sentence.text):
            continue
        named = [(one["who"], one["name"]) for one in _NAMED.finditer(sentence.text)]
        known = {who.lower() for who, _ in named}
        unnamed = [(one["who"] or one["who2"], "") for one in _UNNAMED.finditer(sentence.text)]
        for who, name in [*named, *(one for one in unnamed if one[0].lower() not in known)]:
            who = _SAID_OF.get(who.lower(), who.lower())
            if who not in seen:
                seen.add(who)
                yield Mention(_told(who, name), who, sentence)


def _told(who: str, name: str) -> str:
    article = "an" if who[0] in "aeiou" else "a"
    return f"User has {article} {who}{f' called {name}' if name else ''}."
