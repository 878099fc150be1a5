"""Notes of what lies ahead, as sentences about the user: "exam tomorrow" → "User has an exam tomorrow."."""

from __future__ import annotations

import re

from memory.extraction.person import as_sentence, third_person, without_filler
from memory.extraction.times import Moment
from memory.extraction.upcoming import upcoming


def note_of_event(clause: str, moment: Moment) -> str:
    """The note of an event ahead in the third person; "" for anything else.

    Only what tells an event that matters (`upcoming`) and does not say whose it is.
    """
    said = _DOC.sub("doctor's ", _TRAILING.sub("", without_filler(clause)))
    if (
        _SAYS_WHOSE.match(said)
        or _GOT_BACK.match(said)
        or upcoming(said, said_at=moment.said_at, zone=moment.zone) is None
    ):
        return ""
    if _DOING.match(said):
        return third_person(f"i am {said}")
    having = _HAVING.match(said)
    if having:
        return third_person(f"i have {said[having.end() :]}")
    told = _ARTICLE.sub("", said)
    if _STATES.search(told):
        return third_person(f"my {told}")
    many = re.match(r"[\w' -]*?\b(?:results|finals|exams|midterms)\b", told, re.IGNORECASE)
    article = "" if many else "an " if told[0].lower() in "aeiou" else "a "
    return as_sentence(f"User has {article}{told}")


_DOC = re.compile(r"\bdoc(?:'s|s)? (?=(?:appointment|visit)\b)", re.IGNORECASE)
_SAYS_WHOSE = re.compile(r"(?:i|we|my|our|i'?m|we'?re|i'?ve|we'?ve|user|user's)\b", re.IGNORECASE)
_GOT_BACK = re.compile(r"(?:just |finally )?got .*\bback\b", re.IGNORECASE)  # behind, not ahead
_DOING = re.compile(
    r"(?:getting|having|seeing|sitting|taking|doing|running|playing|giving|presenting|attending|flying|travell?ing|moving|starting|going|off to|heading|expecting|visiting)\b",
    re.IGNORECASE,
)
_HAVING = re.compile(r"(?:(?:just |finally )?got|have|has) (?=(?:a|an|my|the|another)\b)", re.I)
_ARTICLE = re.compile(r"^(?:a|an|the) ", re.IGNORECASE)
_TRAILING = re.compile(
    r"[,.]? (?:(?:and )?i'?m (?:so )?(?:nervous|scared|excited)|(?:so )?(?:nervous|scared|excited)|wish me luck|send help|fingers crossed|help|can'?t wait|pray for me|eek|argh|ugh)\b.*$",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"\b(?:is|are|was|were|got|gets|went|goes|has been|starts?|begins?|comes?|come back)\b",
    re.IGNORECASE,
)
