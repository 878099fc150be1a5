"""Sum up a session that has ended: an episode, or a reason in the log why there is none.

The session's `quiet_since` is the work row: whatever ends a session's silence sets it, and
looking at the session empties it. The task only says "look at session N".
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone

from memory import store
from memory.consent.choices import consent_of
from memory.consent.rules import Mode
from memory.episodes import write_summary
from memory.errors import UnavailableError
from memory.fingerprint import fingerprint
from memory.gate.verdict import Reason
from memory.inference.embeddings import embed
from memory.locks import if_free
from memory.models import Claim, Decision, Memory, Session, Subject, Tombstone, Turn
from memory.sessions.extractive import Extractive
from memory.sessions.summaries import is_settled, summary_of
from memory.sessions.summary import Summariser, Summary
from memory.sessions.transcript import Transcript, transcript_of

logger = logging.getLogger(__name__)

BATCH = 200


def ended_sessions(now: datetime) -> list[str]:
    """Ids of the sessions that are silent for long enough and wait for a summary, the longest
    silent first."""
    silent = Session.objects.filter(quiet_since__lte=now - settings.SESSION_SILENCE)
    unread = Turn.objects.filter(session=OuterRef("pk"), unread=True)
    pending = Claim.objects.filter(session=OuterRef("pk"), state=Claim.State.PENDING)
    silent = silent.filter(~Exists(unread), ~Exists(pending))
    return list(silent.order_by("quiet_since").values_list("id", flat=True)[:BATCH])


def sum_up(session_id: str) -> Memory | None:
    """Write the summary of a session that has ended, in the place of the one it has.

    1. The turns and what became of their statements; a session of which something is still to
    be read or decided waits. 2. The summary, outside any transaction. 3. Lock, check that
    nothing changed meanwhile, store. Safe to call twice and at the same time: the second finds
    nothing to do. Raises UnavailableError where a model cannot be used, StaleError where the
    session or the memories changed meanwhile; the session then waits for the next look.
    """
    with if_free(session_id) as held:  # an LLM is not asked twice for the same
        session = Session.objects.select_related("subject").filter(id=session_id).first()
        if not held or session is None or not _has_ended(session) or _is_unfinished(session):
            return None
        return _sum_up(session)


def _has_ended(session: Session) -> bool:
    now = timezone.now()
    return session.quiet_since is not None and session.quiet_since <= now - settings.SESSION_SILENCE


def _is_unfinished(session: Session) -> bool:
    """Whether turns are still to be read, or statements to be decided."""
    pending = Claim.objects.filter(session=session, state=Claim.State.PENDING)
    return session.turns.filter(unread=True).exists() or pending.exists()


@dataclass(frozen=True, slots=True)
class _Told:
    """What is to be told of a session, and by what; without a summary the reason why not."""

    summary: Summary | None
    by: str = ""
    reason: Reason = Reason.NOTHING_TO_TELL


def _sum_up(session: Session) -> Memory | None:
    version = session.subject.memory_version
    transcript = transcript_of(session)
    told = _told(session, transcript)
    vector = embed([told.summary.text])[0] if told.summary else None
    evidence: dict[str, object] = {"session": session.id, "turns": len(transcript.lines)}
    with store.change(session.subject_id, store.SYSTEM, version=version) as c:
        seen = Session.objects.filter(id=session.id, quiet_since=session.quiet_since)
        if not seen.update(quiet_since=None):
            raise store.StaleError("The session went on meanwhile.")
        if told.summary is None or vector is None:
            c.record(Decision.Action.SKIP, told.reason, evidence=evidence)
            logger.info("session %s: no summary, %s", session.id, told.reason)
            return None
        older = summary_of(session.id)
        if older is not None and older.content == told.summary.text:
            return older
        memory = write_summary(
            c, session, told.summary, vector, evidence={**evidence, "summariser": told.by}
        )
    logger.info("session %s: summed up in %s by %s", session.id, memory.id, told.by)
    return memory


def _told(session: Session, transcript: Transcript) -> _Told:
    reason = _why_none(session, transcript)
    if reason is not None:
        return _Told(None, reason=reason)
    summary, by = _summary(transcript)
    if summary is None:
        return _Told(None)
    if not _is_allowed(session.subject, summary):
        return _Told(None, reason=Reason.CATEGORY_OFF)
    if _was_erased(session.subject, summary):
        return _Told(None, reason=Reason.ERASED_BEFORE)
    return _Told(summary, by)


def _why_none(session: Session, transcript: Transcript) -> Reason | None:
    """Why the session must not be summed up, if anything."""
    if session.subject.paused_at is not None:
        return Reason.PAUSED
    if transcript.off_record:
        return Reason.OFF_RECORD
    return Reason.SUMMARY_SETTLED if is_settled(session.id) else None


def _summary(transcript: Transcript) -> tuple[Summary | None, str]:
    """The summary and what made it: the first summariser that can be used."""
    *others, last = _summarisers()
    for each in others:
        try:
            return each.sum_up(transcript.lines), each.name
        except UnavailableError as error:
            logger.warning("%s cannot sum up: %s", each.name, error.code)
    return last.sum_up(transcript.lines), last.name


def _summarisers() -> list[Summariser]:
    """The LLM where an endpoint is set, and the one that is always there."""
    if settings.LLM is None:
        return [Extractive()]
    from memory.sessions.by_llm import ByLlm

    return [ByLlm(settings.LLM), Extractive()]


def _is_allowed(subject: Subject, summary: Summary) -> bool:
    """Whether all that it tells may be remembered without asking."""
    return consent_of(subject).mode_for([summary.text]) is Mode.ON


def _was_erased(subject: Subject, summary: Summary) -> bool:
    mark = fingerprint(subject.id, summary.text)
    return Tombstone.objects.filter(subject=subject, fingerprint=mark).exists()
