"""Whether what is said now may be kept: the pause of a person, and a session off the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings

from memory.models import Session, Subject
from memory.requests.kinds import Kind, Request
from memory.requests.pausing import set_paused


@dataclass(frozen=True, slots=True)
class Keeping:
    """What holds at a moment. paused: for the person; off_record: for the rest of this session;
    message_off: the user's last message alone, with the reply to it."""

    paused: bool = False
    off_record: bool = False
    message_off: bool = False

    def after(self, requests: Sequence[Request]) -> Keeping:
        """The same once a user's message with these requests is heard."""
        kinds = {request.kind for request in requests}
        now = replace(self, message_off=Kind.OFF_RECORD in kinds)
        if Kind.RESUME in kinds:
            return Keeping()
        return replace(
            now,
            paused=now.paused or Kind.PAUSE in kinds,
            off_record=now.off_record or Kind.OFF_SESSION in kinds,
        )

    @property
    def keeps(self) -> bool:
        """Whether the words may be kept."""
        return not (self.paused or self.off_record or self.message_off)


def keeping_of(subject: Subject, session: Session | None, now: datetime) -> Keeping:
    """What holds before the next message. A session that was silent for SESSION_SILENCE has ended,
    and what was asked for the rest of it with it."""
    last = session.turns.order_by("-number").first() if session else None
    over = last is not None and now - last.created_at > settings.SESSION_SILENCE
    off_record = session is not None and session.off_record_since is not None and not over
    asked = session.turns.filter(role="user").order_by("-number").first() if session else None
    return Keeping(
        paused=subject.paused_at is not None,
        off_record=off_record,
        message_off=asked is not None and asked.withheld and not over,
    )


def keep_to(subject: Subject, session: Session, keeping: Keeping, now: datetime) -> None:
    """Store what holds from now on. The caller holds the person's row."""
    set_paused(subject, paused=keeping.paused)
    if keeping.off_record != (session.off_record_since is not None):
        session.off_record_since = now if keeping.off_record else None
        session.save(update_fields=["off_record_since"])
