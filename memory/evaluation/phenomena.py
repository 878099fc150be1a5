"""What a labelled fact, or a string of a probe, is an example of. Pure.

Read from the facts themselves, so that any file in the format can be split.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory.evaluation.histories import Fact, History, Probe
from memory.vocabulary import SELF, MemoryType, Scope


class Phenomenon(StrEnum):
    """What a fact or a string is an example of."""

    FORGET = "request to forget"
    FOLLOW_UP = "follow-up"
    CHANGE = "change"
    END = "end"
    UNKEPT = "not to be kept"
    ASKED = "left to a person"
    ANOTHER = "about another"
    CONSTRAINT = "constraint"
    INSTRUCTION = "instruction"
    FOR_A_TIME = "for a time"
    EVENT = "event"
    STANDING = "standing fact"
    TURNS_ONLY = "in the turns only"


_BY_OUTCOME = {
    "skip": Phenomenon.UNKEPT,
    "review": Phenomenon.ASKED,
    "replace": Phenomenon.CHANGE,
    "expire": Phenomenon.END,
}
_OVER = (Phenomenon.CHANGE, Phenomenon.END, Phenomenon.FORGET)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A string of a probe with its phenomenon.

    old: it is a constraint's, or the old value of what was replaced or ended.
    """

    words: str
    phenomenon: Phenomenon
    old: bool = False


def phenomenon_of(fact: Fact) -> Phenomenon:
    """The phenomenon of a fact by itself; the first that applies."""
    if fact.key.startswith("forget"):
        return Phenomenon.FORGET
    if fact.key.startswith("followup:"):
        return Phenomenon.FOLLOW_UP
    if fact.outcome in _BY_OUTCOME:
        return _BY_OUTCOME[fact.outcome]
    return _of_what_is_kept(fact)


def _of_what_is_kept(fact: Fact) -> Phenomenon:
    kinds = (
        (fact.beneficiary != SELF, Phenomenon.ANOTHER),
        (fact.scope == Scope.CONSTRAINT, Phenomenon.CONSTRAINT),
        (
            fact.scope == Scope.INSTRUCTION or fact.type == MemoryType.PROCEDURAL,
            Phenomenon.INSTRUCTION,
        ),
        (fact.valid_until is not None, Phenomenon.FOR_A_TIME),
        (fact.type == MemoryType.EPISODIC, Phenomenon.EVENT),
    )
    return next((name for holds, name in kinds if holds), Phenomenon.STANDING)


def musts(history: History, probe: Probe) -> Iterator[Wanted]:
    """What the context must hold: of the newest fact that was heard and names it."""
    for words in probe.must:
        heard = [
            f for f in _naming(history, words) if f.outcome != "skip" and _at(history, f) < probe.at
        ]
        fact = heard[-1] if heard else None
        yield Wanted(words, phenomenon_of(fact) if fact else Phenomenon.TURNS_ONLY)


def must_nots(history: History, probe: Probe) -> Iterator[Wanted]:
    """What the context must not tell as true: of the fact that names it and holds no more, if
    there is one, else of any that names it."""
    for words in probe.must_not:
        named = list(_naming(history, words))
        over = [end for fact in named if (end := _end_of(history, fact, probe.at))]
        old = any(end in _OVER for end in over)
        constraint = any(fact.scope == Scope.CONSTRAINT for fact in named)
        own = phenomenon_of(named[0]) if named else Phenomenon.TURNS_ONLY
        yield Wanted(words, over[0] if over else own, old or constraint)


def _naming(history: History, words: str) -> Iterable[Fact]:
    """The facts that name the words, in the order they are said."""
    wanted = words.casefold()
    return (fact for fact in history.facts if wanted in f"{fact.content}\n{fact.value}".casefold())


def _end_of(history: History, fact: Fact, at: datetime) -> Phenomenon | None:
    """How the fact came to hold no more at that moment; None where it still does."""
    for later in history.facts:
        if later.replaces == fact.content and _at(history, later) < at:
            own = phenomenon_of(later)
            return own if own in _OVER else Phenomenon.CHANGE
    over = fact.valid_until is not None and fact.valid_until < at.date()
    return Phenomenon.FOR_A_TIME if over else None


def _at(history: History, fact: Fact) -> datetime:
    """The moment of the turn that says it."""
    place = (fact.session, fact.turn)
    return next(turn.at for turn in history.turns if (turn.session, turn.place) == place)
