"""What a labelled fact, or a string of a probe, is an example of. Pure.

Read from the facts themselves, so that any file in the format can be split.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from memory.evaluation.histories import Fact, History, Probe
from memory.vocabulary import SELF, MemoryType, Scope

FORGET, FOLLOW_UP, CHANGE, END = "request to forget", "follow-up", "change", "end"
UNKEPT, ASKED = "not to be kept", "left to a person"
CONSTRAINT, ANOTHER, INSTRUCTION = "constraint", "about another", "instruction"
FOR_A_TIME, EVENT, STANDING = "for a time", "event", "standing fact"
TURNS_ONLY = "in the turns only"

_BY_OUTCOME = {"skip": UNKEPT, "review": ASKED, "replace": CHANGE, "expire": END}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A string of a probe with its phenomenon.

    old: it is a constraint's, or the old value of what was replaced or ended.
    """

    words: str
    phenomenon: str
    old: bool = False


def phenomenon_of(fact: Fact) -> str:
    """The phenomenon of a fact by itself; the first that applies."""
    if fact.key.startswith("forget"):
        return FORGET
    if fact.key.startswith("followup:"):
        return FOLLOW_UP
    if fact.outcome in _BY_OUTCOME:
        return _BY_OUTCOME[fact.outcome]
    return _of_what_is_kept(fact)


def _of_what_is_kept(fact: Fact) -> str:
    kinds = (
        (fact.beneficiary != SELF, ANOTHER),
        (fact.scope == Scope.CONSTRAINT, CONSTRAINT),
        (fact.scope == Scope.INSTRUCTION or fact.type == MemoryType.PROCEDURAL, INSTRUCTION),
        (fact.valid_until is not None, FOR_A_TIME),
        (fact.type == MemoryType.EPISODIC, EVENT),
    )
    return next((name for holds, name in kinds if holds), STANDING)


def musts(history: History, probe: Probe) -> Iterator[Wanted]:
    """What the context must hold: of the newest fact that was heard and names it."""
    for words in probe.must:
        heard = [
            f for f in _naming(history, words) if f.outcome != "skip" and _at(history, f) < probe.at
        ]
        fact = heard[-1] if heard else None
        yield Wanted(words, phenomenon_of(fact) if fact else TURNS_ONLY)


def must_nots(history: History, probe: Probe) -> Iterator[Wanted]:
    """What the context must not tell as true: of the fact that names it and holds no more, if
    there is one, else of any that names it."""
    for words in probe.must_not:
        named = list(_naming(history, words))
        ended = [(fact, _end_of(history, fact, probe.at)) for fact in named]
        over = [end for _, end in ended if end]
        old = any(end in (CHANGE, END, FORGET) for end in over)
        constraint = any(fact.scope == Scope.CONSTRAINT for fact in named)
        own = phenomenon_of(named[0]) if named else TURNS_ONLY
        yield Wanted(words, over[0] if over else own, old or constraint)


def _naming(history: History, words: str) -> Iterable[Fact]:
    """The facts that name the words, in the order they are said."""
    wanted = words.casefold()
    return (fact for fact in history.facts if wanted in f"{fact.content}\n{fact.value}".casefold())


def _end_of(history: History, fact: Fact, at: datetime) -> str:
    """How the fact came to hold no more at that moment; "" where it still does."""
    for later in history.facts:
        if later.replaces == fact.content and _at(history, later) < at:
            return phenomenon_of(later) if phenomenon_of(later) in (FORGET, END) else CHANGE
    over = fact.valid_until is not None and fact.valid_until < at.date()
    return FOR_A_TIME if over else ""


def _at(history: History, fact: Fact) -> datetime:
    """The moment of the turn that says it."""
    place = (fact.session, fact.turn)
    return next(turn.at for turn in history.turns if (turn.session, turn.place) == place)
