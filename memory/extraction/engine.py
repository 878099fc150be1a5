"""What reads claims out of turns: the rules, or an LLM. One protocol, and the choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from django.conf import settings

from memory.extraction.judge import judge
from memory.extraction.mending import Spoken
from memory.extraction.proposal import ProposedClaim
from memory.extraction.rules import extract

Proposals = list[list[ProposedClaim]]
"""What was read, a list for each turn that was handed in."""


CONTEXT = 6
"""Turns before one that help to understand it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardTurn:
    """One message of a conversation.

    is_users: the subject said it, else the chatbot. is_new: claims are wanted from it, else it
    is context.
    """

    content: str
    said_at: datetime
    is_users: bool
    is_new: bool


class Engine(Protocol):
    """Reads the new turns of one conversation, which are handed over in the order said.

    name: as it stands with the claims. at_once: it reads each turn as it comes in; else several together, a little later.
    """

    name: str
    at_once: bool

    def read(self, turns: Sequence[HeardTurn], *, zone: ZoneInfo) -> Proposals:
        """What the new turns say that is worth keeping, a list for each turn.

        Slow, so never inside a transaction. zone: the subject's, for "until Friday".
        """


class RulesEngine:
    """The rules: each user's turn by itself, with the bot's turn just before it. Cannot fail.

    What no rule is sure of, the statement model judges.
    """

    name = "rules"
    at_once = True

    def read(self, turns: Sequence[HeardTurn], *, zone: ZoneInfo) -> Proposals:
        return [
            self._one(turn, turns[max(0, place - CONTEXT) : place], zone)
            if turn.is_new and turn.is_users
            else []
            for place, turn in enumerate(turns)
        ]

    def _one(
        self, turn: HeardTurn, before: Sequence[HeardTurn], zone: ZoneInfo
    ) -> list[ProposedClaim]:
        claims = extract(
            turn.content,
            previous=before[-1].content if before and not before[-1].is_users else None,
            said_at=turn.said_at,
            zone=zone,
            judge=judge,
            earlier=[Spoken(one.content, one.is_users) for one in before],
        )
        return [replace(claim, engine=self.name) for claim in claims]


RULES: Engine = RulesEngine()


def chosen_engine() -> Engine:
    """The LLM where the settings name one, else the rules.

    The LLM's `read` raises LlmError where it cannot be used.
    """
    if settings.LLM is None:
        return RULES
    # Here, so that an installation without an LLM loads nothing of it.
    from memory.extraction.llm.engine import LlmEngine

    return LlmEngine(settings.LLM)
