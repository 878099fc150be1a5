"""Whether a document is consistent: what refers to something finds it, and the database's rules."""

from __future__ import annotations

from collections.abc import Iterable

from memory.errors import InvalidError
from memory.portable.document import Document, PortableMemory, PortableSubject

MOST = 100_000
"""Memories in one document: they are stored in one transaction."""


def check_document(document: Document) -> None:
    """Raises InvalidError, with the path of the field, for the first thing that cannot be."""
    if sum(len(subject.memories) for subject in document.subjects) > MOST:
        raise InvalidError(f"A document may have {MOST:,} memories: export people one by one.")
    _once("subjects", (subject.external_id for subject in document.subjects), "external_id")
    _once("subjects", _all_ids(document), "id")
    for number, subject in enumerate(document.subjects):
        _check_subject(f"subjects[{number}]", subject)


def _all_ids(document: Document) -> Iterable[str]:
    for subject in document.subjects:
        yield from (session.id for session in subject.sessions)
        yield from (memory.id for memory in subject.memories)
        yield from (follow_up.id for follow_up in subject.follow_ups)
        yield from (turn.id for session in subject.sessions for turn in session.turns)


def _check_subject(path: str, subject: PortableSubject) -> None:
    sessions = {one.id for one in subject.sessions}
    turns = {turn.id for one in subject.sessions for turn in one.turns}
    memories = {one.id for one in subject.memories}
    _once(f"{path}.sessions", (one.external_id for one in subject.sessions), "external_id")
    for number, session in enumerate(subject.sessions):
        _once(f"{path}.sessions[{number}].turns", (turn.number for turn in session.turns), "number")
    for number, memory in enumerate(subject.memories):
        here = f"{path}.memories[{number}]"
        _found(f"{here}.source_session", memory.source_session, sessions)
        _found(f"{here}.source_turn", memory.source_turn, turns)
        _found(f"{here}.supersedes", memory.supersedes, memories)
        _check_memory(here, memory)
    for number, follow_up in enumerate(subject.follow_ups):
        _found(f"{path}.follow_ups[{number}].memory", follow_up.memory, memories)
    _check_chains(f"{path}.memories", subject.memories)
    slots = [(one.beneficiary, one.key) for one in subject.memories if _holds_slot(one)]
    _once(f"{path}.memories", slots, "key of a current single-valued memory")


def _check_memory(path: str, memory: PortableMemory) -> None:
    if memory.valid_from and memory.valid_until and memory.valid_until < memory.valid_from:
        raise InvalidError(
            f"{path}.valid_until: it must not lie before valid_from.", field=f"{path}.valid_until"
        )
    if memory.single_valued and not memory.key:
        raise InvalidError(f"{path}.single_valued: it needs a key.", field=f"{path}.single_valued")


def _holds_slot(memory: PortableMemory) -> bool:
    return memory.single_valued and memory.valid_until is None and memory.deleted_at is None


def _check_chains(path: str, memories: Iterable[PortableMemory]) -> None:
    """One successor each, and no circle."""
    before = {one.id: one.supersedes for one in memories}
    _once(path, (older for older in before.values() if older), "supersedes")
    for start in before:
        seen, link = {start}, before[start]
        while link is not None:
            if link in seen:
                raise InvalidError(f"{path}: a chain leads back to itself.", field=path)
            seen.add(link)
            link = before[link]


def _once(path: str, values: Iterable[object], what: str) -> None:
    seen = set()
    for value in values:
        if value in seen:
            raise InvalidError(f"{path}: one {what} stands there twice.", field=path)
        seen.add(value)


def _found(path: str, ref: str | None, known: set[str]) -> None:
    if ref is not None and ref not in known:
        raise InvalidError(f"{path}: it names an id that the person does not have.", field=path)
