"""Figures of a gate on labelled cases: counts, and shares of the cases that each concerns. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from memory.evaluation.case_files import Part
from memory.evaluation.cases import Case, CaseDecision
from memory.evaluation.results import Results

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

NOT_STORED = frozenset(("skip", "reject"))


def groups_of(case: Case) -> set[str]:
    """The groups that the case belongs to."""
    groups = {"cases"}
    groups |= {"updates"} if case.expect == "replace" else set()
    groups |= {"duplicates"} if case.expect == "skip" else set()
    groups |= {"keepers"} if case.expect not in NOT_STORED else set()
    groups |= {"clear"} if "review" not in case.accepted else set()
    return groups


def figures_of(case: Case, decision: CaseDecision) -> set[str]:
    """The figures that a decision counts towards.

    wrong_overwrite: a stored statement was retired that must stay. lost_fact: dropped although
    it had to be kept. missed_update: neither made nor queued. resolved_update: made without a
    person. kept_duplicate: stored again. needless_review: queued although clear. correct: an
    accepted outcome on the right target, nothing else retired, and of the other stored
    statements became what must.
    """
    outcome, superseded = decision.outcome, decision.superseded
    may_retire = {case.target} if "replace" in case.accepted and case.target is not None else set()
    wrong = bool(superseded - may_retire)
    right_target = outcome != "replace" or superseded == {case.target}
    unaccepted = outcome not in case.accepted
    dropped = outcome in NOT_STORED
    found = {
        "wrong_overwrite": wrong,
        "lost_fact": dropped and unaccepted and "keepers" in groups_of(case),
        "missed_update": case.expect == "replace" and (dropped or outcome == "add") and unaccepted,
        "resolved_update": case.expect == "replace"
        and outcome == "replace"
        and superseded == {case.target},
        "kept_duplicate": case.expect == "skip" and outcome == "add" and unaccepted,
        "needless_review": outcome == "review" and unaccepted,
        "correct": not unaccepted and right_target and not wrong and _others_right(case, decision),
    }
    return {name for name, holds in found.items() if holds}


def _others_right(case: Case, decision: CaseDecision) -> bool:
    touched = decision.queued | decision.superseded
    return all(
        place in decision.queued if wanted == "review" else place not in touched
        for place, wanted in case.others.items()
    )


def score(cases: Iterable[Case], decisions: Mapping[str, CaseDecision]) -> Counter[str]:
    """Counts of every figure and every group over the cases."""
    counts: Counter[str] = Counter()
    for case in cases:
        counts.update(groups_of(case))
        counts.update(figures_of(case, decisions[case.id]))
    return counts


def results_of(cases: Iterable[Case], decisions: Mapping[str, CaseDecision]) -> Results:
    """All figures, in total and by kind, with the kept-aside part apart."""
    results = Results("cases", FIGURES)
    for case in cases:
        counted = groups_of(case) | figures_of(case, decisions[case.id])
        results.add(case.part, [case.kind], counted)
    return results


def faults(cases: Iterable[Case], decisions: Mapping[str, CaseDecision]) -> Iterator[str]:
    """A few lines for each wrongly decided case, of the part that is not kept aside."""
    for case in cases:
        decision = decisions[case.id]
        if case.part is Part.BUILT_ON and "correct" not in figures_of(case, decision):
            yield "\n".join(_fault(case, decision))


def _fault(case: Case, decision: CaseDecision) -> Iterator[str]:
    names = sorted(figures_of(case, decision) - {"resolved_update"})
    yield f"{case.id} ({case.kind}): {', '.join(names) or 'not as expected'}"
    for place, stored in enumerate(case.existing):
        yield f"    stored {place}: {stored}{_became_of(place, decision)}"
    yield f"    new: {case.incoming}"
    yield f"    expected: {_expected(case)}; decided: {decision.outcome} ({decision.reason})"
    if case.why:
        yield f"    because: {case.why}"


def _became_of(place: int, decision: CaseDecision) -> str:
    if place in decision.superseded:
        return "  <- retired"
    return "  <- asked about" if place in decision.queued else ""


def _expected(case: Case) -> str:
    target = f" of {case.target}" if case.target is not None else ""
    accepted = f", or {' or '.join(sorted(case.also_ok))}" if case.also_ok else ""
    others = "".join(f", and {place}: {wanted}" for place, wanted in sorted(case.others.items()))
    return f"{case.expect}{target}{accepted}{others}"
