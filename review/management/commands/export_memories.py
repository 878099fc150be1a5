"""`manage.py export_memories --workspace W`: people's memories as JSON, as a table, or to read."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory import access
from memory.errors import PalimpsestError
from memory.models import Workspace
from memory.portable.export import as_json, portable
from memory.portable.statements import write_csv
from review.archive import to_read


class Command(BaseCommand):
    help = (
        "Export the memories of a workspace, or of one person. json: everything that "
        "`import_memories` takes in again, verbatim or through the gate; memory/portable has its "
        "schema. csv: the statements that still stand. html: one person's, to read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workspace", required=True, metavar="SLUG")
        parser.add_argument("--subject", default="", metavar="ID", help="the chatbot's own id")
        parser.add_argument("--format", choices=["json", "csv", "html"], default="json")
        parser.add_argument("--output", type=Path, metavar="FILE", help="else it is printed")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace = Workspace.objects.filter(slug=options["workspace"]).first()
        if workspace is None:
            raise CommandError(f"There is no workspace {options['workspace']!r}.")
        try:
            text = _written(workspace, options["subject"], options["format"])
        except PalimpsestError as error:
            raise CommandError(error.message) from error
        if options["output"] is None:
            for part in text:
                self.stdout.write(part, ending="")
            return
        try:
            _write(options["output"], text)
        except OSError as error:
            raise CommandError(
                f"{options['output']} cannot be written ({error.strerror})."
            ) from error
        sys.stderr.write(f"{options['output']}\n")


def _written(workspace: Workspace, subject_id: str, form: str) -> Iterable[str]:
    if form == "html":
        if not subject_id:
            raise CommandError("Name one person with --subject: the page is theirs.")
        return [to_read(access.subject_of(workspace, subject_id))]
    subjects = access.subjects_of(workspace)
    if subject_id:
        subjects = subjects.filter(id=access.subject_of(workspace, subject_id).id)
    if form == "json":
        return as_json(list(subjects.values_list("id", flat=True)))
    table = StringIO(newline="")
    write_csv(portable(subjects), table)
    return [table.getvalue()]


def _write(file: Path, text: Iterable[str]) -> None:
    """The file as a whole or not at all, for the owner alone."""
    part = file.with_name(f".{file.name}.part")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as opened:
        opened.writelines(text)
    part.replace(file)
