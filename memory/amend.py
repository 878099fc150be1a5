"""Correct or hide one memory, as operators, subjects and chatbots do: one way for every door."""

from __future__ import annotations

from typing import Any

from memory import store
from memory.claims import check_interval, check_statement
from memory.consent.choices import check_allowed
from memory.digest import digest
from memory.errors import ConflictError, InvalidError
from memory.extraction.keys import name_of
from memory.extraction.refuse import refuse
from memory.inference.embeddings import embed
from memory.inference.vector import Vector
from memory.lifetimes import begins_at, ends_at
from memory.models import Decision, Memory
from memory.requests.undoing import take_back
from memory.store import Actor, Change
from memory.vocabulary import Source

WRONG = "called_wrong"
"""The reason code of what its person called wrong."""


def edit_memory(
    memory: Memory, changes: dict[str, Any], actor: Actor, *, shown: str = ""
) -> Memory:
    """Store a corrected version in the memory's place; the old one stays in the chain.

    changes: field names with their new values; a day in a time is one of the person's; key and
    value follow a new wording by themselves unless they are given. shown: digest of what the person
    saw, empty for any. Raises InvalidError where the result makes no sense or may not be stored,
    ConflictError where the memory has ended or is not what was shown any more, UnavailableError
    without a model.
    """
    changes = _in_zone(changes, memory)
    wanted = {**changes, "source": _source(actor)}
    vector = _vector(memory, changes.get("content", memory.content))
    with store.change(memory.subject_id, actor) as c:
        fresh = _as_shown(c, memory, shown)
        interval = {"valid_from": fresh.valid_from, "valid_until": fresh.valid_until, **changes}
        check_interval(interval["valid_from"], interval["valid_until"])
        if "content" in changes and not {"key", "value"} & set(changes):
            key, value = value_after(fresh.key, fresh.value, fresh.content, changes["content"])
            if (key, value) != (fresh.key, fresh.value):
                wanted |= {"key": key, "value": value}
        if "key" in wanted:
            wanted["key"] = name_of(wanted["key"])
        return store.edit(c, fresh, wanted, vector)


def delete_memory(memory: Memory, actor: Actor, *, shown: str = "") -> None:
    """Hide the memory at once; undo brings it back. Twice is once."""
    with store.change(memory.subject_id, actor) as c:
        fresh = _as_shown(c, memory, shown)
        if fresh.deleted_at is None:
            store.delete(c, fresh)


def call_wrong(memory: Memory, actor: Actor, *, shown: str = "") -> None:
    """Hide what was never true; the memory that it had replaced holds again. Twice is once.

    Raises ConflictError where it is not what was shown any more.
    """
    with store.change(memory.subject_id, actor) as c:
        fresh = _as_shown(c, memory, shown)
        if fresh.deleted_at is None:
            take_back(c, fresh, reason=WRONG)


def value_after(key: str, value: str, before: str, after: str) -> tuple[str, str]:
    """The key and value that fit the sentence `after`.

    The value stays where the sentence still names it, and follows where only its place in the
    sentence was filled anew ("lives in Denver" becomes "lives in Austin"). Else both are given
    up: a sentence without a key is right, a key with a stale value is not.
    """
    if not key or value.casefold() in after.casefold():
        return key, value
    start, end = _around(value, before)
    fits = start is not None and after.startswith(start) and after.endswith(end)
    middle = after[len(start or "") : len(after) - len(end)].strip() if fits else ""
    return (key, middle) if middle else ("", "")


def _around(value: str, sentence: str) -> tuple[str | None, str]:
    at = sentence.casefold().find(value.casefold())
    if not value or at < 0:
        return None, ""
    return sentence[:at], sentence[at + len(value) :]


def _in_zone(changes: dict[str, Any], memory: Memory) -> dict[str, Any]:
    """The changes with moments in the place of days."""
    zone = memory.subject.zone_info
    known = {"valid_from": begins_at, "valid_until": ends_at}
    return {
        name: known[name](value, zone) if name in known else value
        for name, value in changes.items()
    }


def _source(actor: Actor) -> Source:
    """Who vouches for the new wording."""
    return Source.USER if actor.kind == Decision.Actor.SUBJECT else Source.OPERATOR


def _vector(memory: Memory, content: str) -> Vector:
    """The stored vector for the stored words; a new one, outside any transaction, for others."""
    if content == memory.content:
        return Vector(memory.embedding, memory.embedding_model)
    check_statement(content, field="content")
    if found := refuse(content):
        raise InvalidError(found.sentence, field="content")
    check_allowed(memory.subject, content, memory.category)
    return embed([content])[0]


def _as_shown(c: Change, memory: Memory, shown: str) -> Memory:
    """The memory as it is under the lock. Raises ConflictError where that is not what was seen."""
    fresh = Memory.objects.filter(subject=c.subject, id=memory.id).first()
    if fresh is None:
        raise ConflictError("This memory was erased meanwhile.")
    if shown and shown != digest(fresh):
        raise ConflictError("This memory changed after the page was opened. Look again.")
    return fresh
