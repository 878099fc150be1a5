"""Claims from a user's turn, by rules: split, leave out what is not meant, rewrite, classify.

1. Take out quoted speech and the material of tasks (`heard`).
2. Split into sentences and clauses with their places (`sentences`).
3. Drop questions, requests and play; keep standing instructions (`instructions`).
4. Rewrite a clause about the user in the third person (`person`).
5. Keep it where it says something durable: a known attribute, a told change, an appointment.
6. Classify the sentence (`classify`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.extraction.answers import answer_as_statement
from memory.extraction.classify import classify, instruction_claim
from memory.extraction.heard import is_play, is_question, is_request, own_words
from memory.extraction.instructions import standing_instruction
from memory.extraction.people import beneficiary_of
from memory.extraction.person import without_filler
from memory.extraction.proposal import ProposedClaim
from memory.extraction.sentences import Sentence, split_clauses, split_sentences
from memory.extraction.spelling import straighten
from memory.extraction.statements import statement_about_user
from memory.extraction.times import Moment
from memory.vocabulary import SELF

MAX_CLAIMS = 50
"""A longer list in one message is a paste, not a conversation."""

LONGEST_CLAUSE = 280
"""In characters. What runs on longer without a stop is not a statement that can be kept."""

CONFIDENCE = 0.9
"""How far a rewriting by rules can be trusted, as a factor on the statement's own confidence."""


def extract(
    text: str, *, previous: str | None, said_at: datetime, zone: ZoneInfo
) -> list[ProposedClaim]:
    """What the turn says about the user, and theirs, that is worth keeping, in the order said.

    previous: the assistant's turn before it, which "yes, since March" answers.
    Raises ValueError where `said_at` is naive.
    """
    moment = Moment(said_at, zone)
    answered = answer_as_statement(straighten(text), previous)
    if answered is not None:
        whole = Sentence(answered, 0, len(text))
        return [replace(claim, span=(0, len(text))) for claim in _claims([whole], moment)]
    clauses = _spoken_clauses(text)
    return _without_repeats(_claims(clauses, moment))[:MAX_CLAIMS]


def _spoken_clauses(text: str) -> Iterator[Sentence]:
    """The clauses that state something, in order; of a question only what leads up to it."""
    for sentence in split_sentences(own_words(straighten(text))):
        if is_play(sentence.text):
            continue
        clauses = split_clauses(sentence)
        for place, clause in enumerate(clauses):
            asks = sentence.is_question and place == len(clauses) - 1
            if len(clause.text) <= LONGEST_CLAUSE and not (asks and not _is_asking_nicely(clause)):
                yield clause


def _is_asking_nicely(clause: Sentence) -> bool:
    """ "can you keep it short?" is a question in form only."""
    return standing_instruction(clause.text) is not None


@dataclass(slots=True)
class _Listener:
    """Who was spoken of last, for "my sister moved. she has two kids"."""

    person: str = ""

    def resolve(self, clause: str) -> str:
        if not self.person:
            return clause
        return re.sub(
            r"^(?:and |but )?(?:he|she|they)(?='s\b|'re\b| )",
            self.person,
            clause,
            count=1,
            flags=re.IGNORECASE,
        )

    def heard(self, claim: ProposedClaim) -> None:
        self.person = "" if claim.beneficiary == SELF else f"my {claim.beneficiary}"


def _claims(clauses: Iterator[Sentence] | list[Sentence], moment: Moment) -> list[ProposedClaim]:
    claims: list[ProposedClaim] = []
    listener = _Listener()
    for clause in clauses:
        claim = _claim(listener.resolve(clause.text), moment)
        if claim is not None:
            claims.append(
                replace(claim, span=clause.span, confidence=claim.confidence * CONFIDENCE)
            )
            listener.heard(claim)
    return claims


def _claim(clause: str, moment: Moment) -> ProposedClaim | None:
    instruction = standing_instruction(clause)
    if instruction is not None:
        return instruction_claim(instruction)
    said = without_filler(clause)
    if is_question(said) or is_request(said):
        return None
    stated = statement_about_user(said, moment)
    if stated is None:
        return None
    claim = classify(stated.told, said_at=moment.said_at, zone=moment.zone)
    return replace(claim, content=stated.content, beneficiary=beneficiary_of(stated.told))


def _without_repeats(claims: list[ProposedClaim]) -> list[ProposedClaim]:
    """The claims without those that say the same as an earlier one."""
    seen: set[str] = set()
    kept: list[ProposedClaim] = []
    for claim in claims:
        words = claim.content.lower()
        if words not in seen:
            seen.add(words)
            kept.append(claim)
    return kept
