"""`manage.py restore FILE`: a backup in the place of the present database, without what was erased."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from memory.backup.errors import BackupError
from memory.backup.keys import key_file
from memory.backup.restore import Wish, restore
from memory.backup.upkeep import database_url
from memory.supervisor.errors import SupervisorError


class Command(BaseCommand):
    help = (
        "Restore a backup in the place of the present database, which is dropped. Stop everything "
        "that uses it first. What the ledger says was erased since is erased again before, and keys, "
        "roles and invitations that were ended since are ended."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do not ask")
        parser.add_argument(
            "--ledger", type=Path, action="append", default=[], metavar="FILE",
            help="a further ledger of erasures, such as that of the machine before",
        )  # fmt: skip
        parser.add_argument(
            "--take-key", action="store_true", help="use the backup's secret key from now on"
        )
        parser.add_argument(
            "--unread", action="store_true", help="do not ask the present database what was erased"
        )

        parser.add_argument(
            "--outdated", action="store_true",
            help="restore a backup that is older than backups are kept: what was erased in the "
            "time after it may come back",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        for file in options["ledger"]:
            if not file.is_file():
                raise CommandError(f"There is no ledger {file}.")
        if not options["yes"]:
            self._ask()
        wish = Wish(
            file=options["file"],
            key=settings.SECRET_KEY,
            key_file=key_file(),
            take_key=options["take_key"],
            ledgers=options["ledger"],
            unread=options["unread"],
            kept=settings.BACKUP_AGE,
            outdated=options["outdated"],
        )
        try:
            with database_url(settings.DATA, os.environ, alone=True, make=True) as url:
                done = restore(wish, url, self.stdout.write)
        except (BackupError, SupervisorError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Restored; {done.erasures} erasures were done again, and {done.closings} keys, roles "
            "and invitations were ended again. Everybody is signed out, all links have ended; "
            "passwords and keys that were made since are not known: `manage.py api_key list`."
        )

    def _ask(self) -> None:
        if not sys.stdin.isatty():
            raise CommandError("This drops the present database: give --yes.")
        self.stdout.write("This drops the present database. Type yes to go on: ", ending="")
        if input().strip() != "yes":
            raise CommandError("Nothing was done.")
