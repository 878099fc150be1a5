"""Corrections of whom a memory is about: "that was about my neighbour, not me". Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extraction.people import RELATION, beneficiary_of
from memory.requests.phrases import without_opener
from memory.vocabulary import SELF


@dataclass(frozen=True, slots=True)
class AboutAnother:
    """person: whom it is about ("neighbour", "self"). about: which statement, "" for the last one.

    sure: the words set two people against each other, or say who was meant.
    """

    person: str
    about: str = ""
    sure: bool = True


_PERSON = r"(?P<person>(?:my|our|the) [\w' -]{2,40}?|(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?|a (?:friend|colleague|neighbou?r|cousin|client|customer|mate)(?: of mine)?)"
_ME = r"(?:me|myself|about me|for me|mine|my own|us|ours)"
_NOT_ME = rf"(?:[,;\u2013-]*\s*(?:and |but )?(?:(?:that|it|this) (?:was|is)(?:n'?t| not)|not)(?: (?:about|for))? {_ME})"
_WAS = r"(?:(?:was|were|is|are|'s|wasnt|was actually|is actually|'s actually)(?: (?:all|really|only|just|actually))*)"
_THAT = r"(?:(?:that|this|it|those|what i (?:just )?(?:said|told you|wrote))(?: last)?(?: (?:thing|bit|part|one|stuff|message|info|detail))?(?: (?:about|with) (?P<about>[\w' -]{2,60}?))?|(?:the|that) (?P<named>[\w' -]{2,40}?) (?:thing|bit|part|stuff))"
_FOR = r"(?:about|for|regarding|on behalf of|meant for|to do with|concerning)"
_SURE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_THAT} ?{_WAS} {_FOR} {_PERSON}{_NOT_ME}",
        rf"{_THAT} ?{_WAS} {_PERSON}(?:'s)?(?: [\w-]+)?{_NOT_ME}",
        rf"(?:{_THAT} ?(?:was|is)(?:n'?t| not)|not)(?: {_FOR})? {_ME}(?: but| [\u2013-]|[,;.!\u2013-]+|,? (?:that|it) {_WAS}|[,;.!\u2013-]+ ?(?:that|it) ?{_WAS})(?: {_FOR})? ?{_PERSON}",
        rf"i mean(?:t)? (?!that\b)(?:{_FOR} )?{_PERSON}{_NOT_ME}",
        rf"i mean(?:t)?(?: that)? {_FOR} {_PERSON}",
        rf"i mean(?:t)? (?P<person>my (?:[\w-]+ ){{0,2}}?{RELATION}(?: (?-i:[A-Z])[\w'-]+)?)",
        rf"(?:i|i'?ve) (?:(?:was|wasn'?t|am|'m|have been|been) )?(?:talking {_FOR}|asking {_FOR}|speaking (?:about|for)|referring to|writing {_FOR})(?: that {_FOR}| {_FOR})? {_PERSON}{_NOT_ME}?",
        rf"(?:i was(?:n'?t| not) (?:talking|speaking) about (?:me|myself))[,;.!\u2013-]* ?(?:but |(?:it|that) {_WAS}(?: {_FOR})? ?|(?:i was talking |rather )?(?:about )?){_PERSON}",
        rf"{_PERSON} (?:is|was|'s) (?:the one )?who (?P<told>[^,;]{{2,60}}){_NOT_ME}",
        rf"(?:it'?s|it is|it was|that'?s|that was) {_PERSON} who (?P<told2>[^,;]{{2,60}}){_NOT_ME}",
    )
)  # fmt: skip
_DOUBTFUL = re.compile(rf"{_THAT} ?{_WAS} {_FOR} {_PERSON}", re.IGNORECASE)
_BACK = re.compile(
    rf"{_THAT} ?{_WAS} (?:{_FOR} )?{_ME}[,;\u2013-]* ?(?:and |but )?not (?:{_FOR} )?(?P<other>(?:my|our|the) [\w' -]{{2,40}})",
    re.IGNORECASE,
)
_NOT_PEOPLE = re.compile(
    r"(?:my|our|the) (?:\w+ )?(?:work|job|trip|holiday|order|account|car|house|phone|laptop|book|film|movie|game|dream|project|essay|novel|story|health|life|day|week|birthday|future|past|question|last|point|feelings?|weather|war|money|plan|idea|test|exam)\b",
    re.IGNORECASE,
)


def about_another(clause: str) -> AboutAnother | None:
    """Whom the person says it was about; None where the clause says nothing of the kind."""
    said, _ = without_opener(" ".join(clause.split()))
    said = re.sub(
        r"(?:[\s,]*\b(?:please|sorry|btw|though|tho|actually|obviously|lol|haha+)\b)*[\s.!?,…]*$",
        "",
        said,
        flags=re.IGNORECASE,
    )
    if match := _BACK.fullmatch(said):
        return AboutAnother(SELF, _topic(match))
    for pattern in _SURE:
        match = pattern.fullmatch(said)
        if match is not None and not _NOT_PEOPLE.match(match["person"]):
            return AboutAnother(person_named(match["person"]), _topic(match))
    match = _DOUBTFUL.fullmatch(said)
    if match is not None and _is_somebody(match["person"]):
        return AboutAnother(person_named(match["person"]), _topic(match), sure=False)
    return None


def person_named(words: str) -> str:
    """The name under which somebody is kept: "my neighbour Ben" → "neighbour Ben"."""
    words = re.sub(r"^a (\w+)(?: of mine)?$", r"my \1", words.strip(), flags=re.IGNORECASE)
    words = re.sub(r"'s$", "", words)
    found = beneficiary_of(f"{words} lives here.")
    if found != SELF:
        return found
    return re.sub(r"^(?:my|our|the) ", "", words, flags=re.IGNORECASE)


def _is_somebody(words: str) -> bool:
    """Whether the words surely name a person; without "not me" that is needed."""
    return beneficiary_of(f"{words} lives here.") != SELF


def _topic(match: re.Match[str]) -> str:
    groups = match.groupdict()
    found = [groups.get(name) for name in ("about", "named", "told", "told2")]
    return next((words.strip() for words in found if words), "")
