"""What goes by itself: deleted memories after a week, and what a workspace keeps for a time only.

It goes as thoroughly as what is erased, but without a tombstone: told again, it is learned again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce, Greatest

from memory.audit.administration import note_admin
from memory.change import Actor
from memory.errors import ConflictError, InvalidError
from memory.forget.erase import erase_lapsed
from memory.models import Decision, ErasureReceipt, Memory, Subject, Workspace
from memory.models.audit import AdminAct
from memory.models.memory import RESTORABLE_FOR
from memory.store import SYSTEM
from memory.vocabulary import MemoryType, Scope

BATCH = 200
"""Memories of one person in one transaction, which holds their row."""

SUBJECTS = 200
"""People in one run for one reason; the next run goes on."""

TURNS = "turns"
KINDS = (*MemoryType.values, TURNS)
LONGEST = 36_500
"""Days."""


@transaction.atomic
def set_retention(
    workspace: Workspace, kind: str, days: int | None, *, by: Actor | None = None
) -> None:
    """Keep memories of a type, or raw turns, for so many days; None: as long as they are not
    forgotten, and turns as long as the installation's settings say. by: who changes it; None for a
    command on the server. Raises InvalidError."""
    if kind not in KINDS:
        raise InvalidError(f"Name one of {', '.join(KINDS)}.", field="kind")
    if days is not None and not 1 <= days <= LONGEST:
        raise InvalidError(f"Days are from 1 to {LONGEST:,}.", field="days")
    kept = {name: value for name, value in workspace.retention.items() if name != kind}
    workspace.retention = kept if days is None else {**kept, kind: days}
    workspace.save(update_fields=["retention"])
    told = f"{days} days" if days else "unlimited"
    note_admin(workspace, by, AdminAct.RETENTION, about=kind, detail=told)


def purge_deleted(now: datetime) -> list[ErasureReceipt]:
    """Remove what was deleted too long ago to be restored. Safe to run twice."""
    return list(_remove(_deleted_for_long(now), reason="deleted_for_long"))


def remove_what_is_old(now: datetime) -> list[ErasureReceipt]:
    """Remove what is older than its workspace keeps memories of its type. Safe to run twice.

    A constraint that holds is never too old.
    """
    receipts: list[ErasureReceipt] = []
    for workspace in Workspace.objects.exclude(retention={}).order_by("id"):
        for kind in MemoryType.values:
            if days := workspace.retention.get(kind):
                old = _older_than(now - timedelta(days=days), now).filter(
                    subject__workspace=workspace, type=kind
                )
                receipts += _remove(old, reason="kept_for_long_enough")
    return receipts


def _deleted_for_long(now: datetime) -> QuerySet[Memory]:
    """What somebody deleted. What only ceased to exist as undo took its making back is left: a
    question about its claim may be open again."""
    log = Decision.objects.filter(action=Decision.Action.DELETE)
    undone = Decision.objects.exclude(undoes="").values("undoes")
    return Memory.objects.filter(
        deleted_at__lte=now - RESTORABLE_FOR, id__in=log.exclude(id__in=undone).values("memory_ref")
    )


def _older_than(moment: datetime, now: datetime) -> QuerySet[Memory]:
    """Memories that were neither stored nor confirmed since."""
    last = Greatest("created_at", Coalesce("last_confirmed", "created_at"))
    holds = Q(valid_until__isnull=True) | Q(valid_until__gt=now)
    old = Memory.objects.annotate(last=last).filter(last__lt=moment)
    return old.exclude(holds, scope=Scope.CONSTRAINT, deleted_at__isnull=True)


def _remove(memories: QuerySet[Memory], *, reason: str) -> Iterator[ErasureReceipt]:
    people = memories.order_by("subject").values_list("subject", flat=True).distinct()[:SUBJECTS]
    for subject in Subject.objects.filter(id__in=list(people)).order_by("id"):
        own = list(memories.filter(subject=subject).values_list("id", flat=True)[:BATCH])
        try:
            # Asked again under the person's row: what was restored meanwhile is not among them.
            receipt = erase_lapsed(subject, memories.filter(id__in=own), SYSTEM, reason=reason)
        except ConflictError:
            continue  # erased meanwhile
        if receipt is not None:
            yield receipt
