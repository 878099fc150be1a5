"""`manage.py train conflict --data DIR --out DIR`: train a model of the project's own."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Train a model from a folder of labelled data; an interrupted run goes on where it was."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        conflict = what.add_parser("conflict", help="does a new statement replace a stored one?")
        conflict.add_argument(
            "--data",
            type=Path,
            default=Path("../shared/nli"),
            help="folder with pairs.jsonl.gz, contrast.jsonl and statements.jsonl (default: %(default)s)",
        )
        conflict.add_argument(
            "--out", type=Path, required=True, help="folder for checkpoints and the finished model"
        )
        conflict.add_argument(
            "--figures-only", action="store_true", help="print the figures of a finished model"
        )

        conflict.add_argument(
            "--cases",
            type=Path,
            help="also measure the plain gate on labelled cases, with --figures-only",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        from memory.training.conflict import figures_of, gate_figures, train_conflict
        from memory.training.pairs import BadTrainingData

        try:
            if options["figures_only"]:
                self.stdout.write("\n".join(figures_of(options["data"], options["out"])))
                if options["cases"]:
                    self.stdout.write("\n".join(gate_figures(options["cases"], options["out"])))
            else:
                train_conflict(options["data"], options["out"], self.say)
        except BadTrainingData as error:
            raise CommandError(str(error)) from error
        except FileNotFoundError as error:
            raise CommandError(f"{error.filename} is missing.") from error

    def say(self, line: str) -> None:
        """A line with the time, seen at once."""
        self.stdout.write(f"{time.strftime('%H:%M:%S')} {line}")
        self.stdout.flush()
