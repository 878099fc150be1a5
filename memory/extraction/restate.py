"""The present state that a told change leaves behind: "moved to Austin" → "lives in Austin".

The changes themselves are a table (`changes.py`). Here is what turns its rows into patterns, finds
the subject before them, and writes the state in the subject's own form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from memory.extraction.changes import CHANGES, SLOTS, ChangeVerb
from memory.extraction.grammar import (
    ADVERB,
    agree,
    base,
    expand_contractions,
    is_past,
    is_plural,
    plural,
)
from memory.extraction.people import is_person
from memory.extraction.person import as_sentence, without_filler
from memory.extraction.plain import is_too_long, plain_text
from memory.extraction.times import Interval, find_times, without_times
from memory.vocabulary import Change


@dataclass(frozen=True, slots=True)
class Restated:
    """A change as a present state. `old` is the value it ended, "" where it is not named.

    `certain` is False where the wording is wide ("quit the club", "finished the book") and may
    tell something passing as well.
    """

    content: str
    old: str = ""
    change: Change = Change.EVENT
    certain: bool = True


def restate(statement: str) -> Restated | None:
    """The present state behind a told change, or None where the statement tells no change.

    "i moved" becomes "User lives"; "The customer moved" keeps its subject.
    """
    statement = plain_text(statement)
    if is_too_long(statement):
        return None
    told = _told(statement)
    for pattern, verb in _PATTERNS:
        match = pattern.match(told)
        if match is None or not _fits(match["s"], verb):
            continue
        values = _values(match, _subject(match["s"]))
        content = _write(verb.state, _subject(match["s"]), values)
        return Restated(as_sentence(content), values.get("old", ""), verb.change, verb.certain)
    return _told_result(told)


# Before the table -----------------------------------------------------------------------------

_ANY_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)  # only the places of the expressions are wanted
_FRAME = re.compile(
    r"^(?:after|following|since|because of|due to|thanks to|then|so|and|but|as of|under|over|with)\b"
    r"[^,]{3,80}, (?=\S)",
    re.IGNORECASE,
)


def _told(statement: str) -> str:
    """The statement in plain spelling, without filler, times and an opening frame."""
    text = expand_contractions(without_filler(statement))
    times = find_times(text, said_at=_ANY_MOMENT, zone=ZoneInfo("UTC"))
    text = without_times(text, [i for i in times if not _is_value(text, i)])
    return _FRAME.sub("", text).strip(" .!")


def _is_value(text: str, interval: Interval) -> bool:
    """True where the expression is what changed: "moved from Tuesday to 15 May"."""
    start, end = interval.span
    return bool(
        re.search(r"\b(?:to|is|are|not|meant|until|till)$", text[:start].rstrip())
        or re.match(r" to \S", text[end:])
    )


# From rows to patterns ------------------------------------------------------------------------

_TAIL = (
    r"(?:,? (?:and (?:i|we|he|she|they|it|User|is|are|has|have|now|am|will|would|then|got|the|there|\w+ed)"
    r"|but|so|because|with|after|following|which|where|when|while|as of|since|until|for good|at last|finally|too|as well"
    r"|now|for (?:a|an|the|her|his|good|work|now)|for (?:my|our|their|User's) (?:\w+ )?(?:jobs?|work|studies|course|degree|health|sanity|career|kids|children|family|partner|wife|husband|girlfriend|boyfriend)|due to|thanks to|in order|instead|already|again"
    r"|completely|altogether|on the (?:first|second|third)|at the (?:end|start|beginning)|at (?:new year|christmas|easter)|over the|during)\b.*"
    r"|[,;] .*| \(.*| - .*|: .*)?"
)
_SUBJECT = r"(?P<s>(?:[\w'&./+-]+(?: [\w'&./+-]+){0,6}?)??)"
_SURELY = rf"(?!never|hardly|barely|rarely|probably|sort of|kind of|kinda){ADVERB}"
_BETWEEN = rf"(?:'s|'ve|(?:^| )(?:has|have|had))?(?:(?:^| ){_SURELY})*(?:(?:^| )(?:has|have))?(?:^| )(?:been )?"


def _compiled() -> Iterator[tuple[re.Pattern[str], ChangeVerb]]:
    for row in CHANGES:
        told = re.sub(r"\{(\w+)\}", lambda slot: SLOTS[slot[1]], row.told)
        yield re.compile(rf"^{_SUBJECT}{_BETWEEN}(?:{told}){_TAIL}$", re.IGNORECASE), row


_PATTERNS = tuple(_compiled())


# "Ravi shaved it off, so he is clean-shaven", "used to pay by card; now pays in cash": the sentence
# tells the state itself, after the change.
_RESULT = re.compile(
    r"^(?P<s>User|I|We|The (?:customer|client|user|account|team|company)|(?-i:[A-Z][\w'-]+)(?: (?-i:[A-Z][\w'-]+))?)(?P<before> .*?)(?:,|;|\.| and| so| but)+"
    r"(?: (?:and|so|but|then|he|she|they|i|we|it|User|now|instead))*"
    r" (?P<state>(?:is|are|has|lives|works|uses|plays|drives|owns|wears|drinks|eats|takes|pays|studies|goes|runs|teaches|speaks|keeps|stays|sleeps|cycles|rents|does not|can not)\b(?! been)[^;]*)$",
    re.IGNORECASE,
)


def _told_result(told: str) -> Restated | None:
    match = _RESULT.match(told)
    if match is None or _NOT_A_SUBJECT.search(match["state"]):
        return None
    if not any(is_past(word) for word in re.findall(r"[a-z]+", match["before"])):
        return None
    subject = _subject(match["s"])
    state = re.sub(r"\b(?:now|these days|again)\b", "", match["state"])
    state = re.sub(r"\s+", " ", state).strip()
    return Restated(as_sentence(agree(subject, state)), certain=False)


# From a match to a state ----------------------------------------------------------------------

# A word in the "subject" that shows that the change is denied, planned, asked or told by another.
_NOT_A_SUBJECT = re.compile(
    r"\b(?:not|never|if|when|unless|said|says|told|asked|heard|thinks?|might|may|could|would|will|should"
    r"|shall|to|that|who|which|because|nearly|almost|did|does|do|wants?|going|plans?|used|before|until"
    r"|once|whether|why|how|what|where|hope|hopes|wish|be|tells?|telling|claims?|reckons?|keeps?|sure)\b"
    r"|\b(?:is|are|was|were|been|got|has|have)$",
    re.IGNORECASE,
)


def _fits(subject: str, verb: ChangeVerb) -> bool:
    if _NOT_A_SUBJECT.search(subject) or _holds_a_clause(subject):
        return False
    if subject.lower() in ("it", "that", "this") and verb.state == _OF_ANYTHING:
        return False  # "It is a heat pump." says nothing without the sentence it corrects
    if verb.of == "any":
        return True
    if verb.of == "couple":
        return is_plural(_subject(subject))
    return is_person(_subject(subject)) == (verb.of == "person")


_OF_ANYTHING = "{verb} {prep} {new}"  # "It is a heat pump, not a boiler"


def _holds_a_clause(subject: str) -> bool:
    """ "Mr Orr stepped down and Faye": two statements, not two people."""
    return " and " in subject and any(is_past(word) for word in subject.split())


def _subject(words: str) -> str:
    """The subject in its own form; "User" for "i", "we" and for nobody named."""
    words = re.sub(r"\b(?:my|our)\b", "User's", words.strip(), flags=re.IGNORECASE)
    if words.lower() in ("", "i", "we", "and", "just", "so"):
        return "User"
    return words[0].upper() + words[1:]


def _values(match: re.Match[str], subject: str) -> dict[str, str]:
    """The named parts of the match, "my" turned into "their", the verb in its base form."""
    whose = "their" if subject == "User" else "User's"
    named = {name: value.strip(" ,") for name, value in match.groupdict().items() if value}
    named = {
        name: re.sub(r"\b(?:my|our)\b", whose, value, flags=re.IGNORECASE)
        for name, value in named.items()
    }
    if "old2" in named:
        named.setdefault("old", named["old2"])
    if "gerund" in named:
        named["verb"] = base(named["gerund"])
    elif named.get("verb") not in (None, "is", "are"):
        named["verb"] = plural(named["verb"])
    return named


def _write(state: str, subject: str, values: dict[str, str]) -> str:
    if state.startswith("="):
        subject, verb, predicate = _owned(state, subject, values).partition(" is ")
        state = f"is {predicate}" if verb else ""
    state = re.sub(r"\{ (\w+) (\w+)\}", lambda m: _optional(m, values), state)
    state = re.sub(r"\{(\w+)\|([^}]*)\}", lambda m: values.get(m[1], m[2]), state)
    predicate = re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], ""), state)
    return agree(subject, re.sub(r"\s+", " ", predicate).strip())


def _owned(state: str, subject: str, values: dict[str, str]) -> str:
    """The state with its own subject written out: "= {s}'s {thing} is {new}"."""
    thing = values.get("thing", "")
    if subject == "User":
        thing = re.sub(r"^their\b", "User's", thing)  # it stands first now
    if thing and is_person(subject) and not _DETERMINED.match(thing):
        thing = f"{_possessor(subject)} {thing}"
    state = state.removeprefix("=").strip().replace("{s}'s {thing}", "{thing}")
    state = state.replace("{s}'s", _possessor(subject)).replace("{thing}", thing)
    head, verb, predicate = state.partition(" is ")
    return head.replace("{new}", values.get("new", "")) + verb + predicate


_DETERMINED = re.compile(
    r"(?:the|all|my|our|her|his|their|its|this|these|that|an?|some|\w+'s)\b", re.IGNORECASE
)


def _optional(match: re.Match[str], values: dict[str, str]) -> str:
    """ "{ to new}": the word and the value, or nothing where the value is not named."""
    return f" {match[1]} {values[match[2]]}" if match[2] in values else ""


def _possessor(subject: str) -> str:
    pronoun = {"she": "Her", "he": "His", "they": "Their", "it": "Its"}.get(subject.lower())
    return pronoun or f"{subject}'s"
