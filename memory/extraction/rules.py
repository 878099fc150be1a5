"""Claims from a user's turn, by rules: split, leave out what is not meant, rewrite, classify.

1. Take out quoted speech, the material of tasks (`heard`) and what was taken back (`slips`).
2. Split into sentences and clauses with their places (`sentences`), and these where they say
   several things (`compounds`); a short answer takes its words from the question (`answers`).
3. Drop questions, requests and play; keep standing instructions (`instructions`).
4. Rewrite a clause about the user in the third person (`person`).
5. Keep it where it says something durable: a known attribute, a told change, an appointment.
   Where no rule can tell, a judge may (the statement model, `judge`), last of all of whole
   sentences that none of them reads (`passing`).
6. Classify the sentence (`classify`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.extraction.answers import answer_as_statement
from memory.extraction.classify import classify, day_of_event, instruction_claim
from memory.extraction.compounds import taken_apart
from memory.extraction.foreign import foreign_statement
from memory.extraction.heard import is_forgetting, is_play, is_question, is_request, own_words
from memory.extraction.instructions import standing_instruction
from memory.extraction.joining import joined
from memory.extraction.mending import Spoken, is_only_oops, mended_statement
from memory.extraction.notes import statement_of_note
from memory.extraction.passing import said_before, sentences_of, told_in_passing
from memory.extraction.people import beneficiary_of, can_be, person_of_conversation, spoken_of
from memory.extraction.person import asks_to_remember, third_person, without_filler
from memory.extraction.plain import is_too_long, plain, plain_text
from memory.extraction.proposal import ProposedClaim
from memory.extraction.relatives import mentions
from memory.extraction.sentences import Sentence, split_clauses, split_sentences
from memory.extraction.slips import without_slips
from memory.extraction.statements import statement_about_user
from memory.extraction.times import Moment
from memory.vocabulary import REMARK, SELF, Change

MAX_CLAIMS = 50
"""A longer list in one message is a paste, not a conversation."""

MOST_SENTENCES = 150
"""Read of one message. Nobody says more at once; a paste of many lines would take seconds."""

LONGEST_CLAUSE = 280
"""In characters. What runs on longer without a stop is not a statement that can be kept."""

CONFIDENCE = 0.9
"""How far a rewriting by rules can be trusted, as a factor on the statement's own confidence."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A claim, with the clause that it was read from.

    before: what was said just before it, None if nothing. durable: a rule says that it is worth
    keeping. in_passing: a whole sentence, to be kept only where nothing else is read from it.
    beside: read beside whatever else its words say ("my cat" says that there is one).
    happened: where it tells an event that lies behind, its day.
    """

    clause: str
    claim: ProposedClaim
    durable: bool = True
    in_passing: bool = False
    beside: bool = False
    before: str | None = None
    happened: datetime | None = None


Judge = Callable[[Sequence[Candidate]], Sequence[ProposedClaim | None]]
"""Keeps or drops candidates of which no rule is sure; a kept one may come back more careful."""


def extract(
    text: str,
    *,
    previous: str | None,
    said_at: datetime,
    zone: ZoneInfo,
    judge: Judge | None = None,
    earlier: Sequence[Spoken] = (),
) -> list[ProposedClaim]:
    """What the turn says about the user, and theirs, that is worth keeping, in the order said.

    previous: the assistant's turn before it, which "yes, since March" answers. judge: asked once
    for all that no rule is sure of; without one that is dropped. earlier: the conversation up to
    this turn, the oldest first, which says who "she" is and what a correction mends.
    Raises ValueError where `said_at` is naive.
    """
    moment = Moment(said_at, zone)
    said = plain(text)
    own = own_words(said.text)
    sentences = split_sentences(joined(without_slips(own)))[:MOST_SENTENCES]
    mended, read_to = _mended(split_sentences(own)[:MOST_SENTENCES], earlier, moment)
    is_mended = bool(sentences) and _is_within(sentences[0], read_to)
    answer = [] if is_mended else _answer(sentences, previous)
    after = answer[-1].end if answer else 0
    clauses = [one for one in _spoken_clauses(sentences) if one.start >= after]
    clauses = [one for one in clauses if not _is_within(one, read_to)]
    clauses = _said_once(clauses)
    told = [replace(clause, text=one) for clause in clauses for one in taken_apart(clause.text)]
    candidates = [*mended, *_candidates([*answer, *told], moment, earlier)]
    candidates = [_asked_for(one, sentences) for one in candidates]
    candidates += _in_passing(clauses, sentences, candidates, moment, earlier)
    candidates = [_after(one, sentences, previous) for one in candidates]
    candidates += _mentioned(sentences, moment)
    found = _judged(candidates, judge)
    claims = _without_repeats(found)[:MAX_CLAIMS]
    return [
        replace(claim, span=said.span_before(claim.span) if claim.span else None)
        for claim in claims
    ]


def _said_once(clauses: Sequence[Sentence]) -> list[Sentence]:
    """The clauses without those that say the same words again."""
    first = {clause.text.lower(): clause for clause in reversed(clauses)}
    return [clause for clause in clauses if first[clause.text.lower()] is clause]


def _mended(
    sentences: Sequence[Sentence], earlier: Sequence[Spoken], moment: Moment
) -> tuple[list[Candidate], list[Sentence]]:
    """The earlier statements that are mended, as corrections, and the sentences that do so."""
    candidates, read = [], []
    for sentence in sentences if earlier else ():
        asks = sentence.is_question or is_too_long(sentence.text)
        opens = all(is_only_oops(one.text) for one in sentences if one.end <= sentence.start)
        statement = None if asks else mended_statement(sentence.text, earlier, opens=opens)
        told = third_person(statement) if statement else ""
        if not statement or not told:
            continue
        stated = statement_about_user(without_filler(statement), moment)
        claim = classify(told, said_at=moment.said_at, zone=moment.zone)
        claim = replace(
            claim,
            content=stated.content if stated else told,
            change=Change.CORRECTION,
            span=sentence.span,
            confidence=claim.confidence * CONFIDENCE,
        )
        candidates.append(Candidate(statement, claim))
        read.append(sentence)
    return candidates, read


def _is_within(clause: Sentence, sentences: Sequence[Sentence]) -> bool:
    return any(one.start <= clause.start and clause.end <= one.end for one in sentences)


def _mentioned(sentences: Sequence[Sentence], moment: Moment) -> list[Candidate]:
    """That the user has a partner, a pet, a brother Dan, to be kept where nothing else is of them."""
    candidates = []
    for one in mentions(sentences):
        if is_play(one.sentence.text):
            continue
        claim = classify(one.told, said_at=moment.said_at, zone=moment.zone)
        confidence = claim.confidence * CONFIDENCE
        claim = replace(claim, span=one.sentence.span, confidence=confidence)
        candidates.append(Candidate(one.who, claim, beside=True))
    return candidates


def _answer(sentences: Sequence[Sentence], previous: str | None) -> list[Sentence]:
    """What the first clause answers to the assistant's question; [] where it answers none."""
    if not sentences or is_too_long(sentences[0].text):
        return []
    clauses = split_clauses(sentences[0])
    asked = plain_text(previous or "")
    answered = answer_as_statement(clauses[0].text, asked) if clauses else None
    return [replace(clauses[0], text=answered)] if answered else []


