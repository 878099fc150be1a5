"""Sum up a session without an LLM: choose the sentences that carry it.

1. What may be told: statements that were read as claims, and clauses in the first person that
   the statement model would keep. 2. None: nothing lasts and nothing happened. 3. Each weighs by
   how near it is to all that the subject said, and by how sure the models are of it. 4. The
   heaviest few that do not repeat each other, in the order said.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.errors import UnavailableError
from memory.extraction.heard import is_forgetting, is_play, is_question, is_request, own_words
from memory.extraction.instructions import is_instruction, standing_instruction
from memory.extraction.person import third_person, without_filler
from memory.extraction.plain import is_too_long, plain_text
from memory.extraction.sentences import split_clauses, split_sentences
from memory.inference.embeddings import embed
from memory.inference.statement_labels import Message, Worth
from memory.inference.statements import read_statements
from memory.models import Turn
from memory.normalise import normalise
from memory.sessions.moods import moods_of
from memory.sessions.summary import Line, Summary
from memory.sessions.topics import topics_of

logger = logging.getLogger(__name__)

MOST = 3
"""Sentences of a summary."""

CONSIDERED = 60
"""Sentences that are weighed; of a longer session the last ones."""

KEEP = 0.6
"""From this probability the statement model's word is enough to tell a clause."""

HAPPENED = 0.65
"""How sure it is that a clause in the past tense tells something that happened."""

REPEATS = 0.75
"""Cosine from which a sentence says what a chosen one says."""

SHORTEST, LONGEST = 3, 40
"""In words."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence that may be told; sure: how far it can be relied on, from 0 to 1."""

    text: str
    sure: float


class Extractive:
    """The summariser that is always there."""

    name = "extractive"

    def sum_up(self, lines: Sequence[Line]) -> Summary | None:
        """The sentences that carry the session; None where none does."""
        said = [line for line in lines if line.role == Turn.Role.USER]
        candidates = _without_repeats([*_candidates(said)])[-CONSIDERED:]
        if not candidates:
            return None
        chosen = _heaviest(candidates, [line.text for line in said if line.text.strip()])
        start, end = moods_of([line.text for line in said])
        return Summary(
            text=" ".join(chosen),
            topics=topics_of(chosen),
            mood_at_start=start,
            mood_at_end=end,
        )


def _candidates(said: Sequence[Line]) -> Iterator[_Sentence]:
    clauses = [list(_clauses(line)) for line in said]
    worth = iter(_worth([clause for of_line in clauses for clause in of_line]))
    for line, of_line in zip(said, clauses, strict=True):
        yield from (_Sentence(statement, 1.0) for statement in line.statements)
        for clause in of_line:
            told = third_person(clause)
            keep = max(next(worth), HAPPENED if _HAPPENED.match(told) else 0.0)
            if keep >= KEEP and _can_be_told(told) and not _is_told(told, line.statements):
                yield _Sentence(told, keep)


def _clauses(line: Line) -> Iterator[str]:
    """Clauses in which the subject speaks plainly of themselves."""
    for sentence in split_sentences(own_words(plain_text(line.text))):
        if sentence.is_question or is_too_long(sentence.text) or is_play(sentence.text):
            continue
        for clause in split_clauses(sentence):
            said = without_filler(clause.text)
            asks = is_question(said) or is_request(said) or is_forgetting(said)
            orders = standing_instruction(said) or is_instruction(said)
            if _FIRST_PERSON.match(said) and not asks and not orders:
                yield said


_FIRST_PERSON = re.compile(
    r"(?:i|we|my|our|i'?m|i'?ve|i'?d|we'?ve|we'?re|im|ive)\b(?! (?:mean|guess|wonder|was wondering|need (?:help|you|your|to know|a hand)|want (?:you|to know|to ask)|have a question|would like (?:you|to know|help)|see|understand|know|think so|don'?t know|hope (?:you|so|that helps)|will (?:try|do|let you know)|can try|agree)\b)",
    re.IGNORECASE,
)


def _can_be_told(told: str) -> bool:
    """Whether the sentence stands by itself: it is of a fair length, and about "User"."""
    words = told.split()
    about_user = re.match(r"User(?:'s)?\b", told) is not None
    return about_user and SHORTEST <= len(words) <= LONGEST and not _DANGLES.search(told)


_DANGLES = re.compile(
    r"\b(?:it|that|this|these|those|one|so|you|your)\.$|^User (?:\w+ ){0,2}(?:it|that|this|you|your)\b",
    re.IGNORECASE,
)


# By its tense alone: a signal of its own, and the only one where the statement model is away.
_HAPPENED = re.compile(
    r"^User(?:'s [\w' ]{2,30}?)? (?:just |finally |also |really |almost |nearly |only |even |again )*"
    r"(?!(?:asked|wanted|needed|liked|loved|hated|tried|used|wished|hoped|supposed|expected|wondered|noticed|watched a (?:film|movie|video))\b)"
    r"(?:[a-z]{2,}ed|went|had|felt|met|saw|got|lost|won|broke|fell|flew|drove|came|left|took|gave|bought|sold|found|began|became|quit|slept|spent|spoke|ran|rode|swam|ate|drank|cut|hit|hurt|fought|caught|taught|wrote|woke|sat|stood|held|kept|made)\b"
    r"(?! (?:to (?:know|ask)|a (?:question|look|go)|it|that|this)\b)"
)


def _is_told(told: str, statements: Sequence[str]) -> bool:
    """Whether a statement that was read from the same message says it already."""
    words = set(normalise(told).split())
    for statement in statements:
        stated = set(normalise(statement).split())
        if len(words & stated) >= 0.6 * min(len(words), len(stated)):
            return True
    return False


def _worth(clauses: Sequence[str]) -> list[float]:
    """How likely each clause is worth keeping; 0 for all where the model cannot be used."""
    if not clauses:
        return []
    try:
        labels = read_statements([Message(clause) for clause in clauses])
    except UnavailableError as error:
        logger.warning("summaries rest on claims alone: %s", error.code)
        return [0.0] * len(clauses)
    return [each.keep.probabilities[Worth.KEEP] for each in labels]


def _without_repeats(sentences: list[_Sentence]) -> list[_Sentence]:
    """Each sentence once, where it was said last."""
    last = {normalise(sentence.text): at for at, sentence in enumerate(sentences)}
    return [s for at, s in enumerate(sentences) if last[normalise(s.text)] == at]


def _heaviest(candidates: Sequence[_Sentence], said: Sequence[str]) -> list[str]:
    """The sentences to tell, in the order said."""
    rows = _rows([s.text for s in candidates])
    central = rows @ _rows(said[-CONSIDERED:] or [s.text for s in candidates]).mean(axis=0)
    weight = central + np.array([s.sure for s in candidates])
    chosen: list[int] = []
    for at in np.argsort(-weight, kind="stable"):
        if all(float(rows[at] @ rows[other]) < REPEATS for other in chosen):
            chosen.append(int(at))
        if len(chosen) == MOST:
            break
    return [candidates[at].text for at in sorted(chosen)]


def _rows(texts: Sequence[str]) -> NDArray[np.float32]:
    return np.array([vector.values for vector in embed(texts)], dtype=np.float32)
