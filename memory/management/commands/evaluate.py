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
Options = dict[str, Any]
ALL = 10**6


class Command(BaseCommand):
    help = "Run labelled cases through the real write and read path and print the figures; stores nothing. Every third line of a file counts as kept aside and is reported apart."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        for name, (told, add_arguments, _) in _EVALUATIONS.items():
            one = what.add_parser(name, help=told)
            add_arguments(one)
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
            _, _, report_of = _EVALUATIONS[options["what"]]
            report = report_of(options)
        except PalimpsestError as error:
            raise CommandError(error.message) from error
        self.stdout.write(report.printed(as_json=options["json"], faults=options["show_faults"]))


# Each evaluation: its arguments, and its report.


def _gate_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="labelled cases, one JSON object a line")
    parser.add_argument("--decisions", type=Path, help="write each decision as a JSON line")
    parser.add_argument(
        "--events",
        choices=["review", "replace"],
        default="review",
        help="what happens to event-phrased conflicts (default: review)",
    )
    parser.add_argument(
        "--compare", action="store_true", help="simpler rules on the same cases, side by side"
    )


def _gate(options: Options) -> Report:
    file, events = options["file"], options["events"]
    if options["compare"]:
        if options["decisions"]:
            raise CommandError("--decisions writes those of one gate: leave --compare out.")
        return reports.comparison_report(file, watch, events=events)
    return reports.gate_report(file, watch, events=events, decisions=options["decisions"])


def _public_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="cases, one JSON object a line")


def _public(options: Options) -> Report:
    return reports.public_report(options["file"], watch)


def _statements_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="labelled messages, one JSON object a line")
    lines = parser.add_mutually_exclusive_group()
    lines.add_argument(
        "--kept-aside", action="store_true", help="only the lines that training leaves out"
    )
    lines.add_argument(
        "--unseen",
        action="store_true",
        help="nothing was built on this file: all lines together",
    )
    parser.add_argument(
        "--weights", type=Path, help="folder of another statement model than the shipped one"
    )


def _statements(options: Options) -> Report:
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


def _conversations_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="conversation histories, one a line")
    parser.add_argument(
        "--engine", choices=ENGINES, help="what reads the turns (default: as the settings say)"
    )


def _conversations(options: Options) -> Report:
    return reports.conversations_report(options["file"], watch, engine=options["engine"])


_EVALUATIONS: dict[
    str, tuple[str, Callable[[ArgumentParser], None], Callable[[Options], Report]]
] = {
    "gate": ("statements in, the gate's outcomes out", _gate_arguments, _gate),
    "public": ("cases drawn from public issue threads", _public_arguments, _public),
    "statements": ("chat messages in, labels out", _statements_arguments, _statements),
    "conversations": (
        "histories in, memories and contexts out",
        _conversations_arguments,
        _conversations,
    ),
}


def watch(items: Iterable[Each], of: int) -> Iterator[Each]:
    """Go through the items, with a line on stderr that says how far it is."""
    seldom = 0.5 if sys.stderr.isatty() else 15.0
    bar = tqdm(items, total=of, mininterval=seldom, file=sys.stderr)
    yield from bar
