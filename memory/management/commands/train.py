"""`manage.py train {conflict,statement} --data DIR --out DIR`: train a model of the project's own."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.errors import PalimpsestError


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
            "--start",
            type=Path,
            help="go on from the model in this folder, such as the shipped one "
            "(memory/inference/weights/conflict), not from the base model through all stages",
        )
        conflict.add_argument(
            "--figures-only", action="store_true", help="print the figures of a finished model"
        )
        conflict.add_argument(
            "--mistakes",
            type=int,
            default=0,
            metavar="N",
            help="also print the N surest mistakes on anchors kept aside, with --figures-only",
        )
        conflict.add_argument(
            "--cases",
            type=Path,
            help="also measure the plain gate on labelled cases, with --figures-only",
        )
        statement = what.add_parser("statement", help="what does a chat message hold for memory?")
        statement.add_argument(
            "--data", type=Path, required=True, help="folder with statements.jsonl"
        )
        statement.add_argument(
            "--out",
            type=Path,
            required=True,
            help="folder for the checkpoint and the finished model",
        )
        statement.add_argument(
            "--figures-only", action="store_true", help="print the figures of a finished model"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from memory.training.conflict import (
                figures_of,
                gate_figures,
                mistakes_of,
                train_conflict,
            )
            from memory.training.pairs import BadTrainingData
        except ImportError as error:
            raise CommandError(
                f"Training needs {error.name}: pip install -r requirements-dev.txt."
            ) from error
        try:
            data, out = options["data"], options["out"]
            if options["what"] == "statement":
                self.train_statement(options)
            elif options["figures_only"]:
                lines = figures_of(data, out)
                if options["mistakes"]:
                    lines += mistakes_of(data, out, count=options["mistakes"])
                if options["cases"]:
                    lines += gate_figures(options["cases"], out)
                self.stdout.write("\n".join(lines))
            else:
                train_conflict(data, out, self.say, start=options["start"])
        except BadTrainingData as error:
            raise CommandError(str(error)) from error
        except PalimpsestError as error:
            raise CommandError(error.message) from error
        except FileNotFoundError as error:
            raise CommandError(f"{error.filename} is missing.") from error

    def train_statement(self, options: dict[str, Any]) -> None:
        from memory.training.statement import figures_of, train_statement

        if not options["figures_only"]:
            train_statement(options["data"], options["out"], self.say)
            return
        for command, lines in figures_of(options["data"], options["out"]):
            self.stdout.write("\n".join([f"$ {command}", *lines, ""]))

    def say(self, line: str) -> None:
        """A line with the time, seen at once."""
        self.stdout.write(f"{time.strftime('%H:%M:%S')} {line}")
        self.stdout.flush()
