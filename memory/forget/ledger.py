"""The ledger of erasures: a file beside the database, so that a restored backup cannot undo them.

A line for each erasure, written when it is committed and once more when its receipt is signed;
the last one counts. A line holds the receipt and what is gone by ids, keyed hashes and places, no
words. The database has the same in its receipts: `catch_up` writes what a killed process, or
another machine, did not write here.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import IO, Any

from django.conf import settings

from memory.forget.gone import Gone
from memory.models import ErasureReceipt, Tombstone, Workspace

logger = logging.getLogger(__name__)

FORMAT = 1
TAIL = 65_536
"""Bytes at the file's end that `missing` looks at: whichever database lacks an erasure lacks the
later ones as well."""


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
        until = self.receipt["backups_until"]
        return ErasureReceipt(
            **{name: self.receipt[name] for name in _AS_THEY_ARE},
            created_at=datetime.fromisoformat(self.receipt["created_at"]),
            backups_until=date.fromisoformat(until) if until else None,
            gone=self.gone.as_dict(),
        )


_AS_THEY_ARE = (
    "id", "workspace_id", "subject_ref", "extent", "actor", "counts", "scan", "signature"
)  # fmt: skip


def note(receipt: ErasureReceipt) -> None:
    """Write the erasure down. What cannot be written is logged, and written by `catch_up`."""
    try:
        _append(ledger_file(), [_line(receipt)])
    except OSError as error:
        logger.error("receipt %s is not in the ledger yet: %s", receipt.id, error.strerror)


def catch_up() -> int:
    """Write down every erasure of this database that the file lacks, or has without its proof;
    answers how many. Safe to run twice. Raises OSError where the file cannot be written."""
    written = read(ledger_file())
    signed = {entry.id for entry in written.values() if entry.receipt["signature"]}
    rows = ErasureReceipt.objects.exclude(id__in=signed).order_by("created_at", "id")
    lacking = [row for row in rows if row.id not in written or row.signature]
    if lacking:
        _append(ledger_file(), [_line(row) for row in lacking])
    return len(lacking)


def read(file: Path) -> dict[str, Entry]:
    """The erasures in the file by their receipts' ids, oldest first; none where there is no file.

    A line that a power cut left broken is passed over: `catch_up` has written it anew.
    """
    try:
        with file.open("rb") as opened:
            return {entry.id: entry for entry in _entries(opened)}
    except FileNotFoundError:
        return {}


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
    try:
        with ledger_file().open("rb") as opened:
            opened.seek(max(0, opened.seek(0, os.SEEK_END) - TAIL))
            return bool(unknown(list(_entries(opened))))
    except FileNotFoundError:
        return False


def ledger_file() -> Path:
    """Where it is."""
    return Path(settings.ERASURE_LEDGER)


def _entries(opened: IO[bytes]) -> Iterator[Entry]:
    for line in opened:
        try:
            written = json.loads(line)
            if written["format"] == FORMAT:
                yield Entry(written["receipt"], Gone.read(written["gone"]))
        except (ValueError, KeyError, TypeError):
            continue  # cut off by a power cut, or by the beginning of the tail


def _line(receipt: ErasureReceipt) -> bytes:
    gone = receipt.gone or {**Gone().as_dict(), "marks": _marks(receipt)}
    until = receipt.backups_until
    columns = {
        **{name: getattr(receipt, name) for name in _AS_THEY_ARE},
        "created_at": receipt.created_at.isoformat(),
        "backups_until": until.isoformat() if until else None,
    }
    written = {"format": FORMAT, "receipt": columns, "gone": gone}
    return json.dumps(written, separators=(",", ":")).encode() + b"\n"


def _marks(receipt: ErasureReceipt) -> list[str]:
    """Of an erasure from before the ledger."""
    stones = Tombstone.objects.filter(receipt=receipt)
    return sorted(stones.values_list("fingerprint", flat=True))


def _append(file: Path, lines: Iterable[bytes]) -> None:
    """At the end of the file, on the disk, one process at a time."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600), "r+b") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        end = opened.seek(0, os.SEEK_END)
        if end:
            opened.seek(end - 1)
            if opened.read(1) != b"\n":
                opened.write(b"\n")
        opened.writelines(lines)
        opened.flush()
        os.fsync(opened.fileno())
