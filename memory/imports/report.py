"""What became of an import: counts with reasons, and every line; for people and for programs."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import IO

from django.db.models import Count

from memory.gate.reasons import sentence
from memory.models import Decision, Import, ImportLine, ImportOutcome, ReviewItem

SHOWN_FAULTS = 20
_OWN_REASONS = {
    "invalid": "Not taken: the line cannot be read as a statement.",
    "failed": "Not decided: something went wrong; import the line once more.",
    "erased": "Not taken: it was erased meanwhile.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonCount:
    """How often one outcome was reached for one reason, which `sentence` tells a person."""

    outcome: str
    reason: str
    sentence: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A line that was not taken, and what to do about it."""

    line: int
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """An import as it stands.

    total: statements in the file. read: lines taken in. waiting: those of them without an
    outcome yet. outcomes: how many lines by what became of them, in plain words. faults: the
    first 20 lines that were not taken; the result has them all.
    """

    id: str
    state: str
    triage: bool
    total: int
    read: int
    waiting: int
    outcomes: dict[str, int]
    reasons: list[ReasonCount]
    faults: list[Fault]
    created_at: datetime
    finished_at: datetime | None

    @property
    def settled(self) -> int:
        """Lines with an outcome."""
        return self.read - self.waiting


def report_of(run: Import) -> Report:
    """Counts as they are now. Two queries, however long the import is."""
    grouped = run.lines.order_by().values_list("outcome", "reason").annotate(count=Count("id"))
    counts = {(outcome, reason): count for outcome, reason, count in grouped}
    outcomes: Counter[str] = Counter()
    for (outcome, _), count in counts.items():
        if outcome:
            outcomes[ImportOutcome(outcome).label] += count
    faults = run.lines.filter(outcome__in=[ImportOutcome.INVALID, ImportOutcome.FAILED])
    shown = faults.order_by("position").values_list("number", "problem")[:SHOWN_FAULTS]
    return Report(
        id=run.id,
        state=run.state.value,
        triage=run.triage,
        total=run.total,
        read=sum(counts.values()),
        waiting=counts.get(("", ""), 0),
        outcomes={label: outcomes[label] for label in ImportOutcome.labels},
        reasons=[
            ReasonCount(outcome=outcome, reason=reason, sentence=_told(reason), count=count)
            for (outcome, reason), count in sorted(counts.items(), key=lambda pair: -pair[1])
            if outcome
        ],
        faults=[Fault(line=number, message=problem) for number, problem in shown],
        created_at=run.created_at,
        finished_at=run.finished_at,
    )


def _told(reason: str) -> str:
    return _OWN_REASONS.get(reason) or sentence(reason)


def as_text(report: Report) -> list[str]:
    """The report as lines for a terminal."""
    lines = [f"Import {report.id} ({report.state}): {report.settled:,} of {report.total:,} lines"]
    for label, count in report.outcomes.items():
        if not count:
            continue
        lines.append(f"  {label:<9} {count:>7,}")
        lines += [
            f"    {reason.count:>7,}  {reason.sentence}"
            for reason in report.reasons
            if ImportOutcome(reason.outcome).label == label
        ]
    lines += [f"  line {fault.line}: {fault.message}" for fault in report.faults]
    hidden = report.outcomes["invalid"] + report.outcomes["failed"] - len(report.faults)
    return [*lines, f"  … and {hidden:,} more; --result FILE has them all"] if hidden else lines


def as_json(report: Report) -> str:
    """The same for programs, as one line of JSON."""
    return json.dumps(asdict(report), default=datetime.isoformat, ensure_ascii=False)


# Line by line -----------------------------------------------------------------------------------

COLUMNS = (
    "line", "outcome", "reason", "message", "user_id", "claim_id", "memory_id", "review_item_id",
)  # fmt: skip
"""Of the result. It quotes no statement: the line number says which one is meant."""

_AT_ONCE = 1_000
_MADE = (Decision.Action.ADD, Decision.Action.REPLACE, Decision.Action.SKIP)


def result_rows(run: Import) -> Iterator[dict[str, object]]:
    """Every line with what became of it, in the order of the file; holds 1,000 at a time."""
    place = 0
    while batch := _batch_after(run, place):
        refs = [line.claim_id for line in batch if line.claim_id]
        memories = _memories(refs)
        items = dict(ReviewItem.objects.filter(claim__in=refs).values_list("claim_id", "id"))
        for line in batch:
            yield _result(line, memories, items)
        place = batch[-1].position


def write_csv(run: Import, file: IO[str]) -> None:
    """The result as CSV with a first row that names the columns."""
    writer = csv.DictWriter(file, COLUMNS)
    writer.writeheader()
    writer.writerows(result_rows(run))


def json_lines(run: Import) -> Iterator[str]:
    """The result as JSON lines."""
    for row in result_rows(run):
        yield f"{json.dumps(row, ensure_ascii=False)}\n"


def _batch_after(run: Import, place: int) -> list[ImportLine]:
    lines = run.lines.filter(position__gt=place).select_related("subject")
    return list(lines.order_by("position")[:_AT_ONCE])


def _memories(claim_refs: list[str]) -> dict[str, str]:
    """The memory that each claim made or confirmed, by the gate's first word on it."""
    log = Decision.objects.filter(claim_ref__in=claim_refs, action__in=_MADE)
    newest_first = log.order_by("-created_at", "-id").values_list("claim_ref", "memory_ref")
    return dict(newest_first)  # the first of a claim comes last, and stays


def _result(line: ImportLine, memories: dict[str, str], items: dict[str, str]) -> dict[str, object]:
    message = line.problem or (_told(line.reason) if line.reason else "")
    values = (
        line.number,
        ImportOutcome(line.outcome).label if line.outcome else "waiting",
        line.reason,
        message,
        line.subject.external_id if line.subject else "",
        line.claim_id or "",
        memories.get(line.claim_id or "", ""),
        items.get(line.claim_id or "", ""),
    )
    return dict(zip(COLUMNS, values, strict=True))
