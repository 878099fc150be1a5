"""A backup as one file: a zip with a manifest, PostgreSQL's dump in its custom format, and the key.

The secret key goes along, where the data folder keeps it, because erased statements are recognised
and receipts are proven by it. So the file is as secret as the database: only its owner may read it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, cast

from memory.backup import databases
from memory.backup.errors import BackupError
from memory.backup.programs import major_of, program

FORMAT = 1
MANIFEST, DUMP, KEY = "manifest.json", "database.dump", "secret_key"
CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself.

    server, program: major versions of the PostgreSQL and the pg_dump that it is from. key_mark:
    tells one secret key from another, and neither of them. made_at: ISO 8601, UTC.
    """

    format: int
    made_at: str
    server: int
    program: int
    key_mark: str

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.made_at)


def key_mark(key: str) -> str:
    """What tells whether two installations have the same key."""
    return hmac.new(key.encode(), b"palimpsest.backup", hashlib.sha256).hexdigest()[:16]


def file_name(now: datetime) -> str:
    """The name of a backup in a folder of them."""
    return f"palimpsest-{now:%Y%m%dT%H%M%SZ}.backup"


def write_backup(url: str, file: Path, *, key: str, key_file: Path | None) -> Manifest:
    """Write the database of the URL as it is at this moment, while it is in use or not.

    key_file: the secret key's, to take along. The file is there as a whole or not at all; an older
    one of that name is replaced. Raises BackupError.
    """
    server = databases.server_version(url)
    dump = program("pg_dump", at_least=server)
    manifest = Manifest(
        FORMAT, datetime.now(UTC).isoformat(), server, major_of(dump) or server, key_mark(key)
    )
    part = file.with_name(f".{file.name}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
            with zipfile.ZipFile(opened, "w", zipfile.ZIP_STORED) as packed:
                packed.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
                if key_file is not None:
                    packed.writestr(KEY, key_file.read_bytes())
                with packed.open(DUMP, "w", force_zip64=True) as into:
                    _dump(dump, url, into)
            opened.flush()
            os.fsync(opened.fileno())
        part.replace(file)
    except OSError as error:
        raise BackupError(f"{file} cannot be written ({error.strerror}).") from error
    finally:
        part.unlink(missing_ok=True)
    return manifest


def _dump(dump: Path, url: str, into: IO[bytes]) -> None:
    where, secret = databases.for_programs(url)
    # Rights and policies name a role of the server that it is restored on; they are made anew.
    argv = [str(dump), "--format=custom", "--no-owner", "--no-privileges", f"--dbname={where}"]
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            argv, env=os.environ | secret, stdout=subprocess.PIPE, stderr=said
        ) as running,
    ):
        shutil.copyfileobj(cast(IO[bytes], running.stdout), into, CHUNK)
        running.wait()
        said.seek(0)
        told = said.read().decode(errors="replace").strip()
    if running.returncode:
        raise BackupError(f"pg_dump failed: {told.rpartition(chr(10))[2]}")


@contextmanager
def opened_backup(file: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """A backup that is whole: every byte is checked first. Raises BackupError."""
    try:
        packed = zipfile.ZipFile(file)
    except OSError as error:
        raise BackupError(f"{file} cannot be read ({error.strerror}).") from error
    except zipfile.BadZipFile as error:
        raise BackupError(f"{file} is no backup of Palimpsest, or a damaged one.") from error
    with packed:
        manifest = _manifest_of(packed)
        if manifest is None:
            raise BackupError(f"{file} is no backup of Palimpsest.")
        if manifest.format != FORMAT:
            raise BackupError(
                "The backup was made by a newer Palimpsest: restore it with that version."
            )
        if not _is_whole(packed):
            raise BackupError(f"{file} is damaged: take another backup.")
        yield packed, manifest


def _manifest_of(packed: zipfile.ZipFile) -> Manifest | None:
    """What the backup says of itself; None where it is none."""
    try:
        return Manifest(**json.loads(packed.read(MANIFEST)))
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError):
        return None


def _is_whole(packed: zipfile.ZipFile) -> bool:
    try:
        return DUMP in packed.namelist() and packed.testzip() is None
    except zipfile.BadZipFile:
        return False


def prune(folder: Path, days: int, now: datetime) -> list[Path]:
    """Remove the backups in the folder that are older than so many days; answers which. Files
    that are no backups stay."""
    old = [file for file, manifest in backups_in(folder) if manifest.moment < now - timedelta(days)]
    for file in old:
        file.unlink(missing_ok=True)
    return old


def backups_in(folder: Path) -> Iterator[tuple[Path, Manifest]]:
    """Every backup in the folder with what it says of itself."""
    for file in sorted(folder.iterdir()):
        if file.is_file() and zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as packed:
                manifest = _manifest_of(packed)
            if manifest is not None:
                yield file, manifest
