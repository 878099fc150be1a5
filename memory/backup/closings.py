"""What was closed since a backup stays closed once that is restored: keys, roles, invitations.

Each such act is a row of the log of administration (`AdminRecord`), and a line in the ledger that
also has the erasures. A database that lacks the row is older than the act, which is done again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.sessions.models import Session as Visit
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from memory.forget import ledger_file as written
from memory.models import AdminRecord, ApiKey, HostDoor, Membership, Subject, Workspace
from memory.models.audit import AdminAct

logger = logging.getLogger(__name__)

LINE = "closing"

CLOSING = (
    AdminAct.API_REVOKED,
    AdminAct.API_ROTATED,
    AdminAct.REMOVED,
    AdminAct.ROLE,
    AdminAct.UNINVITED,
    AdminAct.JOINED,
    AdminAct.HOST_DOOR,
)
"""Acts after which somebody may do less than before; an invitation works once."""


def _close_again(record: AdminRecord) -> None:
    """Invitations need nothing of their own: `end_ways_in` ends them all."""
    match record.act:
        # A key that was replaced, too: its successor came after the backup and is not known.
        case AdminAct.API_REVOKED | AdminAct.API_ROTATED:
            keys = ApiKey.objects.filter(workspace=record.workspace_id, id=record.about)
            keys.filter(revoked_at=None).update(revoked_at=timezone.now())
        case AdminAct.REMOVED:
            _membership(record).delete()
        case AdminAct.ROLE:
            ranks = Membership.Role.values
            above = ranks[ranks.index(record.detail) + 1 :]
            _membership(record).filter(role__in=above).update(role=record.detail)
        case AdminAct.HOST_DOOR:
            HostDoor.objects.filter(workspace=record.workspace_id).update(**HostDoor.CLOSED)


def _membership(record: AdminRecord) -> QuerySet[Membership]:
    return Membership.objects.filter(workspace=record.workspace_id, user=int(record.about))


def end_ways_in(now: datetime) -> None:
    """Sign everybody out, and end all links and invitations: those that ended since the backup
    would work again."""
    Visit.objects.all().delete()
    Subject.objects.update(doors_closed_at=now)
    invitations = apps.get_model("review", "Invitation")._default_manager
    invitations.filter(used_at=None, revoked_at=None).update(revoked_at=now)


def note(record: AdminRecord) -> None:
    """Write the act down where it closes something; `catch_up` writes what cannot be written."""
    if record.act not in CLOSING:
        return
    try:
        written.append(written.ledger_file(), [_line(record)])
    except OSError as error:
        logger.error("act %s is not in the ledger yet: %s", record.id, error.strerror)


def catch_up() -> int:
    """Write down every such act of this database that the ledger lacks; answers how many. Safe to
    run twice. Raises OSError."""
    known = {str(told["id"]) for told in _told([written.ledger_file()])}
    since = written.reaches_back_to(timezone.now())
    rows = AdminRecord.objects.filter(act__in=CLOSING, created_at__gte=since)
    lacking = list(rows.exclude(id__in=known).order_by("created_at", "id"))
    if lacking:
        written.append(written.ledger_file(), map(_line, lacking))
    return len(lacking)


def let_go(now: datetime) -> int:
    """Remove the lines of acts from before all backups that are kept; answers how many. Safe to
    run twice. Raises OSError."""
    since = written.reaches_back_to(now)
    return written.drop(
        written.ledger_file(),
        lambda line: LINE in line and datetime.fromisoformat(line[LINE]["created_at"]) < since,
    )


def replay(files: Iterable[Path]) -> int:
    """Do every act of the ledgers again that this database does not know, oldest first; answers
    how many. Safe to run twice."""
    done = 0
    for record in sorted(_unknown(_told(files)), key=lambda one: (one.created_at, one.id)):
        with transaction.atomic():
            record.save(force_insert=True)
            _close_again(record)
        done += 1
    return done


def missing() -> bool:
    """Whether this database lacks such an act that is among the ledger's last lines."""
    return bool(_unknown(_told([written.ledger_file()], tail=written.TAIL)))


_AS_THEY_ARE = ("id", "workspace_id", "actor", "actor_ref", "act", "about", "detail")


def _line(record: AdminRecord) -> dict[str, Any]:
    columns = {name: getattr(record, name) for name in _AS_THEY_ARE}
    return {LINE: {**columns, "created_at": record.created_at.isoformat()}}


def _told(files: Iterable[Path], *, tail: int = 0) -> list[Mapping[str, Any]]:
    return [line[LINE] for file in files for line in written.lines(file, tail=tail) if LINE in line]


def _unknown(told: Iterable[Mapping[str, Any]]) -> list[AdminRecord]:
    """Rows, not saved, of the acts that this database lacks, though it has their workspace."""
    found = {str(one["id"]): one for one in told if one["act"] in CLOSING}
    known = set(AdminRecord.objects.filter(id__in=found).values_list("id", flat=True))
    spaces = {one["workspace_id"] for one in found.values()}
    here = set(Workspace.objects.filter(id__in=spaces).values_list("id", flat=True))
    return [
        AdminRecord(
            **{name: one[name] for name in _AS_THEY_ARE},
            created_at=datetime.fromisoformat(one["created_at"]),
        )
        for ref, one in found.items()
        if ref not in known and one["workspace_id"] in here
    ]
