"""The ledger as a file: lines of JSON that are added one process at a time, and in the end removed."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Any

from django.conf import settings

FORMAT = 1
TAIL = 65_536
"""Bytes at the file's end that tell whether a database is older than it: whichever lacks one line
lacks the later ones as well."""

Written = Mapping[str, Any]
"""What a line holds."""


def ledger_file() -> Path:
    """Where this installation's is."""
    return Path(settings.ERASURE_LEDGER)


def reaches_back_to(now: datetime) -> datetime:
    """From when on the ledger knows all: backups from before are not kept any more. The day more
    is for one that is made and pruned at the same hour."""
    return now - settings.BACKUP_AGE - timedelta(days=1)


def lines(file: Path, *, tail: int = 0) -> Iterator[Written]:
    """What the file's lines hold, oldest first; nothing where there is no file.

    tail: only so many bytes at its end. A line that a power cut left broken is passed over.
    """
    try:
        with file.open("rb") as opened:
            if tail:
                opened.seek(max(0, opened.seek(0, os.SEEK_END) - tail))
            yield from (told for line in opened if (told := _read(line)) is not None)
    except FileNotFoundError:
        return


def append(file: Path, written: Iterable[Written]) -> None:
    """At the end of the file, on the disk. Raises OSError."""
    with _held(file) as opened:
        end = opened.seek(0, os.SEEK_END)
        if end:
            opened.seek(end - 1)
            if opened.read(1) != b"\n":
                opened.write(b"\n")
        opened.writelines(_line(one) for one in written)
        opened.flush()
        os.fsync(opened.fileno())


def drop(file: Path, is_over: Callable[[Written], bool]) -> int:
    """Remove the lines that are over; answers how many. The file is the old or the new one at any
    moment. What cannot be read stays. Raises OSError."""

    def stays(line: bytes) -> bool:
        told = _read(line)
        return told is None or not is_over(told)

    with _held(file) as opened:
        opened.seek(0)
        dropped = sum(not stays(line) for line in opened)
        if dropped:
            opened.seek(0)
            part = file.with_name(f".{file.name}.part")
            with os.fdopen(
                os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb"
            ) as new:
                new.writelines(line for line in opened if stays(line))
                new.flush()
                os.fsync(new.fileno())
            part.replace(file)
    return dropped


def _line(written: Written) -> bytes:
    return json.dumps({"format": FORMAT, **written}, separators=(",", ":")).encode() + b"\n"


def _read(line: bytes) -> Written | None:
    try:
        told = json.loads(line)
    except ValueError:
        return None
    return told if isinstance(told, dict) and told.get("format") == FORMAT else None


@contextmanager
def _held(file: Path) -> Iterator[IO[bytes]]:
    """The file, made where it is missing, with its lock. While we waited for that, another process
    may have put a new file in its place: then it is that one's turn."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    while True:
        with os.fdopen(os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600), "r+b") as opened:
            fcntl.flock(opened, fcntl.LOCK_EX)
            if _is_in_place(opened, file):
                yield opened
                return


def _is_in_place(opened: IO[bytes], file: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(opened.fileno()), file.stat())
    except FileNotFoundError:
        return False
