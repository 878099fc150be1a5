"""The LLM engine: one request for the new turns, one try to mend the answer, checked claims."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from memory.extraction.engine import RULES, HeardTurn, Proposals
from memory.extraction.llm.breaker import Breaker
from memory.extraction.llm.client import complete
from memory.extraction.llm.endpoint import Endpoint
from memory.extraction.llm.evidence import is_founded, is_named, is_said, place_of, words_said
from memory.extraction.llm.faults import Fault, LlmError
from memory.extraction.llm.proposals import proposal_of
from memory.extraction.llm.request import mending, opening
from memory.extraction.llm.schema import Reply, StatedClaim, problems, read_reply
from memory.extraction.proposal import ProposedClaim
from memory.extraction.rules import MAX_CLAIMS
from memory.normalise import normalise
from memory.vocabulary import MemoryType

logger = logging.getLogger(__name__)


class LlmEngine:
    """Reads with the model behind an endpoint."""

    at_once = False

    def __init__(self, endpoint: Endpoint) -> None:
        self.name = f"llm:{endpoint.model}"[:100]
        self._endpoint = endpoint
        self._breaker = Breaker(endpoint)

    def read(self, turns: Sequence[HeardTurn], *, zone: ZoneInfo) -> Proposals:
        """What the new turns say, a list for each turn.

        A claim whose words nobody said is dropped, and the rules read its turn as well, so that
        what the model spoilt is not lost. Raises LlmError where the model cannot be used.
        """
        if not any(turn.is_new for turn in turns):
            return [[] for _ in turns]
        self._breaker.refuse()
        try:
            reply = self._ask(turns, zone)
        except LlmError as error:
            self._breaker.failed(error)
            raise
        self._breaker.succeeded()
        read, doubtful = _checked(reply, turns, zone)
        if doubtful:
            self._breaker.note(Fault.UNFOUNDED)
            logger.warning("claims of the LLM dropped, in %d turns", len(doubtful))
        return [
            [
                *(replace(claim, engine=self.name) for claim in claims),
                *_not_in(claims, by_rules),
            ][:MAX_CLAIMS]
            for claims, by_rules in zip(read, _by_rules(turns, doubtful, zone), strict=True)
        ]

    def _ask(self, turns: Sequence[HeardTurn], zone: ZoneInfo) -> Reply:
        """The model's answer; where it does not keep to the schema, the mended one."""
        deadline = time.monotonic() + self._endpoint.timeout
        messages = opening(turns, zone=zone)
        answer = complete(self._endpoint, messages, deadline=deadline)
        try:
            return read_reply(answer)
        except ValidationError as error:
            messages += mending(answer, problems(error))
        answer = complete(self._endpoint, messages, deadline=deadline)
        try:
            return read_reply(answer)
        except ValidationError:
            raise LlmError(Fault.UNUSABLE) from None


def _checked(
    reply: Reply, turns: Sequence[HeardTurn], zone: ZoneInfo
) -> tuple[Proposals, set[int]]:
    """The claims that rest on what was said, by turn; and the turns of which one does not."""
    read: Proposals = [[] for _ in turns]
    doubtful: set[int] = set()
    for claim in reply.claims:
        place = _where(claim, turns)
        founded = _as_said(claim, turns, place[0]) if place else None
        if place is None or founded is None:
            doubtful |= _meant(claim, turns)
            continue
        number, span = place
        proposal = proposal_of(founded, said_at=turns[number].said_at, span=span, zone=zone)
        read[number] += _not_in(read[number], [proposal])
    return read, doubtful


def _where(claim: StatedClaim, turns: Sequence[HeardTurn]) -> tuple[int, tuple[int, int]] | None:
    """The new turn, from 0, in which the claim's quote stands, and the place; None for none.

    The turn that the claim names goes before the others.
    """
    for number in sorted(_new(turns), key=lambda number: number != claim.turn - 1):
        span = place_of(claim.quote, turns[number])
        if span is not None:
            return number, span
    return None


def _as_said(claim: StatedClaim, turns: Sequence[HeardTurn], number: int) -> StatedClaim | None:
    """The claim where its names and numbers were said, without a value that was not.

    The chatbot gives itself no instructions.
    """
    if claim.type is MemoryType.PROCEDURAL and not turns[number].is_users:
        return None
    said = words_said(turns, number)
    sentences = (claim.statement, claim.present or "")
    if not (all(is_founded(text, said) for text in sentences) and is_named(claim.about, said)):
        return None
    if is_said(claim.value or "", said):
        return claim
    return claim.model_copy(update={"key": None, "value": None})


def _meant(claim: StatedClaim, turns: Sequence[HeardTurn]) -> set[int]:
    """The turn that a dropped claim named; all new ones where it named none of them."""
    new = _new(turns)
    return {claim.turn - 1} & new or new


def _new(turns: Sequence[HeardTurn]) -> set[int]:
    return {number for number, turn in enumerate(turns) if turn.is_new}


def _by_rules(turns: Sequence[HeardTurn], doubtful: set[int], zone: ZoneInfo) -> Proposals:
    asked = [replace(turn, is_new=number in doubtful) for number, turn in enumerate(turns)]
    return [
        [replace(claim, fallback=Fault.UNFOUNDED) for claim in claims]
        for claims in RULES.read(asked, zone=zone)
    ]


def _not_in(
    claims: Sequence[ProposedClaim], further: Sequence[ProposedClaim]
) -> list[ProposedClaim]:
    """The further claims that none of the first ones says already."""
    said = {normalise(claim.content) for claim in claims}
    return [claim for claim in further if normalise(claim.content) not in said]
