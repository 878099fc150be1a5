"""Several statements in one clause, taken apart: each gets the subject that the first one has.

"sold the Clio, bought a Tesla" says two things, and so does "a job as a nurse at Initech". A clause
that says one thing comes back as it is.
"""

from __future__ import annotations

import re

from memory.extraction.attributes import slot_of
from memory.extraction.introductions import parts_of_introduction
from memory.extraction.people import RELATION
from memory.extraction.person import without_filler
from memory.vocabulary import Scope

DEED = (
    r"(?:moved|relocated|switched|changed|upgraded|downgraded|quit|gave up|stopped|sold|bought|got (?:engaged|married|promoted|a new|a dog|a cat|the job|divorced|diagnosed|laid off)"
    r"|started|joined|left|retired|turned|became|adopted|broke up|split up|booked|ordered|arranged|organi[sz]ed|reserved|cancelled|hired|swapped|traded|dropped|ditched|took up|passed my|had to (?:put|have) (?:my|our|the))\b"
)
"""The verbs that tell a change without a subject: "sold the canoe"."""

_ADVERBS = r"(?:just |finally |also |recently |officially |then )*"
_OF_DEEDS = re.compile(
    rf"(?P<subject>(?:i|we|i'?ve|we'?ve) )?{_ADVERBS}(?!(?:left|booked|ordered|turned)\b){DEED}",
    re.IGNORECASE,
)
_NEXT_DEED = re.compile(
    rf"(?:,? and|,) (?={_ADVERBS}(?:{DEED}|got an? (?!\w+ed\b)\w))", re.IGNORECASE
)
_JOB = re.compile(
    r"(?P<begins>.*\b(?:(?:started|got|landed|accepted|took|begun|began) (?:a |the |my )?(?:new )?(?:job|role|position|post)|started|began))"
    r"(?: as (?P<role>an? .+?) (?P<place>(?:at|with|for) .+)| (?P<place2>(?:at|with|for) .+?) as (?P<role2>an? .+))$",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    rf"(?P<lives>(?:i|we) live)(?P<place> .+?)? with (?:my|our) (?P<relation>{RELATION}),? (?P<name>(?-i:[A-Z][\w'-]+))$",
    re.IGNORECASE,
)
_SO = re.compile(
    r"(?P<told>.+?),? so (?:i'?m |i am )?(?P<rest>(?P<what>(?:[\w-]+ ){0,2}?[\w-]+)(?: i (?:guess|suppose|think))?)$",
    re.IGNORECASE,
)


def taken_apart(clause: str) -> list[str]:
    """The clause as one statement or several, in the order said."""
    said = without_filler(clause)
    introduced = parts_of_introduction(said)
    if introduced:
        return [part for told in introduced for part in _apart_from_companion(told)]
    for take in (_deeds, _tastes, _new_job, _consequence, _apart_from_companion):
        parts = take(said)
        if len(parts) > 1:
            return [one for part in parts for one in _new_job(part)]
    return [clause]


def _deeds(said: str) -> list[str]:
    head = _OF_DEEDS.match(said)
    if head is None:
        return [said]
    first, *others = _NEXT_DEED.split(said)
    subject = head["subject"] or "i "
    return [first, *(subject + other for other in others)]


def _tastes(said: str) -> list[str]:
    """ "hate mushrooms, love olives": one and the other."""
    if not _TASTE.match(said):
        return [said]
    first, *others = _NEXT_TASTE.split(said)
    return [first, *(f"i {other}" for other in others)] if all(others) else [said]


_LIKING = r"(?:really |absolutely |also )?(?:love|hate|like|dislike|prefer|adore|can'?t stand|don'?t like)"
_TASTE = re.compile(rf"(?:i )?{_LIKING} \w", re.IGNORECASE)
_NEXT_TASTE = re.compile(
    rf"(?:,| but| and|, but|, and) (?:i )?(?={_LIKING} (?!it\b|that\b|this\b|them\b)\w)",
    re.IGNORECASE,
)


def _new_job(said: str) -> list[str]:
    """The role and the place of a new job, each said of the job."""
    match = _JOB.match(said)
    if match is None:
        return [said]
    role, place = match["role"] or match["role2"], match["place"] or match["place2"]
    return [f"{match['begins']} as {role}", f"{match['begins']} {place}"]


def _consequence(said: str) -> list[str]:
    """ "i eat fish sometimes so pescatarian i guess": what follows "so" is said of the user."""
    match = _SO.match(said)
    if match is None:
        return [said]
    slot = slot_of(f"is {match['what']}")
    if slot is None or slot.scope is not Scope.CONSTRAINT:
        return [said]
    return [match["told"], match["rest"]]


def _apart_from_companion(said: str) -> list[str]:
    """ "i live in Lisbon with my wife Ana": where, and who the wife is."""
    match = _TOGETHER.match(said)
    if match is None:
        return [said]
    where = match["place"] or f" with my {match['relation']}"
    return [match["lives"] + where, f"my {match['relation']} is called {match['name']}"]
