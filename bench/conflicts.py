"""What finds the statements that a constraint rules out: the table of words, or a model.

    python bench/conflicts.py [--show]

On the labelled pairs of `tests/memory/recall/labelled_conflicts.py`; those kept aside were written
after the table and are reported apart. For the models it gives the threshold at which they do best
on these very pairs (by F1), which is more than they could have in use.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")

from memory.inference.embeddings import embed
from memory.inference.nli import score
from memory.recall.conflicts import disagree
from tests.memory.recall.labelled_conflicts import ASIDE, PAIRS, Pair

Scores = Sequence[float]


def table(pairs: Sequence[Pair]) -> Scores:
    return [float(disagree(pair.statement, pair.constraint)) for pair in pairs]


def conflict_model(pairs: Sequence[Pair]) -> Scores:
    found = score([(pair.constraint, pair.statement) for pair in pairs])
    return [each.contradiction for each in found]


def cosine(pairs: Sequence[Pair]) -> Scores:
    one = np.array([vector.values for vector in embed([pair.constraint for pair in pairs])])
    other = np.array([vector.values for vector in embed([pair.statement for pair in pairs])])
    return list((one * other).sum(axis=1))


def figures(scores: Scores, pairs: Sequence[Pair], threshold: float) -> tuple[float, float, float]:
    """Precision, recall and F1 of what scores at least the threshold."""
    said = np.array(scores) >= threshold
    true = np.array([pair.conflict for pair in pairs])
    hits = int((said & true).sum())
    precision, recall = hits / max(int(said.sum()), 1), hits / int(true.sum())
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="the table's faults, of the open part")
    show = parser.parse_args().show
    ways: dict[str, Callable[[Sequence[Pair]], Scores]] = {
        "table of words": table,
        "conflict model": conflict_model,
        "cosine, MiniLM": cosine,
    }
    print(
        f"{'':16}{'precision':>10}{'recall':>8}{'aside: precision':>18}{'recall':>8}{'ms a pair':>11}"
    )
    for name, way in ways.items():
        way(PAIRS)  # loads what it needs; in use the constraints of a subject are known as well
        start = time.perf_counter()
        scores = way(PAIRS)
        spent = (time.perf_counter() - start) / len(PAIRS) * 1000
        best = max(set(scores), key=lambda at: figures(scores, PAIRS, at)[2])
        own, aside = figures(scores, PAIRS, best), figures(way(ASIDE), ASIDE, best)
        print(f"{name:16}{own[0]:10.1%}{own[1]:8.1%}{aside[0]:18.1%}{aside[1]:8.1%}{spent:11.3f}")
    if show:
        for pair, found in zip(PAIRS, table(PAIRS), strict=True):
            if bool(found) != pair.conflict:
                print(
                    f"{'missed' if pair.conflict else 'wrong':8}{pair.constraint}  {pair.statement}"
                )


if __name__ == "__main__":
    main()
