"""How well the rules label and extract, on files of labelled statements and gate cases.

    python bench/extraction.py gate CASES.jsonl [--show]
    python bench/extraction.py statements STATEMENTS.jsonl [--show] [--judge]

Every third line (line number modulo 3 is 2) is kept aside: its figures are reported apart and its
faults are never shown, so that rules are not written for it. With --judge the statement model says
what is kept where no rule is sure, as in production; of the part kept aside it has learned from one half.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")

from memory.extraction.classify import classify
from memory.extraction.judge import judge
from memory.extraction.proposal import ProposedClaim
from memory.extraction.rules import Judge, extract
from memory.vocabulary import SELF, Change, MemoryType, Modality

SAID_AT = datetime(2026, 3, 10, 12, tzinfo=UTC)
ZONE = ZoneInfo("Europe/London")
Case = dict[str, Any]
Kept = tuple[str, bool]  # the name of a figure, and whether it held

NOT_CURRENT = ("hedged", "past", "future", "temporary", "conditional", "quoted")
CURRENT = (
    "plain_update", "reworded_update", "correction", "event_update", "negation_update", "sibling", "multi_valued",
    "duplicate", "entailed", "refinement", "number_unit_time", "unrelated", "multi_claim", "broad",
)  # fmt: skip


def rows(path: Path) -> Iterator[tuple[bool, Case]]:
    """The cases with whether each is kept aside."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        yield number % 3 == 2, json.loads(line)


def judge_gate_case(case: Case) -> Iterator[Kept]:
    claim = classify(case["incoming"], said_at=SAID_AT, zone=ZONE)
    kind = case["kind"]
    if kind in NOT_CURRENT:
        yield f"{kind}: marked as not current", claim.modality is not Modality.CURRENT
        yield f"{kind}: marked as exactly this", claim.modality == kind
    if kind in CURRENT:
        yield f"{kind}: left current", claim.modality is Modality.CURRENT
    if kind == "other_person":
        yield f"{kind}: beneficiary is not self", claim.beneficiary != SELF
    elif kind in (
        "plain_update",
        "reworded_update",
        "event_update",
        "negation_update",
        "correction",
    ):
        yield f"{kind}: beneficiary is self", claim.beneficiary == SELF
    if kind in ("event_update", "negation_update"):
        yield f"{kind}: restated", bool(claim.restated)
    if kind == "correction":
        yield f"{kind}: marked as a correction", claim.change is Change.CORRECTION
    if kind == "episode":
        yield f"{kind}: episodic", claim.type is MemoryType.EPISODIC
    elif kind in CURRENT:
        yield "others: not episodic", claim.type is not MemoryType.EPISODIC
    if kind == "instruction":
        yield f"{kind}: procedural", claim.type is MemoryType.PROCEDURAL
    elif kind in CURRENT:
        yield "others: not procedural", claim.type is not MemoryType.PROCEDURAL
    yield from judge_keys(case, claim)


def judge_keys(case: Case, claim: ProposedClaim) -> Iterator[Kept]:
    """A shared single-valued key would replace without a model: right only for the target."""
    from memory.extraction.keys import find_key

    key = find_key(claim.key) if claim.key else None
    if key is None or not key.is_single:
        return
    for place, stored in enumerate(case["existing"]):
        other = classify(stored, said_at=SAID_AT, zone=ZONE)
        if (other.key, other.beneficiary) == (
            claim.key,
            claim.beneficiary,
        ) and other.value.lower() != claim.value.lower():
            yield (
                "keyed replacement is right",
                case["expect"] == "replace" and case["target"] == place,
            )


def judge_statement(case: Case, judge: Judge | None = None) -> Iterator[Kept]:
    before = case["before"]
    found = extract(case["text"], previous=before, said_at=SAID_AT, zone=ZONE, judge=judge)
    wanted = case["claims"]
    if not wanted:
        yield "nothing to keep: nothing kept", not found
        return
    yield "something to keep: something kept", bool(found)
    pairs = list(matched(found, wanted))
    for claim in found:
        yield "kept claim matches a label (precision)", any(claim is one for one, _ in pairs)
    for label in wanted:
        yield "label is found (recall)", any(label is other for _, other in pairs)
    for claim, label in pairs:
        yield "matched: type", claim.type == label["type"]
        yield "matched: scope", claim.scope == label["scope"]
        yield "matched: modality", claim.modality == label["modality"]
        yield (
            "matched: change told or not",
            (claim.change is Change.NONE) == (label["change"] == "none"),
        )
        yield (
            "matched: self or another",
            (claim.beneficiary == SELF) == (label["beneficiary"] in (SELF, "company", "household")),
        )


def matched(found: list[ProposedClaim], wanted: list[Case]) -> Iterator[tuple[ProposedClaim, Case]]:
    """Each found claim with the label that shares most of its words, at least two in five."""
    for claim in found:
        scored = [
            (overlap(f"{claim.content} {claim.restated}", label["restated"]), label)
            for label in wanted
        ]
        best = max(scored, key=lambda pair: pair[0])
        if best[0] >= 0.4:
            yield claim, best[1]


def overlap(first: str, second: str) -> float:
    """The share of the words of `second` that stand in `first`, common words left out."""
    words = [
        set(text.lower().replace(".", "").replace("'s", "").split()) - COMMON
        for text in (first, second)
    ]
    return len(words[0] & words[1]) / max(len(words[1]), 1)


COMMON = frozenset(
    [
        "user",
        "the",
        "a",
        "an",
        "is",
        "has",
        "of",
        "to",
        "in",
        "on",
        "and",
        "at",
        "their",
        "for",
        "with",
        "not",
        "does",
        "do",
    ]
)


def report(path: Path, judge: Callable[[Case], Iterator[Kept]], *, show: bool) -> None:
    figures: dict[str, dict[bool, Counter[bool]]] = defaultdict(
        lambda: {False: Counter(), True: Counter()}
    )
    for aside, case in rows(path):
        for name, held in judge(case):
            figures[name][aside][held] += 1
            if show and not held and not aside:
                print(f"{name}\t{case.get('incoming') or case['text']}")
    print(f"{'figure':<52}{'built on':>16}{'kept aside':>16}")
    for name, halves in sorted(figures.items()):
        shares = [
            f"{counts[True]}/{sum(counts.values())}" for counts in (halves[False], halves[True])
        ]
        print(f"{name:<52}{shares[0]:>16}{shares[1]:>16}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("gate", "statements"))
    parser.add_argument("path", type=Path)
    parser.add_argument("--show", action="store_true", help="print the faults of the part built on")
    parser.add_argument("--judge", action="store_true", help="ask the statement model as well")
    options = parser.parse_args()
    report(
        options.path,
        judge_gate_case
        if options.what == "gate"
        else partial(judge_statement, judge=judge if options.judge else None),
        show=options.show,
    )
