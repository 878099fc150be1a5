"""A clause of the user's said in the plain way that the rules read. Pure.

"my number changed, it's 0176 555" says "my number is now 0176 555"; the statement that is stored
comes from the plain words.
"""

from __future__ import annotations

import re

from memory.extraction.changes import SLOTS
from memory.extraction.possessions import note_in_full


def reworded(clause: str) -> str:
    """The clause in plain words; most clauses as they are."""
    clause = _FROM_NOW.sub("", clause)
    clause = note_in_full(clause)
    clause = _CHANGED.sub(_as_it_is_now, clause)
    clause = _PRESCRIBED.sub(r"i was put on \g<new>", clause)
    clause = _NOT_BUT.sub(_what_it_is, clause)
    clause = _TIME_FIRST.sub(_time_last, clause)
    return _WITH_ANOTHER.sub("we", clause)


_FROM_NOW = re.compile(r"^from now on,? (?=(?:i|i'?m|we|my|our)\b)", re.IGNORECASE)


def _as_it_is_now(match: re.Match[str]) -> str:
    what = (match["what"] or match["what2"]).removeprefix("new ")
    return f"my {what} is now {match['value']}"


# "my number changed, it's 0176 555", "i have a new email: ana@example.org".
_CHANGED = re.compile(
    r"^(?:(?:my|our) (?P<what>[\w' -]{2,30}?) (?:has |have )?(?:just )?changed(?:,| to| -|:)|(?:(?:i|we)(?:'ve| have)?(?: got| have)?|got) an? new (?P<what2>(?:phone |mobile )?number|e-?mail(?: address)?|address|username|plate|pin code|post ?code)(?:,|:| -| and)?)"
    r" ?(?:and |so |now |the new one is |it'?s |it is |that'?s |its |to )*(?P<value>(?=[^,.]{0,20}[\d@])\S.{2,60}?)(?: now)?[.!]*$",
    re.IGNORECASE,
)


# "dr Patel put me on statins": what counts is who takes them.
_PRESCRIBED = re.compile(
    r"^(?:(?:my|the|a) )?[\w'.-]+(?: [\w'.-]+){0,3}? (?:has |have )?(?:just )?(?:put|started) (?:me|us) (?:back )?on "
    + SLOTS["medicine_new"],
    re.IGNORECASE,
)


def _what_it_is(match: re.Match[str]) -> str:
    place = match["prep"] or ""
    return f"{match['what']} is {place}{match['new']}, not {place}{match['old']}"


# "my name's not Steve it's Stephen": what it is stands first.
_NOT_BUT = re.compile(
    r"^(?P<what>(?:my|our) [\w' -]{2,40}?)(?:'s| is|s) ?(?:actually )?(?:not|n'?t) (?P<prep>(?:on|in|at|with|from|called) )?(?P<old>[\w'&.-]+(?: [\w'&.-]+){0,3}?)(?:,|;| -)? (?:it'?s|its|it is|but) (?:actually |now )?(?:on |in |at |with |from |called )?(?P<new>[\w'&.-]+(?: [\w'&.-]+){0,3}?)[ .!]*$",
    re.IGNORECASE,
)


def _time_last(match: re.Match[str]) -> str:
    return f"{match['rest']} {match['time'][0].lower()}{match['time'][1:]}"


# "starting next month i work from home" says the same as "i work from home starting next month".
_TIME_FIRST = re.compile(
    r"^(?P<time>now|(?:this|yesterday|tomorrow) (?:morning|afternoon|evening|night|week|month)|today|tonight|yesterday|tomorrow|last night|(?:starting|from|as of|since|next|last|this|until|till|in|on) [\w ]{2,20}?),? (?P<rest>(?:i|i'\w+|we|my|our) .*)$",
    re.IGNORECASE,
)


_WITH_ANOTHER = re.compile(r"^me and (?:my [\w-]+|(?-i:[A-Z]\w+))(?= )", re.IGNORECASE)
