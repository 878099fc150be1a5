"""What kind of statement a sentence is: the fields of a claim, by rules alone.

Conservative: without a cue a statement is current, about the subject itself, and has no key.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from memory.extraction.attributes import Slot, reaction_of, slot_of
from memory.extraction.episodes import is_episode
from memory.extraction.foreign import town_of
from memory.extraction.grammar import expand_contractions, is_past
from memory.extraction.instructions import instruction_slot, is_instruction
from memory.extraction.keys import find_key
from memory.extraction.modality import is_correction, is_perfect, modality_of
from memory.extraction.people import beneficiary_of, split_relation
from memory.extraction.plain import is_too_long, plain_text
from memory.extraction.possessions import note_in_full, possession_of
from memory.extraction.proposal import ProposedClaim
from memory.extraction.restate import Restated, restate
from memory.extraction.times import Interval, TimeKind, find_times, without_times
from memory.vocabulary import SELF, Change, MemoryType, Modality, Scope

CONFIDENCE = {
    Modality.CURRENT: 1.0,
    Modality.PAST: 0.9,
    Modality.TEMPORARY: 0.9,
    Modality.FUTURE: 0.8,
    Modality.CONDITIONAL: 0.7,
    Modality.HEDGED: 0.4,
    Modality.QUOTED: 0.3,
}
"""How far a statement of that modality can be relied on, from 0 to 1."""

TEMPORARY_FOR = timedelta(days=30)
"""How long a temporary state is told as true where the statement names no end."""


def classify(statement: str, *, said_at: datetime, zone: ZoneInfo) -> ProposedClaim:
    """The statement with its type, scope, modality, change, beneficiary, key and times.

    A statement longer than people write is taken as current, without a key.
    Raises ValueError where `said_at` is naive.
    """
    text = note_in_full(plain_text(statement).strip())
    if is_too_long(text):
        return ProposedClaim(content=statement)
    times = find_times(text, said_at=said_at, zone=zone)
    modality = modality_of(text, times)
    if is_instruction(text):
        return instruction_claim(statement, modality)
    restated = restate(text) if modality is Modality.CURRENT else None
    beneficiary = beneficiary_of(text)
    if restated is None and not is_correction(text) and is_episode(text, times):
        if _has_happened(text):
            times = _looking_back(text, times, said_at, zone)
        return _episode(statement, beneficiary, modality, times)
    slot = _slot(restated.content if restated else _timeless(text, times), beneficiary, modality)
    if restated is not None:
        times = _looking_back(text, times, said_at, zone)
    valid_from, valid_until = _validity(text, times, modality, said_at, restated)
    return ProposedClaim(
        content=statement,
        restated=restated.content if restated else "",
        scope=slot.scope,
        modality=modality,
        change=_change(text, restated),
        beneficiary=beneficiary,
        category=slot.category,
        key=slot.key.name if slot.key else "",
        value=slot.value,
        valid_from=valid_from,
        valid_until=valid_until,
        importance=slot.importance,
        confidence=CONFIDENCE[modality],
    )


def instruction_claim(statement: str, modality: Modality = Modality.CURRENT) -> ProposedClaim:
    """An instruction to the assistant as a procedural claim."""
    name, value = instruction_slot(statement)
    key = find_key(name) if name else None
    return ProposedClaim(
        content=statement,
        type=MemoryType.PROCEDURAL,
        scope=Scope.INSTRUCTION,
        modality=modality if modality is Modality.TEMPORARY else Modality.CURRENT,
        category=key.category if key else "answer",
        key=key.name if key else "",
        value=value,
        importance=key.importance if key else 5,
    )


def day_of_event(statement: str, *, said_at: datetime, zone: ZoneInfo) -> datetime | None:
    """When what the statement tells took place, if it lies behind; None where it does not say.
    Raises ValueError where `said_at` is naive."""
    text = plain_text(statement).strip()
    times = find_times(text, said_at=said_at, zone=zone)
    behind = _moment(_looking_back(text, times, said_at, zone))
    return behind if behind and behind <= said_at else None


def _moment(times: Sequence[Interval]) -> datetime | None:
    happens = (TimeKind.PAST, TimeKind.NOW, TimeKind.AHEAD)
    return next((one.start for one in times if one.kind in happens), None)


def _episode(
    statement: str, beneficiary: str, modality: Modality, times: Sequence[Interval]
) -> ProposedClaim:
    """An event; `valid_from` is when it took or takes place, where that is told."""
    return ProposedClaim(
        content=statement,
        type=MemoryType.EPISODIC,
        scope=Scope.EVENT,
        modality=modality,
        beneficiary=beneficiary,
        valid_from=_moment(times),
        importance=4,
        confidence=CONFIDENCE[modality],
    )


def _change(text: str, restated: Restated | None) -> Change:
    if is_correction(text):
        return Change.CORRECTION
    return restated.change if restated else Change.NONE


# The slot ---------------------------------------------------------------------------------------

# The subject itself: a name is not enough, as a memory may hold statements about several people.
_SELF = re.compile(
    r"^(?:user|i|we|she|he|they|the (?:user|customer|client|account|patient|member|guest))\b(?!')\s*",
    re.IGNORECASE,
)
_OWNED = re.compile(
    r"^(?:User's|my|our|her|his|their|the (?:user|customer|client)'s) ", re.IGNORECASE
)
_ANYBODY = re.compile(
    r"^(?:[A-Z][\w'-]+|[Tt]he [\w-]+|[Mm]y [\w-]+|[\w-]+'s [\w-]+)(?: [A-Z]\w+)? "
)
_UNKNOWN = Slot(scope=Scope.FACT, importance=5)


def _slot(sentence: str, beneficiary: str, modality: Modality) -> Slot:
    """Scope, importance and, for a current statement about the subject itself, key and value."""
    found = _found(sentence, beneficiary)
    if modality is Modality.CURRENT and beneficiary == SELF:
        return found
    return Slot(found.scope, found.importance, found.category)


def _timeless(text: str, times: Sequence[Interval]) -> str:
    """The text without the times that say how long it holds; a date may be the value itself."""
    return without_times(text, [i for i in times if i.kind in _LASTING])


_LASTING = (TimeKind.SINCE, TimeKind.FOR, TimeKind.UNTIL, TimeKind.NOW)


def _found(sentence: str, beneficiary: str) -> Slot:
    town, city = town_of(sentence), find_key("city")
    if town and city:
        return Slot(city.scope, city.importance, city.category, city, town)
    sentence = expand_contractions(sentence)
    reaction = reaction_of(sentence)
    if reaction is not None:
        return reaction
    relation = split_relation(sentence) if beneficiary != SELF else None
    if relation is not None:
        return slot_of(relation[1]) or _UNKNOWN
    possessed = possession_of(sentence)
    if possessed is not None:
        key, value = possessed
        return Slot(key.scope, key.importance, key.category, key, value)
    myself = _SELF.match(sentence)
    if myself is not None:
        return slot_of(sentence[myself.end() :]) or _UNKNOWN
    owned = slot_of(_OWNED.sub("", sentence)) if _OWNED.match(sentence) else None
    if owned is not None:
        return Slot(owned.scope, owned.importance, owned.category)
    anybody = _ANYBODY.match(sentence)
    other = slot_of(sentence[anybody.end() :] if anybody else sentence) or _UNKNOWN
    return Slot(other.scope, other.importance, other.category)


# The times --------------------------------------------------------------------------------------


def _validity(
    text: str,
    times: Sequence[Interval],
    modality: Modality,
    said_at: datetime,
    restated: Restated | None,
) -> tuple[datetime | None, datetime | None]:
    """From when and until when the statement holds, as far as it says so."""
    begins = _BEGINNINGS.get(modality, ())
    if restated is not None:
        begins = (*begins, TimeKind.PAST)
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    for interval in times:
        if interval.kind is TimeKind.FOR and is_perfect(text) and interval.end is not None:
            with suppress(OverflowError):  # "for 500 decades": before the calendar begins
                valid_from = said_at - (interval.end - said_at)  # "has lived there for six years"
        elif interval.kind in begins:
            valid_from = valid_from or interval.start
        if interval.kind in _ENDS.get(modality, ()):
            valid_until = valid_until or interval.end
    if modality is Modality.TEMPORARY and valid_until is None:
        valid_until = said_at + TEMPORARY_FOR
    if valid_from and valid_until and valid_until < valid_from:
        valid_until = None
    return valid_from, valid_until


def _has_happened(text: str) -> bool:
    """True for "User broke a leg in March", not for "User booked a table for Friday"."""
    verb = _FIRST_VERB.match(text)
    return bool(verb and is_past(verb["verb"]) and not _ARRANGED.fullmatch(verb["verb"]))


_FIRST_VERB = re.compile(r"^User (?:just |also |finally |\w+ly )?(?P<verb>[a-z]+)\b")
_ARRANGED = re.compile(
    r"booked|ordered|arranged|organi[sz]ed|planned|reserved|hired|scheduled|made|got|had|bought|agreed|signed|set|was|invited"
)


def _looking_back(
    text: str, times: Sequence[Interval], said_at: datetime, zone: ZoneInfo
) -> list[Interval]:
    """The times of what has happened: "started in March" was last March."""
    back = find_times(text, said_at=said_at, zone=zone, look="back")
    gone = {one.span: one for one in back if _PLACED.match(text[one.span[0] :])}
    return [gone.get(one.span, one) for one in times]


_PLACED = re.compile(r"(?:back in|in|on|during) ", re.IGNORECASE)


# A date bounds a statement only where the wording says so ("since", "from", "until"). "Starts in
# April" and "was built in 2014" are true as they are worded: hiding them until or after that day
# would lose them.
_BEGINNINGS: dict[Modality, tuple[TimeKind, ...]] = {
    Modality.CURRENT: (TimeKind.SINCE,),
    Modality.FUTURE: (TimeKind.FROM,),
    Modality.TEMPORARY: (TimeKind.SINCE, TimeKind.FROM),
}
_ENDS: dict[Modality, tuple[TimeKind, ...]] = {
    Modality.TEMPORARY: (TimeKind.UNTIL, TimeKind.FOR, TimeKind.NOW),
}
