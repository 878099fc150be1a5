"""Pairs per second of the shipped conflict model beside the same network in single precision.

    python bench/inference.py [--pairs 1000] [--rounds 5] [--network DIR]

Both are used as the product uses them (`memory.inference`): the shipped file through onnxruntime, the
network through sentence-transformers, in batches of 32, both on all cores. Their speed does not
depend on the weights, so that without --network a network of the same shape with fresh weights is
measured; with --network (the folder `network` that `manage.py train conflict` leaves) the share of
pairs with the same label is printed too. Pairs are those of the repository's own anchors.

In a virtual machine on a shared processor single figures wander; the ratio is taken round by round.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AutoTokenizer

from memory.inference.nli import torch_scorer
from memory.inference.onnx_scorer import OnnxScorer
from memory.inference.profiles import CONFLICT_WEIGHTS
from memory.training.conflict import base_model, new_network
from memory.training.mixture import own_shares
from memory.training.pairs import sample

Texts = Sequence[tuple[str, str]]
Score = Callable[[Texts], NDArray[np.float32]]


def seconds(score: Score, pairs: Texts) -> float:
    """How long scoring takes."""
    started = time.perf_counter()
    score(pairs)
    return time.perf_counter() - started


def latency(score: Score, pairs: Texts) -> str:
    """Milliseconds for one pair alone: median and 95th percentile."""
    times = sorted(1000 * seconds(score, [pair]) for pair in pairs[:200])
    return f"{statistics.median(times):.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms"


def single_precision(folder: str, given: Path | None) -> Score:
    """The network in torch; one of the same shape where none is given."""
    if given is None:
        new_network(seed=1).save_pretrained(folder)
    else:
        torch.set_grad_enabled(False)
        from transformers import BertForSequenceClassification

        BertForSequenceClassification.from_pretrained(given).save_pretrained(folder)
    AutoTokenizer.from_pretrained(base_model()).save_pretrained(folder)
    return torch_scorer(folder)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--network", type=Path)
    options = parser.parse_args()
    chosen = sample(own_shares().train, options.pairs, seed=1)
    pairs = [(pair.premise, pair.hypothesis) for pair in chosen]
    with tempfile.TemporaryDirectory() as folder:
        shipped, single = OnnxScorer(CONFLICT_WEIGHTS), single_precision(folder, options.network)
        answers = shipped(pairs), single(pairs)  # warms both up
        rounds = [(seconds(shipped, pairs), seconds(single, pairs)) for _ in range(options.rounds)]
        for name, times in zip(("8 bits", "fp32 torch"), zip(*rounds, strict=True), strict=True):
            print(f"{name:12}{len(pairs) / statistics.median(times):7.0f} pairs/s")
        ratios = [theirs / ours for ours, theirs in rounds]
        print(
            f"ratio       {statistics.median(ratios):7.2f} (from {min(ratios):.2f} to {max(ratios):.2f})"
        )
        print(f"one pair    8 bits {latency(shipped, pairs)}; fp32 torch {latency(single, pairs)}")
        if options.network:
            same = (answers[0].argmax(axis=1) == answers[1].argmax(axis=1)).mean()
            print(f"same label  {same:.2%} of {len(pairs)} pairs")


if __name__ == "__main__":
    main()
