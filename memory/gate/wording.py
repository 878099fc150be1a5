"""What the words alone say of two statements: same slot, sibling, or new detail. Pure."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

_WORD = re.compile(r"[\w'-]+(?:[.,/:]\d+)*|[%€$£]")
_COMMON = frozenset(
    """
    a an the of in on at to for by with from and or as is are was were be been has have had do
    does did it its this that their his her my our your user customer client account i he she
    they we you now currently
    """.split()
)
_NEGATIONS = frozenset(["not", "no", "never", "n't", "without", "none", "neither", "nor", "cannot"])

_CLAUSE = re.compile(r"[,;(\u2013\u2014]| - | and ")
_BEFORE_A_VALUE = frozenset(("is", "are", "on", "in", "at", "every", "each", "to", "until", "by"))
_LIMITS = frozenset(
    "if unless except when while until or but though although only for on in at during".split()
)

# Words of one row tell two things of the same kind apart. A statement about one of them never
# speaks of the other.
_QUALIFIERS = tuple(
    frozenset(row.split())
    for row in (
        "home work office private personal business",
        "billing shipping delivery postal",
        "outbound inbound return outgoing incoming",
        "left right",
        "upper lower",
        "front back rear",
        "first second third fourth primary secondary backup spare main",
        "older elder eldest oldest younger youngest",
        "staging production test development sandbox dev prod",
        "mother father brother sister son daughter wife husband mum mom dad",
        "cat dog rabbit hamster parrot",
        "monday tuesday wednesday thursday friday saturday sunday",
        "weekday weekdays weekend weekends",
        "breakfast lunch dinner supper",
        "morning afternoon evening night",
        "summer winter spring autumn",
        "read write admin",
        "phone mobile landline",
    )
)


def words(text: str) -> list[str]:
    """The words and numbers of a text in lower case; "don't" gives "don't"."""
    return _WORD.findall(text.lower().replace("\u2019", "'"))


def same_slot(new: str, stored: str) -> bool:
    """Whether two statements share a frame and differ in one place only.

    "The office is in Denver." and "The office is in Chicago." do; at least one word of the
    frame must carry meaning.
    """
    a, b = words(new), words(stored)
    changes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    frame = [word for tag, start, end, *_ in changes if tag == "equal" for word in a[start:end]]
    replaced = [op for op in changes if op[0] != "equal"]
    meaningful = [word for word in frame if word not in _COMMON]
    return (
        len(replaced) == 1
        and replaced[0][0] == "replace"
        and bool(meaningful)
        and len(frame) * 2 >= max(len(a), len(b))
    )


def is_sibling(new: str, stored: str) -> bool:
    """Whether qualifiers say that the two are about different things of one kind.

    "The return flight …" and "The outbound flight …" are; the qualifier must be the difference,
    so a value that is one of these words ("prefers mornings") in the same frame is not.
    """
    a, b = set(words(new)), set(words(stored))
    return any(
        (a & row) and (b & row) and not (a & b & row) and _leads(row, new, stored)
        for row in _QUALIFIERS
    )


def _leads(row: frozenset[str], new: str, stored: str) -> bool:
    """Whether the qualifier stands before another noun in both: "left knee", not "on the left"."""
    return all(_qualifies(row, words(text)) for text in (new, stored))


def _qualifies(row: frozenset[str], text: list[str]) -> bool:
    """A word of the row before a noun, and not the value itself ("is on Tuesday morning")."""
    places = [place for place, word in enumerate(text[:-1]) if word in row]
    return any(
        text[place + 1] not in _COMMON and (place == 0 or text[place - 1] not in _BEFORE_A_VALUE)
        for place in places
    )


def says_it_too(new: str, stored: str) -> bool:
    """Whether `stored` begins with the whole of `new` and then adds a clause of its own.

    "Prefers email, never phone." says "Prefers email."; a clause that limits what stands before
    it ("…, unless it rains") does not.
    """
    said = words(new)
    for mark in _CLAUSE.finditer(stored):
        rest = words(stored[mark.end() :])
        if words(stored[: mark.start()]) == said and rest and rest[0] not in _LIMITS:
            return True
    return False


def brings_number(new: str, stored: str) -> bool:
    """Whether `new` has a number or a negation that `stored` lacks."""
    numbers = {word for word in words(new) if any(char.isdigit() for char in word)}
    return not numbers <= set(words(stored)) or _negates(new) != _negates(stored)


def brings_name(new: str, stored: str) -> bool:
    """Whether `new` has a name, a capitalised word within the sentence, that `stored` lacks."""
    found = _WORD.findall(new.replace("\u2019", "'"))
    names = {word.lower() for word in found[1:] if word[0].isupper() and word != "I"}
    return not names <= set(words(stored))


def shares_a_word(new: str, stored: str) -> bool:
    """Whether both have a word that carries meaning, in any of its forms ("vegan", "vegans")."""
    return bool(_stems(new) & _stems(stored))


def _stems(text: str) -> set[str]:
    said = [word for word in words(text) if word not in _COMMON and word not in _NEGATIONS]
    return {word.removesuffix("'s")[:_STEM] for word in said}


_STEM = 5
"""Letters at the beginning of a word that are the same in its forms: "aller" of "allergy"."""


def _negates(text: str) -> bool:
    return any(word in _NEGATIONS or word.endswith("n't") for word in words(text))
