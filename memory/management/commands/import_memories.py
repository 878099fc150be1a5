"""`manage.py import_memories FILE --workspace W`: many statements at once, through the gate, or an
export of memories as it is."""

from __future__ import annotations

import json
import logging
import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError

from memory.errors import PalimpsestError
from memory.gate.reasons import sentence
from memory.imports.intake import MAX_STATEMENTS, CheckedFile, Order, check_file, receive_import
from memory.imports.lines import COLUMNS
from memory.imports.reading import Format
from memory.imports.report import as_json, as_text, report_of, write_csv
from memory.imports.tasks import nudge_import
from memory.imports.work import decide_some, finish, waiting_shards
from memory.models import Import, Workspace
from memory.portable.document import read_document
from memory.portable.statements import through_the_gate
from memory.portable.verbatim import take_in
from memory.store import SYSTEM

PAUSE = 0.5
"""Seconds between two looks where other processes hold all that is left."""

TELL_EVERY = 2.0
"""Seconds between two lines of progress where the output is no terminal."""


class Command(BaseCommand):
    help = (
        f"Import up to {MAX_STATEMENTS:,} statements: JSON lines, a JSON array or CSV with the "
        f"columns {', '.join(COLUMNS)}; only content must be there. The command works along with "
        "the running workers. Started again with the same file, it goes on where it was stopped. "
        "An export of `manage.py export_memories` goes through the gate too, with every conflict "
        "queued; with --verbatim it is taken in as it is, wholly or not at all."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file, or - for what is piped in")
        parser.add_argument("--workspace", required=True, metavar="SLUG")
        parser.add_argument("--subject", default="", help="of lines that name no subject")
        parser.add_argument(
            "--triage", action="store_true", help="queue every conflict for a person"
        )
        parser.add_argument(
            "--verbatim",
            action="store_true",
            help="take an export in as it is, with its chains, states and times, for people who "
            "have no memories here; --result is then a JSON file with the new id of each old one",
        )
        parser.add_argument("--format", choices=[form.value for form in Format])
        parser.add_argument("--json", action="store_true", help="print the report as JSON")
        parser.add_argument(
            "--result", type=Path, metavar="CSV", help="write what became of every line"
        )
        parser.add_argument(
            "--detach", action="store_true", help="take the file in and leave it to the workers"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        workspace = Workspace.objects.filter(slug=options["workspace"]).first()
        if workspace is None:
            known = ", ".join(Workspace.objects.order_by("slug").values_list("slug", flat=True))
            raise CommandError(f"There is no such workspace; there are {known or 'none yet'}.")
        order = Order(
            workspace=workspace,
            actor=SYSTEM,
            default_subject=options["subject"],
            triage=options["triage"],
        )
        logging.disable(logging.INFO)  # a line a claim does not belong between the progress
        try:
            if options["verbatim"]:
                self._take_over(order, options)
            else:
                self._import(order, options)
        except PalimpsestError as error:
            raise CommandError(error.message) from error
        finally:
            logging.disable(logging.NOTSET)

    def _import(self, order: Order, options: dict[str, Any]) -> None:
        with _opened(options["file"]) as given:
            order, file = through_the_gate(order, given)
            form = Format(options["format"]) if options["format"] else None
            run = self._take_in(order, check_file(file, form))
        nudge_import(run)
        if not options["detach"]:
            self._work(run)
        report = report_of(run)
        self._end_progress()
        self.stdout.write(as_json(report) if options["json"] else "\n".join(as_text(report)))
        if options["result"]:
            with options["result"].open("w", encoding="utf-8", newline="") as result:
                write_csv(run, result)

    def _take_over(self, order: Order, options: dict[str, Any]) -> None:
        if order.default_subject:
            raise CommandError("An export names its people: leave --subject out.")
        with _opened(options["file"]) as file:
            taken = take_in(order.workspace, read_document(file), order.actor)
        self.stdout.write(
            f"{taken.subjects} people, {taken.turns} turns, {taken.memories} memories and "
            f"{taken.follow_ups} questions were taken in."
        )
        for reason, count in sorted(taken.left_out.items()):
            self.stdout.write(f"{count} memories were left out. {sentence(reason)}")
        if options["result"]:
            options["result"].write_text(json.dumps(taken.ids, indent=1))

    def _take_in(self, order: Order, checked: CheckedFile) -> Import:
        """Until all is read, here or by another process, which may die over it."""
        while True:
            run = receive_import(
                order, checked, lambda read: self._tell(f"{read:,} lines taken in")
            )
            if run.read_at is not None:
                return run
            self._tell("another process takes the file in")
            time.sleep(PAUSE)

    def _work(self, run: Import) -> None:
        """Until all is decided, here or by the workers."""
        while not finish(run):
            settled = 0
            for shard in waiting_shards(run):
                while step := decide_some(run, shard):
                    settled += step
                    self._tell_state(run)
            if not settled:
                time.sleep(PAUSE)
            run.refresh_from_db()
            self._tell_state(run)
        run.refresh_from_db()

    # Progress, on stderr: the report alone is on stdout.

    _told_at = 0.0

    def _tell_state(self, run: Import) -> None:
        if time.monotonic() - self._told_at < (TELL_EVERY if not sys.stderr.isatty() else 0.2):
            return
        report = report_of(run)
        told = ", ".join(f"{count:,} {label}" for label, count in report.outcomes.items() if count)
        self._tell(f"{report.settled:,} of {report.total:,}: {told}")

    def _tell(self, text: str) -> None:
        self._told_at = time.monotonic()
        if sys.stderr.isatty():
            self.stderr.write(f"\r{text:<100}", ending="")
        else:
            self.stderr.write(text)

    def _end_progress(self) -> None:
        if sys.stderr.isatty():
            self.stderr.write("")


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    """The file, or what is piped in as a file that ends with the process."""
    if name == "-":
        with tempfile.TemporaryFile() as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
            yield copy
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 (closed below)
    except OSError as error:
        raise CommandError(f"The file cannot be read ({error.strerror}).") from error
    with file:
        yield file
