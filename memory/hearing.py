"""What comes in as turns, before anything is read or written: times, requests, what may be kept.

Pure but for the clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from memory.claims import not_ahead
from memory.gate.verdict import Reason
from memory.intake_notes import OFF_THE_RECORD, PAUSED
from memory.models import Turn
from memory.requests.kinds import Request
from memory.requests.recognise import requests_in, without_requests
from memory.requests.state import Keeping


@dataclass(frozen=True, slots=True)
class NewTurn:
    """One message as it comes in. Without `created_at` it is from now; times are aware."""

    role: str
    content: str
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardMessage:
    """A message with its time and what it asks of the memory.

    withheld: why its words may not be kept; None where they may.
    """

    role: str
    content: str
    created_at: datetime
    requests: tuple[Request, ...] = ()
    withheld: Reason | None = None

    @property
    def is_users(self) -> bool:
        return self.role == Turn.Role.USER

    @property
    def statements(self) -> str:
        """The message without its requests, which state nothing; places stay."""
        return without_requests(self.content, self.requests)

    @property
    def note(self) -> str:
        """What stands in the place of words that may not be kept; else empty."""
        if self.withheld is None:
            return ""
        return PAUSED if self.withheld is Reason.PAUSED else OFF_THE_RECORD


@dataclass(frozen=True, slots=True)
class Heard:
    """The messages in order, and what holds for the next one."""

    turns: list[HeardMessage]
    keeping: Keeping


def hear(turns: Sequence[NewTurn], keeping: Keeping) -> Heard:
    """Go through the messages: each user's one may ask that nothing be kept, or that it be again.

    A message without a time comes just after the one before. The chatbot's reply to what is not
    kept is not kept either: it may repeat it.
    """
    heard: list[HeardMessage] = []
    now = clock = timezone.now()
    for turn in turns:
        clock = not_ahead(turn.created_at, now) or clock + timedelta(microseconds=1)
        requests: tuple[Request, ...] = ()
        if turn.role == Turn.Role.USER:
            requests = tuple(requests_in(turn.content))
            keeping = keeping.after(requests)
        heard.append(
            HeardMessage(
                role=turn.role,
                content=turn.content,
                created_at=clock,
                requests=requests,
                withheld=_why_withheld(keeping),
            )
        )
    return Heard(heard, keeping)


def _why_withheld(keeping: Keeping) -> Reason | None:
    if keeping.keeps:
        return None
    return Reason.PAUSED if keeping.paused else Reason.OFF_RECORD
