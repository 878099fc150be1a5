"""The slot of a single-valued key: which memory fills it, and whether another may."""

from __future__ import annotations

from memory.errors import ConflictError
from memory.extraction.keys import find_key
from memory.models import Memory, MemoryQuerySet
from memory.vocabulary import MemoryType


def fills_slot(memory: Memory) -> bool:
    """Whether the memory takes the only place of its key.

    What ends by itself does not (an exception beside the rule), nor what a person or a policy
    keeps beside another value.
    """
    key = find_key(memory.key) if memory.key else None
    replaceable = memory.type != MemoryType.EPISODIC
    if key is None or not key.is_single or not replaceable or memory.valid_until is not None:
        return False
    return not _holders(memory).exists()


def is_taken(memory: Memory) -> bool:
    """Whether the memory's key holds one value only, and another memory has it."""
    key = find_key(memory.key) if memory.key else None
    return key is not None and key.is_single and _holders(memory).exists()


def _holders(memory: Memory) -> MemoryQuerySet:
    """Other memories that fill the slot which this one's key names."""
    return (
        Memory.objects.visible()
        .filter(
            subject_id=memory.subject_id,
            beneficiary=memory.beneficiary,
            key=memory.key,
            single_valued=True,
            valid_until__isnull=True,
        )
        .exclude(id=memory.id)
    )


def check_slot(memory: Memory) -> None:
    """Refuse with a sentence where another memory has taken the slot of this one's key."""
    if not memory.single_valued or memory.valid_until is not None:
        return
    if _holders(memory).exists():
        raise ConflictError("A newer memory holds this value now; change or delete that one first.")
