"""Let a person say again what they once had erased."""

from __future__ import annotations

from memory.fingerprint import fingerprint
from memory.models import Decision, Subject, Tombstone
from memory.store import Actor, change


def lift(subject: Subject, actor: Actor, *, statement: str = "") -> int:
    """Let the statement be learned again; all erased statements where none is named. Answers how
    many tombstones were lifted.

    Nothing comes back: what was erased is gone. A statement is recognised by its words only.
    """
    with change(subject.id, actor) as c:
        stones = Tombstone.objects.filter(subject=c.subject)
        if statement:
            stones = stones.filter(fingerprint=fingerprint(c.subject.id, statement))
        lifted, _ = stones.delete()
        if lifted:
            c.record(Decision.Action.UNDO, "tombstone_lifted", evidence={"lifted": lifted})
    return lifted
