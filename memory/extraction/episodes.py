"""Statements that tell what happened or will happen once, and change no standing fact."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.extraction.times import Interval, TimeKind

_DID = (
    r"(?:went|visited|ate|grabbed|saw|watched|met|attended|stayed|ordered|booked|arranged|organi[sz]ed|hired|spoke|called|rang|phoned"
    r"|travelled|traveled|flew|drove|walked|ran|cycled|played|cooked|baked|made|celebrated|hosted|threw|spent|got stuck|got lost|missed|caught"
    r"|had (?:a|an|some|the|my|her|his|their|User's)? ?(?:\w+ ){0,3}?(?:for (?:lunch|dinner|breakfast|tea)|lunch|dinner|breakfast|jab|appointment|meeting|party|time|day|night|weekend|gelato|hangover|scan|check-up|blood test)"
    r"|finished reading|read|won|lost \d|scored|beat|broke down|trimmed|tried|helped|reserved|took (?:the|a|my|part)|gave a|picked up|dropped off"
    r"|borrowed|returned from|came back from|got back from|got a (?:lift|refund|parking ticket|speeding ticket|haircut|massage|tattoo)|deployed|presented|sat (?:the|an?|my)|used .* once)"
)
_BEFORE_IT = r"(?:(?:\w+, )?(?:User|I|we|she|he|they|the \w+|[A-Z]\w+|(?:my|User's|her|his|their|[A-Z]\w+'s) [\w ]+?)(?: and \w+)? )?(?:just |also |finally |has |have |then )*"
_PAST_DEED = re.compile(rf"^{_BEFORE_IT}(?<!is )(?<!are )(?<!was )(?<!be ){_DID}\b", re.IGNORECASE)
_HABIT = re.compile(
    r"\b(?:every|each|always|usually|often|regularly|most|as a rule|any more|now)\b", re.IGNORECASE
)
_APPOINTMENT = re.compile(
    r"\b(?:have|has|got|having) (?:a|an|the|my|User's|another|two|three) (?:[\w'-]+ ){0,3}?(?:appointment|meeting|interview|exam|flight|dinner|party|scan|viewing|dentist|check-?up"
    r"|surgery|operation|consultation|audition|wedding|funeral|concert|gig|deadline|presentation|demo|call|visit|test|date|trip|conference|hearing|mri)\b"
    r"|\b(?:appointment|interview|exam|flight|surgery|operation|wedding|viva|presentation|demo|driving test|mri|due date) (?:is|are) (?:on|at|next|this|tomorrow|the|in)\b",
    re.IGNORECASE,
)
_DONE_FOR_OTHERS = re.compile(
    r"\b(?:booked|ordered|arranged|organi[sz]ed|planned|reserved|bought|hired|(?:is|am|are) (?:booking|arranging|organi[sz]ing|planning|hosting|ordering|buying|throwing))\b.*"
    r"\bfor\b",
    re.IGNORECASE,
)


def is_episode(statement: str, times: Sequence[Interval]) -> bool:
    """True for one past deed or one appointment ("visited Austin last week")."""
    if _HABIT.search(statement):
        return False
    if _DONE_FOR_OTHERS.search(statement) or _PAST_DEED.match(statement):
        return True
    ahead = any(i.kind in (TimeKind.AHEAD, TimeKind.NOW) for i in times)
    return bool(_APPOINTMENT.search(statement)) and (ahead or bool(_CLOCK.search(statement)))


_CLOCK = re.compile(r"\b(?:at|@) \d", re.IGNORECASE)