def _spoken_clauses(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """The clauses that state something, in order; of a question only what leads up to it."""
    for sentence in sentences:
        if is_too_long(sentence.text) or is_play(sentence.text):
            continue
        clauses = _not_to_be_forgotten(sentence)
        for place, clause in enumerate(clauses):
            asks = sentence.is_question and place == len(clauses) - 1
            if len(clause.text) <= LONGEST_CLAUSE and not (asks and not _is_asking_nicely(clause)):
                yield clause


def _not_to_be_forgotten(sentence: Sentence) -> list[Sentence]:
    """The clauses without those that a request to forget goes on with: "forget that … and …"."""
    clauses = split_clauses(sentence)
    if not clauses or not is_forgetting(clauses[0].text):
        return clauses
    for place, clause in enumerate(clauses[1:], start=1):
        joint = sentence.text[
            clauses[place - 1].end - sentence.start : clause.start - sentence.start
        ]
        if re.search(r"[^\w\s]", joint):
            return clauses[place:]
    return []


def _is_asking_nicely(clause: Sentence) -> bool:
    """ "can you keep it short?" is a question in form only."""
    return standing_instruction(clause.text) is not None


@dataclass(slots=True)
class _Listener:
    """Who was spoken of last, for "my sister moved. she has two kids"."""

    person: str = ""
    is_of_before: bool = True

    def resolve(self, clause: str) -> str:
        meant = _PRONOUN.match(clause)
        if meant is None or not self.person or not can_be(self.person, meant["who"]):
            return clause
        if self.is_of_before and meant["who"].lower() == "they":
            return clause  # so far back it may be anybody
        return self.person + clause[meant.end() :]

    def heard(self, clause: str, claim: ProposedClaim | None) -> None:
        named = spoken_of(clause)
        if claim is not None:
            named = named or ("" if claim.beneficiary == SELF else f"my {claim.beneficiary}")
        if named or claim is not None:
            self.person, self.is_of_before = named, False


_PRONOUN = re.compile(r"(?:and |but )?(?P<who>he|she|they)(?='s\b|'re\b| )", re.IGNORECASE)


def _judged(candidates: list[Candidate], judge: Judge | None) -> list[ProposedClaim]:
    """The claims of the candidates that are sure, and of those that the judge keeps."""
    doubtful = [one for one in candidates if not one.durable]
    kept = iter(judge(doubtful) if judge and doubtful else [None] * len(doubtful))
    claims = [(one, one.claim if one.durable else next(kept)) for one in candidates]
    found = [claim for one, claim in claims if claim and not (one.in_passing or one.beside)]
    rest = [claim for one, claim in claims if claim and one.in_passing]
    rest = [claim for claim in rest if claim.span and not _is_read(claim.span, found)]
    told = " ".join(claim.content.lower() for claim in [*found, *rest])
    beside = [claim for one, claim in claims if claim and one.beside and one.clause not in told]
    return sorted([*found, *rest, *beside], key=_place)


def _after(candidate: Candidate, sentences: Sequence[Sentence], previous: str | None) -> Candidate:
    """The candidate with what was said before it."""
    start = candidate.claim.span[0] if candidate.claim.span else 0
    earlier = [one.text for one in sentences if one.end <= start]
    return replace(candidate, before=said_before(earlier, previous))


def _asked_for(candidate: Candidate, sentences: Sequence[Sentence]) -> Candidate:
    """The candidate, worth keeping without a doubt where somebody asked that it be kept."""
    start, end = candidate.claim.span or (0, 0)
    within = [one for one in sentences if one.start <= start and end <= one.end]
    asked = any(asks_to_remember(one.text) for one in within)
    return replace(candidate, durable=candidate.durable or asked)


def _is_read(span: tuple[int, int], found: Sequence[ProposedClaim]) -> bool:
    """Whether one of these was read from words of that place."""
    start, end = span
    return any(one.span and one.span[0] < end and start < one.span[1] for one in found)


def _place(claim: ProposedClaim) -> int:
    return claim.span[0] if claim.span else 0


def _candidates(
    clauses: list[Sentence], moment: Moment, earlier: Sequence[Spoken]
) -> list[Candidate]:
    candidates: list[Candidate] = []
    listener = _Listener(_spoken_of_before(earlier))
    for clause in clauses:
        text = listener.resolve(_in_one_line(clause.text))
        found = _candidate(text, moment)
        listener.heard(text, found.claim if found and found.durable else None)
        if found is not None:
            confidence = found.claim.confidence * CONFIDENCE
            claim = replace(found.claim, span=clause.span, confidence=confidence)
            candidates.append(replace(found, claim=claim))
    return candidates


def _in_one_line(text: str) -> str:
    """The words without the blanks that a mended slip leaves."""
    return re.sub(r" (?=[,.;])", "", " ".join(text.split()))


def _spoken_of_before(earlier: Sequence[Spoken]) -> str:
    asked = earlier[-1].text if earlier and not earlier[-1].is_users else ""
    return person_of_conversation([one.text for one in earlier if one.is_users], asked)


def _in_passing(
    clauses: Sequence[Sentence],
    sentences: Sequence[Sentence],
    known: Sequence[Candidate],
    moment: Moment,
    earlier: Sequence[Spoken],
) -> list[Candidate]:
    """The sentences of which no rule is sure, as a whole, for the judge."""
    sure = [one.claim for one in known if one.durable]
    person = _spoken_of_before(earlier)
    candidates = []
    for sentence in sentences_of(clauses, sentences):
        text = _in_one_line(sentence.text)
        before = [one.text for one in sentences if one.end <= sentence.start]
        told = told_in_passing(text, [person, *before] if person else before)
        if told and not _is_read(sentence.span, sure):
            claim = classify(told, said_at=moment.said_at, zone=moment.zone)
            confidence = claim.confidence * CONFIDENCE
            category = claim.category or REMARK
            claim = replace(claim, span=sentence.span, confidence=confidence, category=category)
            happened = day_of_event(told, said_at=moment.said_at, zone=moment.zone)
            one = Candidate(text, claim, durable=False, in_passing=True, happened=happened)
            candidates.append(one)
    return candidates


def _candidate(clause: str, moment: Moment) -> Candidate | None:
    if is_forgetting(clause):
        return None
    instruction = standing_instruction(clause)
    if instruction is not None:
        return Candidate(clause, instruction_claim(instruction))
    foreign = foreign_statement(clause)
    if foreign is not None:
        return Candidate(clause, foreign)
    said = without_filler(clause)
    if is_question(said) or (is_request(said) and not statement_of_note(said)):
        return None
    stated = statement_about_user(said, moment)
    if stated is None:
        return None
    claim = classify(stated.told, said_at=moment.said_at, zone=moment.zone)
    claim = replace(claim, content=stated.content, beneficiary=beneficiary_of(stated.told))
    happened = day_of_event(stated.told, said_at=moment.said_at, zone=moment.zone)
    return Candidate(said, claim, stated.durable, happened=happened)


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
