"""The same cases through simpler rules and through the full gate, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from memory.evaluation.cases import Case, CaseDecision
from memory.evaluation.gate import run_cases
from memory.evaluation.rules import FULL_GATE, candidates_of, decide_simply
from memory.gate.verdict import Candidate
from memory.inference.models import DIRECT
from memory.inference.profiles import active_profile

BATCH = 16
"""Cases that are scored together: some 200 pairs."""


def compare(cases: Sequence[Case], *, events: str = "review") -> Iterator[dict[str, CaseDecision]]:
    """Each case's decision by every rule, by the rule's name; nothing stays in the database.

    The simple rules share one scoring of all pairs; the full gate takes its own, since it also
    compares the restated forms. Raises UnavailableError where a model cannot be used.
    """
    thresholds = active_profile().thresholds
    decided = zip(cases, scored(cases), run_cases(cases, events=events), strict=True)
    for case, candidates, decision in decided:
        yield {**decide_simply(case, candidates, thresholds), FULL_GATE: decision}


def scored(cases: Sequence[Case]) -> Iterator[list[Candidate]]:
    """Every stored statement of each case with its scores, in batches."""
    for start in range(0, len(cases), BATCH):
        yield from _batch(cases[start : start + BATCH])


def _batch(cases: Sequence[Case]) -> Iterator[list[Candidate]]:
    texts = list(dict.fromkeys(text for case in cases for text in (*case.existing, case.incoming)))
    vectors = dict(zip(texts, (np.asarray(one.values) for one in DIRECT.embed(texts)), strict=True))
    pairs = [(stored, case.incoming) for case in cases for stored in case.existing]
    both_ways = DIRECT.score([one for a, b in pairs for one in ((a, b), (b, a))])
    scores = iter(zip(both_ways[::2], both_ways[1::2], strict=True))
    for case in cases:
        new = vectors[case.incoming]
        similarities = [float(vectors[text] @ new) for text in case.existing]
        yield candidates_of(case, similarities, list(islice(scores, len(case.existing))))
