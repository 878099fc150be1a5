"""`manage.py evaluate {gate,statements} FILE`: how well the gate decides, and how well messages are
labelled."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.errors import PalimpsestError
from memory.evaluation.cases import Case, CaseDecision, load_cases
from memory.evaluation.gate import run_cases
from memory.evaluation.scoring import kinds_table, score, totals_table


class Command(BaseCommand):
    help = "Run labelled cases through the real gate, or labelled messages through the statement model, and print the figures; stores nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        gate = what.add_parser("gate", help="cases in, outcomes out")
        gate.add_argument("cases", type=Path, help="labelled cases, one JSON object a line")
        gate.add_argument("--decisions", type=Path, help="write each decision as a JSON line")
        gate.add_argument(
            "--events",
            choices=["review", "replace"],
            default="review",
            help="what happens to event-phrased conflicts (default: review)",
        )
        statements = what.add_parser("statements", help="chat messages in, labels out")
        statements.add_argument("file", type=Path, help="labelled messages, one JSON object a line")
        statements.add_argument("--json", action="store_true", help="print the figures as JSON")
        statements.add_argument(
            "--show-faults", type=int, default=0, metavar="N", help="print N wrongly labelled ones"
        )
        statements.add_argument(
            "--kept-aside", action="store_true", help="only the lines that training leaves out"
        )
        statements.add_argument(
            "--weights", type=Path, help="folder of another statement model than the shipped one"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "statements":
            self.evaluate_statements(options)
        else:
            self.evaluate_gate(options)

    def evaluate_statements(self, options: dict[str, Any]) -> None:
        from memory.evaluation.statements import evaluate
        from memory.training.pairs import BadTrainingData

        try:
            lines = evaluate(
                options["file"],
                kept_aside=options["kept_aside"],
                folder=options["weights"],
                as_json=options["json"],
                show=options["show_faults"],
            )
        except (BadTrainingData, PalimpsestError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"The messages cannot be read: {error}.") from error
        self.stdout.write("\n".join(lines))

    def evaluate_gate(self, options: dict[str, Any]) -> None:
        try:
            cases = load_cases(options["cases"])
            decisions = {d.id: d for d in run_cases(cases, events=options["events"])}
        except PalimpsestError as error:
            raise CommandError(error.message) from error
        if options["decisions"]:
            write_decisions(options["decisions"], decisions.values())
        self.stdout.write("\n".join(report(cases, decisions)))


def report(cases: list[Case], decisions: dict[str, CaseDecision]) -> list[str]:
    """The lines to print: figures in total, then by kind."""
    return [*totals_table(score(cases, decisions)), "", *kinds_table(cases, decisions)]


def write_decisions(path: Path, decisions: Any) -> None:
    """One JSON object a line: id, outcome, and the indices that were superseded."""
    rows = (
        {"id": d.id, "outcome": d.outcome, "superseded": sorted(d.superseded)} for d in decisions
    )
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
