"""`manage.py backup FILE`: the database and the secret key in one file."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from memory.backup.archive import backups_in, file_name, prune, write_backup
from memory.backup.errors import BackupError
from memory.backup.keys import key_file
from memory.backup.upkeep import database_url
from memory.supervisor.errors import SupervisorError


class Command(BaseCommand):
    help = (
        "Write a backup of the database, embedded or on a server, while it is in use or not. "
        "Restore it with `manage.py restore`: by other means, what was erased since comes back."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file, or a folder to put a new one into")
        parser.add_argument(
            "--keep", type=int, metavar="DAYS",
            help="then remove the backups in the same folder that are older",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        now = datetime.now(UTC)
        longest = settings.BACKUP_AGE.days
        keep = options["keep"]
        if keep is not None and not 1 <= keep <= longest:
            raise CommandError(
                f"--keep is from 1 to {longest} days: so long do receipts of erasures say that "
                "backups are kept. PALIMPSEST_BACKUP_DAYS changes that."
            )
        file: Path = options["file"]
        file = file / file_name(now) if file.is_dir() else file
        try:
            with database_url(settings.DATA, os.environ, alone=False) as url:
                write_backup(url, file, key=settings.SECRET_KEY, key_file=key_file())
        except (BackupError, SupervisorError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}  {file.stat().st_size:,} bytes; keep it as secret as the data")
        self._prune(file.parent, keep, now)

    def _prune(self, folder: Path, keep: int | None, now: datetime) -> None:
        if keep is not None:
            for gone in prune(folder, keep, now):
                self.stdout.write(f"removed {gone}")
            return
        old = sum(made.moment < now - settings.BACKUP_AGE for _, made in backups_in(folder))
        if old:
            self.stderr.write(
                f"{old} backups in {folder} are older than receipts of erasures say: remove them, "
                f"or give --keep {settings.BACKUP_AGE.days}."
            )
