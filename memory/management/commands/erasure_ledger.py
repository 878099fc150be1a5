"""`manage.py erasure_ledger note|replay`: the ledger of erasures and this database, held together."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from memory.backup import closings
from memory.backup.databases import drop_leftovers
from memory.forget import ledger, proof
from memory.forget.ledger_file import ledger_file, lines
from memory.forget.replay import replay


class Command(BaseCommand):
    help = (
        "note: write down every erasure that the ledger lacks, and every key, role and invitation "
        "that was ended. replay: do again what the ledger says and this database does not know, as "
        "after a restore by other means; `manage.py up` and the container do it at each start."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["note", "replay"])
        parser.add_argument(
            "--ledger", type=Path, action="append", default=[], metavar="FILE",
            help="another ledger to replay as well, such as that of the machine before",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            noted, ended = ledger.catch_up(), closings.catch_up()
        except OSError as error:
            raise CommandError(
                f"The ledger cannot be written ({error.strerror}): set PALIMPSEST_ERASURE_LEDGER "
                "to a file that this user may write."
            ) from error
        if options["what"] == "note":
            self.stdout.write(
                f"{noted} erasures and {ended} ended keys, roles and invitations were not in the "
                "ledger, and are now."
            )
            return
        drop_leftovers(settings.DATABASE_URL)
        files = ledgers(options["ledger"])
        closed = closings.replay(files)
        done, left = replay(ledger.read_all(files))
        if done or closed:  # the database is older than the ledger
            closings.end_ways_in(timezone.now())
        if done:
            proof.vacuum(timezone.now())
        if left:
            raise CommandError(f"Traces of what was erased are left in {', '.join(sorted(left))}.")
        self.stdout.write(
            f"{done} erasures of the ledger were done again; {closed} keys, roles and invitations "
            "were ended again."
        )


def ledgers(more: Sequence[Path]) -> list[Path]:
    """This installation's ledger, and others. Raises CommandError for a file that is none."""
    for file in more:
        if not any(lines(file)):
            raise CommandError(f"{file} is no ledger of erasures, or an empty one.")
    return [ledger_file(), *more]
