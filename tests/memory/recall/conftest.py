"""What was said to the chatbot, with its vectors, as the workers leave it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from memory.models import Session, Subject, Turn
from memory.turn_vectors import embed_turns


def talk(
    subject: Subject, *said: str, session: str = "long-ago", at: datetime | None = None
) -> list[Turn]:
    """A session in which person and chatbot take turns, the person first; searched from now on."""
    begun = at or timezone.now() - timedelta(days=10)
    conversation, _ = Session.objects.get_or_create(subject=subject, external_id=session)
    first = conversation.turns.count()
    rows = Turn.objects.bulk_create(
        Turn(
            session=conversation,
            number=first + place + 1,
            role="assistant" if place % 2 else "user",
            content=content,
            created_at=begun + timedelta(minutes=place),
        )
        for place, content in enumerate(said)
    )
    embed_turns(conversation.id)
    return rows


def section(block, name: str):
    [found] = [one for one in block.sections if one.name == name]
    return found.lines
