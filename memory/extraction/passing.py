"""What is told in passing, without saying whose it is: "caterer: Miss Perring", "Biscuit died".

No rule can tell whether such a sentence is worth keeping, so each is for the statement model to
judge, as a whole: a part of it would say less than was said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.extraction.heard import is_forgetting, is_question, is_request
from memory.extraction.instructions import standing_instruction
from memory.extraction.people import spoken_of
from memory.extraction.person import third_person, without_filler
from memory.extraction.sentences import Sentence

_POINTS_BACK = re.compile(
    r"(?:(?:and|but|so|well|oh|then|or) )*(?:they|them|it|its|this|that|these|those|there|here|one|ones|both|same|you|your|yours|who|what|which"
    r"|yes|no|not|never mind|maybe|let|lets|guess|such|another|him|her(?= (?:too|either|again)\b))\b",
    re.IGNORECASE,
)
"""What a sentence begins with that means nothing by itself."""

_PERSON_BEFORE = re.compile(
    r"(?P<joint>(?:and |but |so |oh )*)(?P<who>he|she|his|her)(?P<is>'s)?(?= )", re.IGNORECASE
)
_NUMBER = re.compile(r"\d")


LONGEST_BEFORE = 200
"""In characters, of what was said just before: enough to know what is spoken of."""


def said_before(sentences: Sequence[str], asked: str | None) -> str | None:
    """What a sentence is read after: the message's sentences before it, at its beginning the
    assistant's turn; None where nothing was said. The end of it, where it is long."""
    before = ". ".join(one.strip().rstrip(".") for one in sentences) or asked
    return before[-LONGEST_BEFORE:] if before else None


def told_in_passing(sentence: str, before: Sequence[str]) -> str:
    """The sentence as a statement that can stand alone; "" where it cannot.

    before: the sentences of the same message that come before it, which say who "she" is.
    """
    said = without_filler(sentence)
    if is_question(said) or is_request(said) or is_forgetting(said):
        return ""
    if standing_instruction(said) is not None or _POINTS_BACK.match(said):
        return ""
    named = _with_the_person_named(said, before)
    told = third_person(named) if named else ""
    is_enough = len(told.split()) > 2 or bool(_NUMBER.search(told))
    return told if is_enough else ""


def _with_the_person_named(said: str, before: Sequence[str]) -> str:
    """ "she hates chocolate" after "mum turns 60" → "my mum hates chocolate"; "" if nobody was named."""
    match = _PERSON_BEFORE.match(said)
    if match is None:
        return said
    person = next((who for one in reversed(before) if (who := spoken_of(one))), "")
    if not person:
        return ""
    owns = match["who"].lower() in ("his", "her")
    ending = "'s" if owns else match["is"] or ""
    return f"{person}{ending}{said[match.end() :]}"


def sentences_of(clauses: Sequence[Sentence], sentences: Sequence[Sentence]) -> list[Sentence]:
    """What is left of each sentence when only these of its clauses are looked at, from the first
    of them to the last."""
    left = []
    for sentence in sentences:
        within = [one for one in clauses if sentence.start <= one.start and one.end <= sentence.end]
        if within:
            start, end = within[0].start, within[-1].end
            text = sentence.text[start - sentence.start : end - sentence.start]
            left.append(Sentence(text, start, end, sentence.stop))
    return left
