"""What happened to a question and its memory after a page of it was opened, as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone

from memory.access import chain_of
from memory.digest import changed_fields
from memory.models import Decision, Memory, ReviewItem
from review.models import Resolution
from review.times import day, relative

WORDS = {
    "type": "type",
    "scope": "scope",
    "beneficiary": "whom it is about",
    "key": "key",
    "value": "value",
    "source": "who said it",
    "valid_from": "from when it holds",
    "valid_until": "until when it holds",
    "importance": "importance",
    "confidence": "confidence",
    "deleted_at": "deleted on",
}
"""The fields of a memory that can change under a person's eyes, in words."""


def what_changed(item: ReviewItem, memory_id: str, *, seen: str, version: int | None) -> list[str]:
    """What is other than it was shown. item: as it is now. seen: `digest.fieldwise` of the memory
    that was shown, empty where none was."""
    now = timezone.now()
    found = list(_of_item(item, now)) if version not in {None, item.version} else []
    if memory_id:
        found += _of_memory(item, memory_id, seen, now)
    return found


def _of_item(item: ReviewItem, now: datetime) -> Iterator[str]:
    last = Resolution.objects.filter(item=item).select_related("user").first()
    if last is None:
        return
    who = str(last.user) if last.user else last.get_actor_display().lower()
    yield f"{who.capitalize()} answered {relative(last.created_at, now)}: {last.get_action_display()}."
    if item.state == ReviewItem.State.OPEN:
        yield "That answer was taken back, and the question waits again."


def _of_memory(item: ReviewItem, memory_id: str, seen: str, now: datetime) -> Iterator[str]:
    memory = Memory.objects.filter(subject_id=item.subject_id, id=memory_id).first()
    if memory is None:
        yield "The stored memory was erased."
    elif memory.deleted_at:
        yield f"The stored memory was deleted {relative(memory.deleted_at, now)}."
    elif (newest := chain_of(memory)[-1]) != memory:
        edited = Decision.objects.filter(
            subject_ref=item.subject_id, memory_ref=newest.id, action=Decision.Action.EDIT
        ).exists()
        did = "worded anew" if edited else "replaced"
        yield f"“{memory.content}” was {did} {relative(newest.created_at, now)}: “{newest.content}”"
    else:
        for name in changed_fields(memory, seen):
            yield _field(name, memory, now)


def _field(name: str, memory: Memory, now: datetime) -> str:
    value = getattr(memory, name)
    if isinstance(value, datetime):
        value = day(value, now)
    return f"Changed: {WORDS.get(name, name.replace('_', ' '))}, now {value or 'empty'}."
