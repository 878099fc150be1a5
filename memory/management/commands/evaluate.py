"""`manage.py evaluate {gate,public,statements,conversations} FILE`: how well the memory works, on
labelled cases, through the code and the models that production runs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from memory.errors import PalimpsestError
from memory.evaluation import reports
from memory.evaluation.results import Report
from memory.evaluation.saying import ENGINES

Each = TypeVar("Each")
ALL = 10**6


class Command(BaseCommand):
    help = "Run labelled cases through the real write and read path and print the figures; stores nothing. Every third line of a file counts as kept aside and is reported apart."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        gate = what.add_parser("gate", help="statements in, the gate's outcomes out")
        gate.add_argument("file", type=Path, help="labelled cases, one JSON object a line")
        gate.add_argument("--decisions", type=Path, help="write each decision as a JSON line")
        gate.add_argument(
            "--events",
            choices=["review", "replace"],
            default="review",
            help="what happens to event-phrased conflicts (default: review)",
        )
        gate.add_argument(
            "--compare", action="store_true", help="simpler rules on the same cases, side by side"
        )
        public = what.add_parser("public", help="cases drawn from public issue threads")
        public.add_argument("file", type=Path, help="cases, one JSON object a line")
        statements = what.add_parser("statements", help="chat messages in, labels out")
        statements.add_argument("file", type=Path, help="labelled messages, one JSON object a line")
        lines = statements.add_mutually_exclusive_group()
        lines.add_argument(
            "--kept-aside", action="store_true", help="only the lines that training leaves out"
        )
        lines.add_argument(
            "--unseen",
            action="store_true",
            help="nothing was built on this file: all lines together",
        )
        statements.add_argument(
            "--weights", type=Path, help="folder of another statement model than the shipped one"
        )
        talks = what.add_parser("conversations", help="histories in, memories and contexts out")
        talks.add_argument("file", type=Path, help="conversation histories, one a line")
        talks.add_argument(
            "--engine", choices=ENGINES, help="what reads the turns (default: as the settings say)"
        )
        for one in (gate, public, statements, talks):
            one.add_argument("--json", action="store_true", help="print the figures as JSON")
            one.add_argument(
                "--show-faults",
                type=int,
                nargs="?",
                const=ALL,
                default=0,
                metavar="N",
                help="print what went wrong, at most N; never of what is kept aside",
            )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = _REPORTS[options["what"]](options)
        except PalimpsestError as error:
            raise CommandError(error.message) from error
        self.stdout.write(report.printed(as_json=options["json"], faults=options["show_faults"]))


def _gate(options: dict[str, Any]) -> Report:
    file, events = options["file"], options["events"]
    if options["compare"]:
        if options["decisions"]:
            raise CommandError("--decisions writes those of one gate: leave --compare out.")
        return reports.comparison_report(file, watch, events=events)
    return reports.gate_report(file, watch, events=events, decisions=options["decisions"])


def _statements(options: dict[str, Any]) -> Report:
    from memory.evaluation.statements import statements_report
    from memory.training.pairs import BadTrainingData

    try:
        return statements_report(
            options["file"],
            kept_aside=options["kept_aside"],
            unseen=options["unseen"],
            folder=options["weights"],
        )
    except BadTrainingData as error:
        raise CommandError(str(error)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The messages cannot be read: {error}.") from error


_REPORTS: dict[str, Callable[[dict[str, Any]], Report]] = {
    "gate": _gate,
    "public": lambda options: reports.public_report(options["file"], watch),
    "statements": _statements,
    "conversations": lambda options: reports.conversations_report(
        options["file"], watch, engine=options["engine"]
    ),
}


def watch(items: Iterable[Each], of: int) -> Iterator[Each]:
    """Go through the items, with a line on stderr that says how far it is."""
    seldom = 0.5 if sys.stderr.isatty() else 15.0
    bar = tqdm(items, total=of, mininterval=seldom, file=sys.stderr)
    yield from bar
