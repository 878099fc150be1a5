"""The statement model as the judge of what no rule is sure of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memory.errors import UnavailableError
from memory.extraction.people import leading_name
from memory.extraction.proposal import ProposedClaim
from memory.extraction.rules import Candidate
from memory.inference.statement_labels import About, Labels, Message, Worth
from memory.inference.statements import read_statements
from memory.vocabulary import SELF, MemoryType, Modality, Scope

KEEP = 0.6
"""How likely a clause must be worth keeping."""


_MIGHT = re.compile(
    r"\b(?:might|maybe|perhaps|probably|dunno|or not|thinks?|thinking)\b|\bif (?!.*\blater\b)",
    re.IGNORECASE,
)


def _is_idle(told: str) -> bool:
    """What somebody might do is heard where a rule reads it; in passing it is talk, but for figures."""
    return bool(_MIGHT.search(told.split(" so ")[0])) and not re.search(r"\d", told)


def judge(candidates: Sequence[Candidate]) -> list[ProposedClaim | None]:
    """Each candidate's claim where the model would keep it, as careful as the model is; else None.

    Without the model nothing is kept of what no rule is sure of. Slow, so never in a transaction.
    """
    try:
        labels = read_statements([Message(one.clause, one.before) for one in candidates])
    except UnavailableError:
        return [None] * len(candidates)
    return [weighed(one, found) for one, found in zip(candidates, labels, strict=True)]


def weighed(candidate: Candidate, labels: Labels) -> ProposedClaim | None:
    """The candidate's claim by the labels of its clause, or None where it is not kept.

    Instructions are for their own rules. Whom a slot or a constraint is about must be clear; what
    is told in passing of somebody or something else is kept as that, and what might be is not. Of two readings of its
    modality the one that is not "current" holds: it replaces nothing.
    """
    claim = candidate.claim
    if labels.keep.probabilities[Worth.KEEP] < KEEP or labels.type.word == MemoryType.PROCEDURAL:
        return None
    if candidate.in_passing and _is_idle(claim.content):
        return None
    if labels.about.word == About.OTHER and claim.beneficiary == SELF:
        if not candidate.in_passing or claim.key or claim.scope == Scope.CONSTRAINT:
            return None
        claim = replace(claim, beneficiary=leading_name(candidate.clause) or SELF)
    if claim.modality == Modality.CURRENT:
        claim = replace(claim, modality=Modality(labels.modality.word))
    if labels.type.word == MemoryType.EPISODIC and not claim.key:
        happened = candidate.happened if claim.modality is Modality.PAST else None
        when = happened or claim.valid_from
        return replace(claim, type=MemoryType.EPISODIC, scope=Scope.EVENT, valid_from=when)
    return None if claim.type is MemoryType.PROCEDURAL else claim
