"""The summaries of a session: which one holds, whether a person had a hand in it, and when what it
tells holds no more."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import OuterRef, Subquery

from memory.change import Change
from memory.gate.verdict import Reason
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


def outdate_summary(c: Change, session_id: str | None) -> None:
    """Remove the summaries of a session one of whose statements holds no more.

    A summary repeats what is stored elsewhere: a statement that is deleted, corrected, replaced
    or rejected must not live on in it. The session is summed up anew from what is left. What a
    person worded or deleted stays as they left it.
    """
    if session_id is None or not summaries_of(session_id).exists() or is_settled(session_id):
        return
    summaries_of(session_id).delete()
    look_again([session_id])
    c.record(Decision.Action.ERASE, Reason.SUMMARY_OUTDATED, evidence={"session": session_id})


def outdate_what_tells(c: Change, memory: Memory) -> None:
    """The same for the session in which the memory was said; a summary tells only itself."""
    if not is_summary(memory):
        outdate_summary(c, memory.source_session_id)


def reword_episode(memory: Memory, version: Memory) -> None:
    """The corrected version of a summary is an episode as well, in its own words."""
    episode = Episode.objects.get(memory=memory)
    episode.pk, episode.memory, episode.summary = None, version, version.content
    episode.save(force_insert=True)
