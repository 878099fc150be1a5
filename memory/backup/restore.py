"""Restore a backup, a step a line: beside the present database, settled there, then in its place."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, cast

from memory.backup import databases
from memory.backup.archive import CHUNK, DUMP, KEY, Manifest, key_mark, opened_backup
from memory.backup.errors import BackupError
from memory.backup.programs import program
from memory.supervisor.endpoints import REPOSITORY

LEFT_OUT = (" POLICY ", " ACL ", " DEFAULT ACL ")
"""Entries of a dump that name a role; the walls are raised anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be restored, and how.

    key: the installation's secret key. key_file: where it is kept; None where the environment
    gives it. take_key: the backup's key takes its place. ledgers: besides this installation's.
    unread: the present database is damaged, so that its own record of erasures is not read.
    kept: for how long backups are; the ledger does not reach back any further. outdated: the
    backup may be older.
    """

    file: Path
    key: str
    key_file: Path | None
    take_key: bool = False
    ledgers: Sequence[Path] = ()
    unread: bool = False
    kept: timedelta = timedelta.max
    outdated: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """How many erasures, and how many ends of keys, roles and invitations, were done again."""

    erasures: int
    closings: int


def restore(wish: Wish, url: str, say: Callable[[str], None]) -> Done:
    """Put the backup in the place of the database of the URL. Raises BackupError, with the present
    database as it was."""
    with opened_backup(wish.file) as (packed, manifest):
        _check_age(wish, manifest)
        _check_version(manifest, url)
        databases.refuse_in_use(url)
        key = _key(wish, packed, manifest, url)
        with databases.new_beside(url) as beside:
            say("Restoring into a database beside the present one.")
            _fill(packed, manifest, beside)
            if not wish.unread and databases.has_table(url, "memory_erasurereceipt"):
                _read_ledger(url, key)
            say("Erasing again what was erased since.")
            done = _settle(beside, wish.ledgers, key)
        databases.swap(url)
        if key != wish.key and wish.key_file is not None:
            wish.key_file.write_text(key)
    return done


def _check_age(wish: Wish, manifest: Manifest) -> None:
    if wish.outdated or datetime.now(UTC) - manifest.moment <= wish.kept:
        return
    raise BackupError(
        f"The backup is of {manifest.moment:%Y-%m-%d}, and backups are kept for {wish.kept.days} "
        "days (PALIMPSEST_BACKUP_DAYS): the ledger no longer knows all that was erased since, "
        "which would come back. Take a newer backup, or give --outdated to restore it all the same."
    )


def _check_version(manifest: Manifest, url: str) -> None:
    server = databases.server_version(url)
    if server < manifest.server:
        raise BackupError(
            f"The backup is from PostgreSQL {manifest.server}, and this server is "
            f"{server}: restore it on PostgreSQL {manifest.server} or newer."
        )


def _key(wish: Wish, packed: zipfile.ZipFile, manifest: Manifest, url: str) -> str:
    """The secret key that the restored database is used with."""
    if key_mark(wish.key) == manifest.key_mark:
        return wish.key
    if KEY not in packed.namelist() or wish.key_file is None:
        raise BackupError(
            "The backup was made under another secret key: set PALIMPSEST_SECRET_KEY to that one, "
            "for without it no erased statement is recognised and no receipt is proven."
        )
    if databases.has_table(url, "memory_workspace") and not wish.take_key:
        raise BackupError(
            "The backup was made under another secret key, and it has that key. Give --take-key "
            "to put it in the place of this installation's: links that this one signed end."
        )
    return packed.read(KEY).decode().strip()


def _fill(packed: zipfile.ZipFile, manifest: Manifest, beside: str) -> None:
    pg_restore = str(program("pg_restore", at_least=manifest.program))
    entries = _run([pg_restore, "--list"], packed, {})
    kept = [line for line in entries.splitlines() if not any(word in line for word in LEFT_OUT)]
    where, secret = databases.for_programs(beside)
    with tempfile.NamedTemporaryFile("w", suffix=".list") as chosen:
        chosen.write("\n".join(kept) + "\n")
        chosen.flush()
        _run(
            [pg_restore, "--no-owner", "--no-privileges", "--exit-on-error",
             f"--use-list={chosen.name}", f"--dbname={where}"],
            packed, secret,
        )  # fmt: skip


def _run(argv: list[str], packed: zipfile.ZipFile, secret: dict[str, str]) -> str:
    """A program with the dump on its standard input: no copy of it is left on the disk."""
    with (
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            argv, env=os.environ | secret, stdin=subprocess.PIPE, stdout=output, stderr=said
        ) as running,
    ):
        # Where the pipe breaks, it has read enough, or says below why it ended.
        into = cast(IO[bytes], running.stdin)
        with suppress(BrokenPipeError), packed.open(DUMP) as dump, into:
            shutil.copyfileobj(dump, into, CHUNK)
        if running.wait():
            said.seek(0)
            first = said.read().decode(errors="replace").strip().partition("\n")[0]
            raise BackupError(f"pg_restore failed: {first}")
        output.seek(0)
        return output.read().decode()


def _read_ledger(url: str, key: str) -> None:
    """Write down what the present database knows to be erased, before it is replaced."""
    done = _python(["manage.py", "erasure_ledger", "note"], url, key)
    if done.returncode:
        raise BackupError(
            "The present database could not be asked what was erased "
            f"({_last_line(done.stderr)}). Give --unread to rely on the ledger's file alone."
        )


def _settle(beside: str, ledgers: Sequence[Path], key: str) -> Done:
    names = [str(file.absolute()) for file in ledgers]
    done = _python(["-m", "memory.backup.settle", *names], beside, key)
    if done.returncode:
        raise BackupError(f"The backup could not be brought up to date: {_last_line(done.stderr)}")
    told = json.loads(done.stdout.rpartition("\n")[2])
    if told["left"]:
        raise BackupError(
            f"Traces of what was erased are left in {', '.join(told['left'])}, so the backup was "
            "not put in place."
        )
    return Done(int(told["erasures"]), int(told["closings"]))


def _python(arguments: list[str], url: str, key: str) -> subprocess.CompletedProcess[str]:
    environ = os.environ | {"DATABASE_URL": url, "PALIMPSEST_SECRET_KEY": key}
    return subprocess.run(
        [sys.executable, "-W", "ignore", *arguments], cwd=REPOSITORY, env=environ,
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2].removeprefix("CommandError: ")
