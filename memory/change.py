"""One change of one subject's memories: who makes it, under which lock, and its log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from memory.errors import ConflictError
from memory.keys import keys_of
from memory.locks import share_keys
from memory.models import Decision, Subject
from memory.models.decision import DecisionAction, DecisionActor
from memory.models.ids import new_id


@dataclass(frozen=True, slots=True)
class Actor:
    """Who makes a change: the gate, an operator's or API key's id, the subject, the system."""

    kind: DecisionActor
    ref: str = ""


GATE = Actor(Decision.Actor.GATE)
SYSTEM = Actor(Decision.Actor.SYSTEM)


class StaleError(ConflictError):
    """The subject's memories changed since the snapshot that a verdict was made on."""

    code = "stale"


@dataclass(slots=True)
class Change:
    """An open change of one subject's memories: the locked subject, who changes, and when.

    ref: what is decided in this change is one whole: undo takes all of it back.
    decisions: ids of what was recorded so far, in order.
    """

    subject: Subject
    actor: Actor
    now: datetime
    ref: str = field(default_factory=partial(new_id, "chg"))
    decisions: list[str] = field(default_factory=list)

    def record(self, action: DecisionAction, reason: str, **fields: object) -> Decision:
        """Append to the decision log, in the same transaction as what it tells of."""
        decision = Decision.objects.create(
            workspace_id=self.subject.workspace_id,
            subject_ref=self.subject.id,
            actor=self.actor.kind,
            actor_ref=self.actor.ref,
            action=action,
            reason=reason,
            change_ref=self.ref,
            **fields,
        )
        self.decisions.append(decision.id)
        return decision


@contextmanager
def change(
    subject_id: str, actor: Actor, *, version: int | None = None, now: datetime | None = None
) -> Iterator[Change]:
    """Hold the subject's row and open a transaction for one change of its memories.

    version: the `memory_version` of the snapshot that the change rests on; None where it rests
    on none. Raises StaleError where the memories changed since.
    """
    with transaction.atomic():
        share_keys(subject_id)
        subject = Subject.objects.select_for_update().filter(id=subject_id).first()
        if subject is None:
            raise StaleError("This person's memory was erased meanwhile.")
        if version is not None and subject.memory_version != version:
            raise StaleError("This person's memories changed meanwhile; look again.")
        with keys_of(subject.workspace_id):
            yield Change(subject, actor, now or timezone.now())
        subject.memory_version += 1
        subject.save(update_fields=["memory_version"])
