"""`manage.py export_labels`: what people decided, as training data for the conflict model."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.models import Workspace
from review.labels import training_rows


class Command(BaseCommand):
    help = "Write people's decisions as anchors to train on: what they said, in their words."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workspace", required=True, metavar="SLUG")
        parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="a new file")
        parser.add_argument(
            "--with-text",
            action="store_true",
            help="needed: the file holds what people said, and no erasure reaches it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["with_text"]:
            raise CommandError(
                "The file would hold what people said about themselves, and erasing a person "
                "does not reach it. If you may keep that, say --with-text."
            )
        workspace = Workspace.objects.filter(slug=options["workspace"]).first()
        if workspace is None:
            raise CommandError(f"There is no workspace {options['workspace']!r}.")
        rows = training_rows(workspace)
        _write_new(options["out"], "".join(f"{_line(row)}\n" for row in rows))
        self.stdout.write(f"{len(rows)} stored statements written to {options['out']}.")


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)


def _write_new(path: Path, text: str) -> None:
    """A new file that only its owner may read; one that is there already stays as it is."""
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise CommandError(f"{path} is there already; it is not overwritten.") from error
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.write(text)
