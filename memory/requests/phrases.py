"""The parts that all ways of asking share: how a request begins, and how the memory is named."""

from __future__ import annotations

import re

_FILLER = (
    r"(?:ok(?:ay)?|k|hey|hi|hello|hiya|yo|well|so|and|but|also|oh|no|nope|nah|actually|right|sorry|just|btw|by the way|haha+|lol"
    r"|yes|yeah|yep|ah|um+|uh|hmm+|wait|now|then|thanks|thank you|cheers|alright|anyway|one more thing|quick one|one thing|listen|look|bot"
    r"|on second thoughts?|come to think of it|you know what|tbh|honestly|seriously|do me a favou?r and|do me a favou?r|go ahead and"
    r"|first|from now on|for now|from here on)"
)
_PLEASE = r"(?:please|pls|plz|kindly|maybe|perhaps|possibly|just|also|quickly)"
_YOU = r"(?:you|u|ya)"
POLITE = (
    rf"(?:(?:can|could|would|will) {_YOU}|(?:i|we)(?:'d| would)? (?:need|want|like|love|prefer|rather)(?: for)? {_YOU} to"
    rf"|(?:i|we)(?:'d| would) (?:really )?(?:appreciate it|be (?:glad|happy|grateful)) if {_YOU}(?:'d| would| could)?"
    rf"|(?:is it possible|any chance|is there (?:a|any) way)(?: for {_YOU})? (?:to|{_YOU} (?:can|could))"
    rf"|{_YOU} (?:should|can|may|could|must|need to|have to|might as well|are allowed to)|make sure(?: that)? {_YOU}|make sure to"
    rf"|(?:i|we) (?:want|need) {_YOU} to|please|pls|plz|kindly)"
)
_OPENER = re.compile(
    rf"^(?:(?:{_FILLER}|{_PLEASE})\b[\s,.!:\u2013-]*)*(?P<polite>(?:{POLITE}\b[\s,]*)+)?(?:{_PLEASE}\b[\s,]*)*",
    re.IGNORECASE,
)

MEMORY = r"(?:memor(?:y|ies)|notes?|notebook|records?|database|db|files?|system|storage|logs?|brain|head|mind|profile(?: of me)?|data|archives?|history)"
FROM_MEMORY = rf"(?:(?:from|in|out of|off|on) (?:your|the|ur|my)(?: \w+)? {MEMORY}|from memory)\b"
KNOW = (
    r"(?:know|knew|remember|recall|have|hold|keep|kept|got|store|stored|save|saved|learn|learned|learnt|note|noted|record|recorded"
    r"|memori[sz]ed?|picked up|collected|gathered)"
)
YOU_KNOW = (
    rf"{_YOU}(?:'ve| have|'ve got| have got)? (?:\w+ ){{0,2}}?{KNOW}"
    rf"(?: (?:stored|saved|down|noted|recorded|on file|on record|{FROM_MEMORY}))*"
)
ABOUT = r"(?:about|abt|on|of|regarding|concerning|related to|to do with)"
ME = r"(?:me|us|myself|ourselves)"

_TRAILING = re.compile(
    r"(?:[\s,]*\b(?:please|pls|plz|thanks|thank you|thx|ty|ok|okay|cheers|now|right now|asap|immediately|at once|any ?more|any longer|again|if you (?:can|could|would|don't mind)"
    rf"|{FROM_MEMORY}|will you|would you|could you|can you|btw|lol|haha+|for me|tbh|entirely|altogether|instead|real quick|quickly|just now)"
    r"|[\s.!?,…;:]+)+$",
    re.IGNORECASE,
)


def without_opener(clause: str) -> tuple[str, bool]:
    """The clause without what leads up to the request ("hey, could you please"), and whether it
    is asked for politely, which idioms are not."""
    match = _OPENER.match(clause)
    if match is None:
        return clause, False
    polite = bool(match["polite"]) or bool(re.search(rf"\b{_PLEASE}\b", match[0], re.IGNORECASE))
    return clause[match.end() :], polite


def without_ending(words: str) -> str:
    """The words without "please", "from your memory" and marks at their end."""
    return _TRAILING.sub("", words).strip(" ,.!?;:")


def please_off(words: str) -> str:
    """The words without "please", "thanks", "ok?" and marks at their end; "again" and "any more"
    stay, since they matter."""
    words = re.sub(r"[\s.!?,…]+$", "", words)
    while (shorter := _PLEASE_OFF.sub("", words)) != words:
        words = re.sub(r"[\s.!?,…]+$", "", shorter)
    return words


_PLEASE_OFF = re.compile(
    r"[\s,]*\b(?:please|pls|plz|thanks|thank you|thx|ok|okay|alright|if you can|will you|would you|could you|can you|can we|could we)\W*$",
    re.IGNORECASE,
)


def asks_politely(clause: str) -> bool:
    """Whether "please" stands at the end of the clause."""
    return bool(
        re.search(r"\b(?:please|pls|plz|if you (?:can|could|don't mind))\W*$", clause, re.I)
    )
