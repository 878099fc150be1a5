"""People with all their memories as a document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from memory.models import Episode, Memory, Session, Subject, Turn
from memory.portable.document import (
    NAME,
    VERSION,
    Document,
    PortableEpisode,
    PortableFollowUp,
    PortableMemory,
    PortableSession,
    PortableSubject,
    PortableTurn,
)


def portable(subjects: Iterable[Subject]) -> Document:
    """The people as they are stored, each in the order in which things came."""
    people = (_subject(subject.id) for subject in subjects)
    return Document(**_head(), subjects=[told for told in people if told is not None])


def as_json(subject_ids: Iterable[str]) -> Iterator[str]:
    """The same as it is written to a file, a person a line and one person at a time in memory; it
    ends with a closing bracket, or is not whole. ids: our own."""
    head = json.dumps(_head() | {"exported_at": timezone.now().isoformat()})
    yield f'{head[:-1]}, "subjects": [\n'
    before = ""
    for subject_id in subject_ids:
        if (told := _subject(subject_id)) is not None:
            yield before + told.model_dump_json()
            before = ",\n"
    yield "\n]}\n"


def _head() -> dict[str, Any]:
    return {"format": NAME, "version": VERSION, "exported_at": timezone.now()}


@transaction.atomic
def _subject(subject_id: str) -> PortableSubject | None:
    """As they stand at one moment; None where they were erased meanwhile."""
    # Whoever changes something of a person holds their row, so nothing changes while it is held.
    people = Subject.objects.select_for_update(no_key=True)
    subject = people.filter(id=subject_id).first()
    if subject is None:
        return None
    turns = Prefetch("turns", Turn.objects.defer("embedding", "words").order_by("number"))
    sessions = subject.sessions.prefetch_related(turns).order_by("started_at", "external_id")
    memories = subject.memories.select_related("episode").defer("embedding", "words")
    follow_ups = subject.follow_ups.filter(item=None).order_by("created_at", "due_date", "question")
    rules = subject.consent_rules.order_by("category").values_list("category", "mode")
    return PortableSubject(
        external_id=subject.external_id,
        zone=subject.zone,
        created_at=subject.created_at,
        paused_at=subject.paused_at,
        consent=dict(rules),
        sessions=[_session(session) for session in sessions],
        memories=[_memory(one) for one in memories.order_by("created_at", "said_at", "content")],
        follow_ups=[
            PortableFollowUp(memory=one.memory_id, **_same(PortableFollowUp, one, but={"memory"}))
            for one in follow_ups
        ],
    )


def _session(session: Session) -> PortableSession:
    turns = [PortableTurn(**_same(PortableTurn, turn)) for turn in session.turns.all()]
    return PortableSession(turns=turns, **_same(PortableSession, session, but={"turns"}))


def _memory(memory: Memory) -> PortableMemory:
    episode = getattr(memory, "episode", None)
    return PortableMemory(
        source_session=memory.source_session_id,
        source_turn=memory.source_turn_id,
        supersedes=memory.supersedes_id,
        episode=_episode(episode) if episode else None,
        **_same(PortableMemory, memory, but={*REFERENCES, "episode"}),
    )


REFERENCES = ("source_session", "source_turn", "supersedes")


def _episode(episode: Episode) -> PortableEpisode:
    return PortableEpisode(**_same(PortableEpisode, episode))


def _same(part: type[Any], row: object, *, but: Iterable[str] = ()) -> dict[str, Any]:
    """The row's columns that the part has under the same names."""
    return {name: getattr(row, name) for name in part.model_fields if name not in set(but)}
