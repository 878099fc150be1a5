"""Figures of a gate on labelled cases: counts, and shares of the cases that each concerns. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from memory.evaluation.cases import Case, CaseDecision

# Each figure with the group of cases that its share is taken of.
FIGURES = {
    "wrong_overwrite": "cases",
    "lost_fact": "keepers",
    "missed_update": "updates",
    "resolved_update": "updates",
    "kept_duplicate": "duplicates",
    "needless_review": "clear",
    "correct": "cases",
}


def groups_of(case: Case) -> set[str]:
    """The groups that the case belongs to."""
    groups = {"cases"}
    groups |= {"updates"} if case.expect == "replace" else set()
    groups |= {"duplicates"} if case.expect == "skip" else {"keepers"}
    groups |= {"clear"} if "review" not in case.accepted else set()
    return groups


def figures_of(case: Case, decision: CaseDecision) -> set[str]:
    """The figures that a decision counts towards.

    wrong_overwrite: a stored statement was retired that must stay. lost_fact: dropped although
    it had to be kept. missed_update: neither made nor queued. resolved_update: made without a
    person. kept_duplicate: stored again. needless_review: queued although clear. correct: an
    accepted outcome on the right target, nothing else retired.
    """
    outcome, superseded = decision.outcome, decision.superseded
    may_retire = {case.target} if "replace" in case.accepted and case.target is not None else set()
    wrong = bool(superseded - may_retire)
    right_target = outcome != "replace" or superseded == {case.target}
    unaccepted = outcome not in case.accepted
    found = {
        "wrong_overwrite": wrong,
        "lost_fact": outcome == "skip" and unaccepted,
        "missed_update": case.expect == "replace" and outcome in ("add", "skip") and unaccepted,
        "resolved_update": case.expect == "replace"
        and outcome == "replace"
        and superseded == {case.target},
        "kept_duplicate": case.expect == "skip" and outcome == "add" and unaccepted,
        "needless_review": outcome == "review" and unaccepted,
        "correct": not unaccepted and right_target and not wrong,
    }
    return {name for name, holds in found.items() if holds}


def score(cases: Iterable[Case], decisions: Mapping[str, CaseDecision]) -> Counter[str]:
    """Counts of every figure and every group over the cases."""
    counts: Counter[str] = Counter()
    for case in cases:
        counts.update(groups_of(case))
        counts.update(figures_of(case, decisions[case.id]))
    return counts


def totals_table(counts: Counter[str]) -> list[str]:
    """One line a figure: name, count, of how many, share."""
    lines = []
    for figure, group in FIGURES.items():
        share = counts[figure] / counts[group] if counts[group] else 0.0
        lines.append(f"{figure:16} {counts[figure]:4} of {counts[group]:4}  {share:7.2%}")
    return lines


def kinds_table(cases: Iterable[Case], decisions: Mapping[str, CaseDecision]) -> list[str]:
    """One line a kind with the counts of every figure."""
    by_kind: dict[str, list[Case]] = {}
    for case in cases:
        by_kind.setdefault(case.kind, []).append(case)
    lines = [f"{'kind':18} {'cases':>5}  " + "  ".join(f"{name[:9]:>9}" for name in FIGURES)]
    for kind, members in sorted(by_kind.items()):
        counts = score(members, decisions)
        row = "  ".join(f"{counts[name]:9}" for name in FIGURES)
        lines.append(f"{kind:18} {counts['cases']:5}  {row}")
    return lines
