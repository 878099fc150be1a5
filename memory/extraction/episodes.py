"""Statements that tell what happened or will happen once, and change no standing fact."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.extraction.times import Interval, TimeKind

_DID = (
    r"(?:went (?:to|on|for|out|camping|swimming|skiing|hiking|shopping|fishing|surfing|round|home|there|with)|visited|ate (?:at|out|a|some|the)|grabbed|watched|met (?:up|with|for|a)|attended|stayed (?:at|in|with|overnight)"
    r"|ordered|booked|arranged|organi[sz]ed|reserved|hired (?:a|an) (?:car|bike|e-bike|van|boat|tux|hall)|spoke (?:to|with|at)|called (?:in|to|about)|rang|phoned|saw (?:a|an|the|my|her|his|our)|travelled (?:to|by|with)|traveled to"
    r"|flew (?:to|back|out|home)|drove (?:to|back|home|up|down)|walked (?:to|home|the|up)|cycled (?:to|home|from)|cooked|baked|celebrated|hosted|threw (?:a|an) (?:\w+ )?party|made (?:a|an|some|dinner|lunch|breakfast|jollof|soup)"
    r"|spent (?:the|a|two|three|four|all|\d+) (?:\w+ )?(?:day|days|week|weeks|night|nights|hours?|morning|afternoon|evening|weekend)|got (?:stuck|lost|soaked|caught|drenched)|missed (?:the|my|her|his|a)|caught (?:the|a)"
    r"|had (?:a|an|some|the|my|her|his|their|User's)? ?(?:\w+ ){0,3}?(?:for (?:lunch|dinner|breakfast|tea)|lunch|dinner|breakfast|jab|appointment|meeting|party|time|day|night|weekend|gelato|hangover|scan|check-up|blood test|picnic|barbecue|bbq|haircut|massage)"
    r"|finished reading|read (?:a|an|the)|won (?:a|the|at)|lost \d|scored|broke down|trimmed|tried (?:a|an|the|out|some)|helped|took (?:part|the (?:bus|train|ferry|tram|metro|day off|kids|dog)|a (?:day|taxi|bus|train|walk|photo|trip|nap|week)|my (?:driving|mum|dad|kids))|gave a (?:talk|speech|presentation)"
    r"|signed (?:the|a|an|our|my) (?:\w+ )?(?:lease|contract|papers|deal|offer|mortgage|agreement|deed|will|form|petition)|picked up|dropped off|borrowed|returned from|came back from|got back from|got a (?:lift|refund|parking ticket|speeding ticket|haircut|massage|tattoo|flat tyre)|deployed|presented (?:at|to|the)|sat (?:the|an?|my) (?:\w+ )?(?:exam|test|paper)|used .* once)"
)
_BEFORE_IT = r"(?:(?:\w+, )?(?:User|I|we|she|he|they|the \w+|[A-Z]\w+|(?:my|User's|her|his|their|[A-Z]\w+'s) [\w ]+?)(?: and \w+)? )?(?:just |also |finally |has |have |then )*"
_PAST_DEED = re.compile(rf"^{_BEFORE_IT}(?<!is )(?<!are )(?<!was )(?<!be ){_DID}\b", re.IGNORECASE)
_HABIT = re.compile(
    r"\b(?:every|each|always|usually|often|regularly|most|as a rule|any more|now|since|wrong|mistake)\b",
    re.IGNORECASE,
)
_APPOINTMENT = re.compile(
    r"\b(?:have|has|got|having) (?:a|an|the|my|their|User's|another|two|three) (?:[\w'-]+ ){0,3}?(?:appointment|meeting|interview|exam|flight|dinner|party|scan|viewing|dentist|check-?up"
    r"|surgery|operation|consultation|audition|wedding|funeral|concert|gig|deadline|presentation|demo|call|visit|test|date|trip|conference|hearing|mri)\b"
    r"|\b(?:appointment|interview|exam|flight|surgery|operation|wedding|viva|presentation|demo|driving test|mri|due date) (?:is|are) (?:on|at|next|this|tomorrow|the|in)\b",
    re.IGNORECASE,
)
# The same told with a verb of doing, or of what comes by itself.
_AHEAD = re.compile(
    r"\b(?:is|are|am) (?:having|sitting|taking|getting|doing|attending|playing|running|presenting|giving|expecting) (?:(?:a|an|the|my|their|User's|another) )?(?:[\w'-]+ ){0,3}?(?:appointment|interview|exam|finals"
    r"|flight|surgery|operation|scan|mri|ecg|biopsy|blood test|x-?ray|audition|wedding|funeral|gig|presentation|talk|demo|speech|test|date|trip|hearing|match|race|marathon|tournament|results?|root canal|check-?up)\b"
    r"|\b(?:is|are|am) (?:seeing|visiting|going to|off to) (?:(?:a|the|my|their|User's) )?(?:doctor|gp|dentist|consultant|specialist|therapist|physio|surgeon|midwife|vet|optician)\b"
    r"|\b(?:is|are|am) (?:flying|travell?ing) (?:off |out )?to [A-Z]|\b(?:flies|travels) to [A-Z]"
    r"|\b(?:has|have) (?:(?:a|an|the|my|their|another) )?(?:[\w'-]+ ){0,3}?(?:ecg|biopsy|blood test|x-?ray|match|race|marathon|tournament|viva|driving test|root canal|results|finals|gig|talk|speech|first day)\b"
    r"|\b(?:results|match|race|marathon|tournament|trip|holiday|first day|hearing|scan|biopsy|blood test|check-?up) (?:is|are|starts?|comes?) "
)
_DONE_FOR_OTHERS = re.compile(
    r"\b(?:booked|ordered|arranged|organi[sz]ed|planned|reserved|bought|hired|(?:is|am|are) (?:booking|arranging|organi[sz]ing|planning|hosting|ordering|buying|throwing))\b.*"
    r"\bfor\b",
    re.IGNORECASE,
)


def is_episode(statement: str, times: Sequence[Interval]) -> bool:
    """True for one past deed or one appointment ("visited Austin last week")."""
    if _HABIT.search(statement) or _LEAVES_A_STATE.search(statement):
        return False
    if _DONE_FOR_OTHERS.search(statement) or _PAST_DEED.match(statement):
        return True
    ahead = any(i.kind in (TimeKind.AHEAD, TimeKind.NOW) for i in times)
    if ahead and _AHEAD.search(statement):
        return True
    return bool(_APPOINTMENT.search(statement)) and (ahead or bool(_CLOCK.search(statement)))


_LEAVES_A_STATE = re.compile(
    r"(?:, so|; so|, and|;| and) (?:\w+ )?(?:now|is|are|has|have|says|keeps|does|do not|does not|am|lives|uses)\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\b(?:at|@) \d", re.IGNORECASE)
