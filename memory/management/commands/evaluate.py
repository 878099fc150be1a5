"""`manage.py evaluate gate CASES.jsonl`: how well the gate decides on labelled cases."""

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
    help = "Run labelled cases through the real gate and print its figures; stores nothing."

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

    def handle(self, *args: Any, **options: Any) -> None:
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
