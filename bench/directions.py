"""What both directions find together that one does not: contradictions among anchors kept aside.

    .venv/bin/python bench/directions.py ../shared/nli

The shipped conflict model reads each pair with the stored statement as premise, then as hypothesis.
Prints for either direction, and for both as the gate joins them (`Candidate.conflict`), the share of
contradictions found at fixed shares of false alarms, and at a precision of 0.95.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from memory.gate.verdict import joined  # noqa: E402
from memory.training.mixture import domain_shares, later_shares, latest_shares, own_shares  # noqa: E402
from memory.training.pairs import CONTRADICTION  # noqa: E402
from memory.training.scoring import onnx_scorer  # noqa: E402
from memory.training.temperature import softmax  # noqa: E402

FALSE_ALARMS = (0.01, 0.02, 0.05, 0.10)


def found(score: NDArray[np.float64], is_so: NDArray[np.bool_]) -> list[float]:
    """Recall at each share of false alarms, then at a precision of 0.95."""
    shares = [
        float((score[is_so] > np.quantile(score[~is_so], 1 - alarms)).mean())
        for alarms in FALSE_ALARMS
    ]
    hits = np.cumsum(is_so[np.argsort(-score)])
    precise = np.flatnonzero(hits / np.arange(1, len(hits) + 1) >= 0.95)
    return [*shares, float(hits[precise[-1]] / is_so.sum()) if len(precise) else 0.0]


def main() -> None:
    """Print the table."""
    data = Path(sys.argv[1])
    pairs = domain_shares(data).report + own_shares().report + later_shares().report
    pairs += latest_shares().report
    weights = ROOT / "memory/inference/weights/conflict"
    score = onnx_scorer(weights / "model.onnx", weights / "tokenizer.json")
    turned = [replace(p, premise=p.hypothesis, hypothesis=p.premise) for p in pairs]
    forward, backward = (softmax(score(both))[:, CONTRADICTION] for both in (pairs, turned))
    together = np.array([joined(*both) for both in zip(forward, backward, strict=True)])
    is_so = np.array([pair.target == CONTRADICTION for pair in pairs])
    print(f"{len(pairs)} pairs, {is_so.sum()} contradictions; found at false alarms of")
    print(" " * 12, *(f"{alarms:7.0%}" for alarms in FALSE_ALARMS), "  P 0.95")
    for name, scores in (("forward", forward), ("backward", backward), ("both", together)):
        print(f"{name:12}", *(f"{share:7.1%}" for share in found(scores, is_so)))


if __name__ == "__main__":
    main()
