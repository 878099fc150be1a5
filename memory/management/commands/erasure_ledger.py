"""`manage.py erasure_ledger note|replay`: the ledger of erasures and this database, held together."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from memory.backup.databases import drop_leftovers
from memory.forget import ledger, proof
from memory.forget.replay import replay


class Command(BaseCommand):
    help = (
        "note: write down every erasure that the ledger lacks. replay: erase again what the "
        "ledger says is erased and this database still holds, as after a restore by other means; "
        "`manage.py up` and the container do it at each start."
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
            noted = ledger.catch_up()
        except OSError as error:
            raise CommandError(
                f"The ledger cannot be written ({error.strerror}): set PALIMPSEST_ERASURE_LEDGER "
                "to a file that this user may write."
            ) from error
        if options["what"] == "note":
            self.stdout.write(f"{noted} erasures were not in the ledger, and are now.")
            return
        drop_leftovers(settings.DATABASE_URL)
        done, left = replay(read_all(options["ledger"]))
        if done:
            proof.vacuum(timezone.now())
        if left:
            raise CommandError(f"Traces of what was erased are left in {', '.join(sorted(left))}.")
        self.stdout.write(f"{done} erasures of the ledger were done again.")


def read_all(more: list[Path]) -> list[ledger.Entry]:
    """The entries of this installation's ledger, and of others. Raises CommandError."""
    found = ledger.read(ledger.ledger_file())
    for file in more:
        if not (entries := ledger.read(file)):
            raise CommandError(f"{file} is no ledger of erasures, or an empty one.")
        found |= entries
    return sorted(found.values(), key=lambda entry: str(entry.receipt["created_at"]))
