"""A claim as the LLM states it, as the value that extraction hands on.

The rules read the LLM's sentence too, and the more careful of the two is taken: what only one of
them sees as current, as the user's own or as no change must not replace a memory by itself.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from memory.extraction.classify import CONFIDENCE, TEMPORARY_FOR, classify, instruction_claim
from memory.extraction.keys import find_key
from memory.extraction.llm.schema import StatedClaim
from memory.extraction.proposal import ProposedClaim
from memory.vocabulary import SELF, Change, MemoryType, Modality, Scope

TRUST = 0.9
"""How far a rewriting by an LLM can be trusted, as a factor on the claim's own confidence."""

_STOPS = (".", "!", "?", "\u3002")
EARLIEST, LATEST = date(1900, 1, 1), date(2200, 1, 1)


def proposal_of(
    claim: StatedClaim, *, said_at: datetime, span: tuple[int, int], zone: ZoneInfo
) -> ProposedClaim:
    """The claim with the fields that the gate needs, checked against what the rules read."""
    statement = sentence(claim.statement)
    read = classify(statement, said_at=said_at, zone=zone)
    if MemoryType.PROCEDURAL in (claim.type, read.type):
        read = instruction_claim(statement, claim.modality)
    elif claim.type is MemoryType.EPISODIC and read.change is Change.NONE:
        read = _with_dates(claim, _event(claim, read), said_at, zone)
    else:
        read = _with_dates(claim, _state(claim, read), said_at, zone)
    confidence = min(claim.confidence, CONFIDENCE[read.modality]) * TRUST
    return replace(read, span=span, confidence=confidence)


def sentence(text: str) -> str:
    """The text as one sentence: single blanks, a capital, a stop."""
    plain = " ".join(text.split())
    stop = "" if plain[-1:] in _STOPS else "."
    return f"{plain[:1].upper()}{plain[1:]}{stop}"


def _event(claim: StatedClaim, read: ProposedClaim) -> ProposedClaim:
    """What happened, and changes no standing fact."""
    return replace(
        read,
        type=MemoryType.EPISODIC,
        scope=Scope.EVENT,
        modality=_modality(claim, read),
        beneficiary=_beneficiary(claim, read),
        restated="",
        key="",
        value="",
        importance=claim.importance,
    )


def _state(claim: StatedClaim, read: ProposedClaim) -> ProposedClaim:
    """What is so, also where it is told as a change."""
    modality = _modality(claim, read)
    change, restated = _change(claim, read) if modality is Modality.CURRENT else (Change.NONE, "")
    stated = replace(
        read,
        type=MemoryType.SEMANTIC,
        scope=_scope(claim, read),
        modality=modality,
        change=change,
        beneficiary=_beneficiary(claim, read),
        restated=restated,
        importance=read.importance if read.key else claim.importance,
    )
    return _with_slot(claim, stated)


def _change(claim: StatedClaim, read: ProposedClaim) -> tuple[Change, str]:
    """How it is told, and the present state; a change that one of the two sees is one."""
    if claim.change is Change.NONE:
        return read.change, read.restated
    present = sentence(claim.present) if claim.present and claim.present.strip() else read.restated
    return claim.change, "" if present == read.content else present


def _modality(claim: StatedClaim, read: ProposedClaim) -> Modality:
    return claim.modality if claim.modality is not Modality.CURRENT else read.modality


def _beneficiary(claim: StatedClaim, read: ProposedClaim) -> str:
    about = " ".join(claim.about.split())
    return read.beneficiary if about.casefold() in {"", SELF, "user", "the user"} else about


def _scope(claim: StatedClaim, read: ProposedClaim) -> Scope:
    """The LLM's, where a state can have it; but what the rules take for a constraint is one,
    so that it is never ranked away."""
    of_no_state = {Scope.EVENT, Scope.INSTRUCTION}
    if read.scope is Scope.CONSTRAINT:
        return read.scope
    if claim.scope not in of_no_state:
        return claim.scope
    return read.scope if read.scope not in of_no_state else Scope.FACT


def _with_slot(claim: StatedClaim, read: ProposedClaim) -> ProposedClaim:
    """Key and value: those of the rules, else the LLM's where the registry has the key."""
    if read.modality is not Modality.CURRENT or read.beneficiary != SELF:
        return replace(read, key="", value="")
    key = find_key(claim.key) if claim.key and not read.key else None
    value = " ".join((claim.value or "").split())
    if key is None or not value:
        return read
    return replace(
        read, key=key.name, value=value, category=key.category, importance=key.importance
    )


def _with_dates(
    claim: StatedClaim, read: ProposedClaim, said_at: datetime, zone: ZoneInfo
) -> ProposedClaim:
    """The LLM's dates where they fit the kind of statement: a wrong one would hide what is true.

    What is current may have begun before it was said, only what is planned begins later, and
    only what is temporary ends.
    """
    start, end = read.valid_from, read.valid_until
    begins, ends = _midnight(claim.valid_from, zone), _midnight(claim.valid_until, zone, days=1)
    planned = read.modality is Modality.FUTURE or read.type is MemoryType.EPISODIC
    if begins and start is None and (planned or begins <= said_at):
        start = begins
    if read.modality is Modality.TEMPORARY:
        end = ends if ends and ends > said_at else end or said_at + TEMPORARY_FOR
    if start and end and end < start:
        start = None
    return replace(read, valid_from=start, valid_until=end)


def _midnight(day: date | None, zone: ZoneInfo, *, days: int = 0) -> datetime | None:
    if day is None or not EARLIEST <= day <= LATEST:
        return None
    return datetime.combine(day + timedelta(days=days), time(), tzinfo=zone).astimezone(UTC)
