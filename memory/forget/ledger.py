"""The ledger of erasures: a file beside the database, so that a restored backup cannot undo them.

A line for each erasure, written when it is committed and once more when its receipt is signed;
the last one counts. A line holds the receipt and what is gone by ids, keyed hashes and places, no
words. The database has the same in its receipts: `catch_up` writes what a killed process, or
another machine, did not write here. Once no backup from before is left, it is let go.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.db.models import Q
from django.utils import timezone

from memory.forget import ledger_file as written
from memory.forget.gone import Gone
from memory.models import ErasureReceipt, Tombstone, Workspace

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entry:
    """One erasure as the ledger knows it. receipt: the row's columns, as JSON."""

    receipt: Mapping[str, Any]
    gone: Gone

    @property
    def id(self) -> str:
        """The receipt's."""
        return str(self.receipt["id"])

    def as_row(self) -> ErasureReceipt:
        """The receipt as it was, not saved; its space is still to be given back."""
        return ErasureReceipt(
            **{name: self.receipt[name] for name in _AS_THEY_ARE},
            created_at=self.created_at,
            backups_until=self.backups_until,
            gone=self.gone.as_dict(),
        )

    @property
    def created_at(self) -> datetime:
        return datetime.fromisoformat(self.receipt["created_at"])

    @property
    def backups_until(self) -> date | None:
        until = self.receipt["backups_until"]
        return date.fromisoformat(until) if until else None


_AS_THEY_ARE = (
    "id", "workspace_id", "subject_ref", "extent", "actor", "counts", "scan", "signature"
)  # fmt: skip


def note(receipt: ErasureReceipt) -> None:
    """Write the erasure down. What cannot be written is logged, and written by `catch_up`."""
    try:
        written.append(written.ledger_file(), [_line(receipt)])
    except OSError as error:
        logger.error("receipt %s is not in the ledger yet: %s", receipt.id, error.strerror)


def catch_up() -> int:
    """Write down every erasure of this database that the file lacks, or has without its proof;
    answers how many. Safe to run twice. Raises OSError where the file cannot be written."""
    file = written.ledger_file()
    known = read(file)
    signed = {entry.id for entry in known.values() if entry.receipt["signature"]}
    rows = ErasureReceipt.objects.filter(_kept(timezone.now())).exclude(id__in=signed)
    lacking = [
        row for row in rows.order_by("created_at", "id") if row.id not in known or row.signature
    ]
    if lacking:
        written.append(file, [_line(row) for row in lacking])
    return len(lacking)


def let_go(now: datetime) -> int:
    """Remove what no backup can bring back any more, from the file and from the receipts; answers
    how many lines that were. Safe to run twice. Raises OSError."""
    ErasureReceipt.objects.exclude(_kept(now)).exclude(gone={}).update(gone={})
    return written.drop(written.ledger_file(), lambda line: _is_over(line, now))


def _kept(now: datetime) -> Q:
    """Receipts of which a backup from before may be left, by what they say or by the settings."""
    return Q(created_at__gte=written.reaches_back_to(now)) | Q(backups_until__gt=now.date())


def _is_over(line: written.Written, now: datetime) -> bool:
    """The same of a line; False for one that is about something else."""
    entry = _entry(line)
    if entry is None or entry.created_at >= written.reaches_back_to(now):
        return False
    return entry.backups_until is None or entry.backups_until <= now.date()


def read(file: Path) -> dict[str, Entry]:
    """The erasures in the file by their receipts' ids, oldest first; none where there is no file."""
    return {entry.id: entry for entry in _entries(written.lines(file))}


def read_all(files: Iterable[Path]) -> list[Entry]:
    """The erasures of several ledgers, oldest first."""
    found = {ref: entry for file in files for ref, entry in read(file).items()}
    return sorted(found.values(), key=lambda entry: entry.created_at)


def unknown(entries: Iterable[Entry]) -> list[Entry]:
    """Those that this database has no receipt of, though it has their workspace."""
    found = {entry.id: entry for entry in entries}
    known = ErasureReceipt.objects.filter(id__in=list(found))
    for ref in known.values_list("id", flat=True):
        del found[ref]
    spaces = {entry.receipt["workspace_id"] for entry in found.values()}
    here = set(Workspace.objects.filter(id__in=spaces).values_list("id", flat=True))
    return [entry for entry in found.values() if entry.receipt["workspace_id"] in here]


def missing() -> bool:
    """Whether erasures of the ledger are undone in this database, as after a restore without
    `manage.py restore`. Quick: only the ledger's end is read."""
    return bool(unknown(_entries(written.lines(written.ledger_file(), tail=written.TAIL))))


def _entries(lines: Iterable[written.Written]) -> Iterator[Entry]:
    return (entry for line in lines if (entry := _entry(line)) is not None)


def _entry(line: written.Written) -> Entry | None:
    """The erasure that the line is about, if it is about one."""
    try:
        return Entry(line["receipt"], Gone.read(line["gone"]))
    except (ValueError, KeyError, TypeError):
        return None


def _line(receipt: ErasureReceipt) -> dict[str, Any]:
    gone = receipt.gone or {**Gone().as_dict(), "marks": _marks(receipt)}
    until = receipt.backups_until
    columns = {
        **{name: getattr(receipt, name) for name in _AS_THEY_ARE},
        "created_at": receipt.created_at.isoformat(),
        "backups_until": until.isoformat() if until else None,
    }
    return {"receipt": columns, "gone": gone}


def _marks(receipt: ErasureReceipt) -> list[str]:
    """Of an erasure from before the ledger."""
    stones = Tombstone.objects.filter(receipt=receipt)
    return sorted(stones.values_list("fingerprint", flat=True))
