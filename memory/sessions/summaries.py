"""The summaries of a session: which one holds, and whether a person had a hand in it."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import OuterRef, Subquery

from memory.models import Decision, Episode, Memory, MemoryQuerySet, Session, Turn


def summaries_of(session_id: str) -> MemoryQuerySet:
    """Every summary that was made of the session, deleted and replaced ones too."""
    return Memory.objects.filter(source_session=session_id, episode__isnull=False)


def summary_of(session_id: str) -> Memory | None:
    """The summary that holds, if any."""
    return summaries_of(session_id).visible().filter(superseded_by=None).first()


def is_summary(memory: Memory) -> bool:
    return Episode.objects.filter(memory=memory).exists()


def is_settled(session_id: str) -> bool:
    """Whether a person deleted the session's summary or worded it anew: then it stays so."""
    rows = summaries_of(session_id)
    edited = Decision.objects.filter(memory_ref__in=rows.values("id"), action=Decision.Action.EDIT)
    return rows.filter(deleted_at__isnull=False).exists() or edited.exists()


def look_again(session_ids: Iterable[str]) -> None:
    """Let the sessions wait for a summary again, as if their last turn had just come to light."""
    last = Turn.objects.filter(session=OuterRef("pk")).order_by("-created_at")
    Session.objects.filter(id__in=list(session_ids)).update(
        quiet_since=Subquery(last.values("created_at")[:1])
    )
