"""Each evaluation as a report: figures as a table and as JSON, and faults in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from memory.errors import InvalidError
from memory.evaluation import scoring
from memory.evaluation.cases import Case, CaseDecision, load_cases
from memory.evaluation.comparison import compare
from memory.evaluation.conversations import Judged
from memory.evaluation.gate import run_cases
from memory.evaluation.histories import load_histories
from memory.evaluation.public import run_public
from memory.evaluation.public_cases import load_public_cases
from memory.evaluation.replay import Lived, live_through
from memory.evaluation.results import Report, Results, side_by_side, tables
from memory.evaluation.rules import FULL_GATE, NAMES
from memory.evaluation.saying import reading_by
from memory.evaluation.sizes import Sizes

Each = TypeVar("Each")
Watch = Callable[[Iterable[Each], int], Iterator[Each]]
"""Goes through so many things, and lets a person see how far it is."""


def gate_report(
    path: Path, watch: Watch[CaseDecision], *, events: str = "review", decisions: Path | None = None
) -> Report:
    """The real gate on labelled cases. decisions: where to write each one, if anywhere.

    Raises InvalidError where a file is not as it should be, UnavailableError where a model cannot
    be used.
    """
    cases = load_cases(path)
    decided = {one.id: one for one in watch(run_cases(cases, events=events), len(cases))}
    if decisions is not None:
        write_decisions(decisions, decided.values())
    return _of_cases(cases, decided)


def comparison_report(
    path: Path, watch: Watch[dict[str, CaseDecision]], *, events: str = "review"
) -> Report:
    """Simpler rules beside the real gate on the same labelled cases; raises as `gate_report`."""
    cases = load_cases(path)
    rows = list(watch(compare(cases, events=events), len(cases)))
    by_rule = {name: {row[name].id: row[name] for row in rows} for name in NAMES}
    columns = {name: scoring.results_of(cases, decided) for name, decided in by_rule.items()}
    return Report(
        lines=list(side_by_side(columns)),
        plain={name: results.as_dict() for name, results in columns.items()},
        faults=list(scoring.faults(cases, by_rule[FULL_GATE])),
    )


def public_report(path: Path, watch: Watch[CaseDecision]) -> Report:
    """The write path on cases drawn from public issue threads; raises as `gate_report`."""
    public = load_public_cases(path)
    decided = {one.id: one for one in watch(run_public(public), len(public))}
    return _of_cases([one.case for one in public], decided)


def conversations_report(path: Path, watch: Watch[Lived], *, engine: str | None = None) -> Report:
    """Both paths on conversation histories; raises as `gate_report`.

    engine: what reads the turns, `rules` or `llm`; what the settings say if None.
    """
    histories, judged, sizes = load_histories(path), Judged(), Sizes()
    with reading_by(engine) as reader:
        lives = (live_through(history, engine=reader) for history in histories)
        for lived in watch(lives, len(histories)):
            judged.add(lived)
            sizes.add(lived)
    report = _report(judged.results, judged.faults)
    return replace(
        report,
        lines=[f"read by: {reader.name}", *report.lines, "", *sizes.lines()],
        plain={"engine": reader.name, **report.plain, "tokens": sizes.as_dict()},
    )


def _of_cases(cases: Sequence[Case], decided: dict[str, CaseDecision]) -> Report:
    return _report(scoring.results_of(cases, decided), list(scoring.faults(cases, decided)))


def _report(results: Results, faults: Sequence[str]) -> Report:
    return Report(lines=list(tables(results)), plain=results.as_dict(), faults=faults)


def write_decisions(path: Path, decisions: Iterable[CaseDecision]) -> None:
    """One JSON object a line: id, outcome, and the indices that were superseded.

    Raises InvalidError where the file cannot be written.
    """
    rows = (
        {"id": d.id, "outcome": d.outcome, "superseded": sorted(d.superseded)} for d in decisions
    )
    try:
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    except OSError as error:
        raise InvalidError(f"{path} cannot be written: {error.strerror}.") from error
