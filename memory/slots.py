"""The slot of a single-valued key: which memory fills it, and whether another may."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import F, Q
from django.utils import timezone

from memory.errors import ConflictError
from memory.extraction.keys import find_key, spelling_of
from memory.models import Memory, MemoryQuerySet, Subject
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


@dataclass(frozen=True, slots=True)
class KeyedMemories:
    """The memories of a workspace whose key is spelt as one of these words, when what the key is
    changes. The caller holds the workspace's keys (`locks.hold_keys`)."""

    workspace_id: str
    name: str
    spellings: set[str]

    def several_current(self) -> list[list[str]]:
        """Ids of the memories that could not all fill the one slot, by whom they are about."""
        slots: dict[tuple[str, str], list[str]] = defaultdict(list)
        open_ended = self._rows().visible().filter(self._fills(), valid_until__isnull=True)
        for row in open_ended.order_by("created_at", "id"):
            slots[row.subject_id, row.beneficiary].append(row.id)
        return [ids for ids in slots.values() if len(ids) > 1]

    def effect(self, *, single: bool) -> str:
        """What `apply` would change, as sentences; "" for nothing."""
        current = self._rows().current(timezone.now())
        renamed = current.exclude(key=self.name).count()
        filled = current.filter(self._fills(), single_valued=False) if single else None
        freed = None if single else current.filter(single_valued=True)
        told = [
            f"{renamed:,} stored memories would be found under this name." if renamed else "",
            _told(filled, "would each become the one value: a new one takes its place."),
            _told(freed, "would no longer give way to a new value."),
        ]
        return " ".join(filter(None, told))

    def apply(self, *, single: bool) -> None:
        """Let the memories fill their slots, or not. Verdicts under way are made anew."""
        rows = self._rows()
        people = Subject.objects.filter(id__in=rows.values("subject")).order_by("id")
        ids = list(people.select_for_update().values_list("id", flat=True))
        Subject.objects.filter(id__in=ids).update(memory_version=F("memory_version") + 1)
        # Ended and hidden ones too: undo may bring them back, and finds the slot taken.
        fill = rows.filter(self._fills()) if single else rows.none()
        taken = list(fill.values_list("id", flat=True))
        touched = list(rows.values_list("id", flat=True))
        Memory.objects.filter(id__in=touched).update(key=self.name, single_valued=False)
        Memory.objects.filter(id__in=taken).update(single_valued=True)

    def _rows(self) -> MemoryQuerySet:
        stored = Memory.objects.filter(subject__workspace=self.workspace_id).exclude(key="")
        keys = stored.order_by().values_list("key", flat=True).distinct()
        same = [key for key in keys if spelling_of(key) in self.spellings]
        return stored.filter(key__in=same)

    def _fills(self) -> Q:
        """What takes the only place of a key: neither what happened nor what is yet to begin."""
        begun = Q(valid_from__isnull=True) | Q(valid_from__lte=timezone.now())
        return begun & ~Q(type=MemoryType.EPISODIC)


def _told(rows: MemoryQuerySet | None, what: str) -> str:
    if rows is None or not (count := rows.count()):
        return ""
    people = rows.order_by().values("subject").distinct().count()
    return f"{count:,} stored memories of {people:,} people {what}"
