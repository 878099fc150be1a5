"""What is told in passing, without saying whose it is: "caterer: Miss Perring", "Biscuit died".

No rule can tell whether such a sentence is worth keeping, so each is for the statement model to
judge, as a whole: a part of it would say less than was said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.extraction.heard import is_forgetting, is_question, is_request
from memory.extraction.instructions import standing_instruction
from memory.extraction.people import can_be, spoken_of
from memory.extraction.person import third_person, with_subject, without_filler
from memory.extraction.sentences import Sentence
from memory.extraction.statements import VAGUE

_POINTS_BACK = re.compile(
    r"(?:(?:and|but|so|well|oh|then|or) )*(?:they|them|it|its|this|that|these|those|there|here|one|ones|both|same|you|your|yours|who|what|which"
    r"|yes|no|not|never mind|maybe|let|lets|guess|such|another|him|her(?= (?:too|either|again)\b)"
    r"|every single|all of|some of|something|anything|nothing|of course|as if|wait|hold on|done|same as|plain|the [\w' -]{2,30} thing$)\b",
    re.IGNORECASE,
)
"""What a sentence begins with that means nothing by itself."""

_PERSON_BEFORE = re.compile(
    r"(?P<joint>(?:and |but |so |oh )*)(?P<who>he|she|his|her)(?P<is>'s)?(?= )", re.IGNORECASE
)
_NUMBER = re.compile(r"\d")
_ENGLISH = re.compile(r"[A-Za-z]")  # what has no such letter is kept as it was written


_ASKED_FOR = re.compile(r"^(?:[\w'-]+ ){1,5}(?:pls|plz|please|pleese)[.!]*$", re.IGNORECASE)
"""A few words with "please" ask for something: "lactose-free pancakes pls"."""

_TO_THE_BOT = re.compile(
    r",? (?:(?:so |please |pls )?(?:don'?t|do not) (?:mix|confuse|muddle|forget)\b.*|please note\b.*|before you ask\b.*|(?:just )?in case you (?:wondered|were wondering|ask)\b.*|(?:ok |okay )?(?:got it|wrote it down|noted))$",
    re.IGNORECASE,
)
_ASKS_IN_THE_END = re.compile(
    r",? (?:which|what|how|where|when|who|why) (?:[\w'-]+ ){0,3}?(?:do|does|should|can|could|shall|is|are|would) (?:i|we|you|it|they|he|she)\b",
    re.IGNORECASE,
)
_LEFT_OPEN = re.compile(
    r"(?:(?!\b(?:is|are|am|was|has|have)\b)[^,.])+ or [^,.]+ or [^,.]+$", re.IGNORECASE
)
_OTHERS_SAY = re.compile(
    r"(?!(?:i|we)\b)(?:[\w'-]+ ){1,4}?(?:says?|said|reckons?|asks?|asked|thinks?)\b", re.IGNORECASE
)

_NOTE = re.compile(r"[\w' -]{2,40}: ")


def _is_material(said: str, before: Sequence[str]) -> bool:
    """ "Vela: 12 pounds, 20 GB" after "compare three contracts" is what is to be compared."""
    return bool(_NOTE.match(said)) and any(is_request(without_filler(one)) for one in before)


# "35", "6 and 9", "8 now" say nothing of what.
_SAYS_WHAT = re.compile(
    r"(?!\b(?:and|or|now|then|so|about|around|maybe|like|the|at|to|in|on|per|just|only|right|yes|no|ok|please|thanks)\b)\b[^\W\d_]{2,}",
    re.IGNORECASE,
)

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
    if _ASKED_FOR.search(sentence) or _is_material(said, before):
        return ""
    said = _TO_THE_BOT.sub("", said)
    if _ASKS_IN_THE_END.search(said) or _LEFT_OPEN.match(said):
        return ""
    if _OTHERS_SAY.match(said) and not _NUMBER.search(said):
        return ""
    named = _with_the_person_named(said, before)
    told = third_person(with_subject(named)) if _ENGLISH.search(named) else named
    if told.startswith("User ") and VAGUE.search(told):
        return ""
    is_enough = len(told.split()) > 2 or bool(_NUMBER.search(told))
    return told if is_enough and _SAYS_WHAT.search(told) else ""


def _with_the_person_named(said: str, before: Sequence[str]) -> str:
    """ "she hates chocolate" after "mum turns 60" → "my mum hates chocolate"; "" if nobody was named."""
    match = _PERSON_BEFORE.match(said)
    if match is None:
        return said
    person = next((who for one in reversed(before) if (who := spoken_of(one))), "")
    if not person or not can_be(person, "he" if match["who"].lower() in ("he", "his") else "she"):
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
