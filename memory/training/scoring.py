"""Pairs to scores, with the network in training or with the exported file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from memory.training.batches import Batch, collate, load_tokenizer, tokenise
from memory.training.loop import logits_of
from memory.training.pairs import Pair

# Pairs to their (pairs, 3) logits, in the same order, columns as in LABELS.
Scorer = Callable[[Sequence[Pair]], NDArray[np.float64]]


def in_batches(
    pairs: Sequence[Pair], tokenizer_path: Path, run: Callable[[Batch], NDArray[np.float32]]
) -> NDArray[np.float64]:
    """Run batches of like length and put the rows back in order."""
    examples = tokenise(pairs, load_tokenizer(tokenizer_path))
    positions = sorted(range(len(examples)), key=lambda at: len(examples[at].ids))
    rows = np.zeros((len(pairs), 3))
    for start in range(0, len(positions), 64):
        chosen = positions[start : start + 64]
        rows[chosen] = run(collate([examples[at] for at in chosen]))
    return rows


def torch_scorer(network: torch.nn.Module, tokenizer_path: Path) -> Scorer:
    """Scores by the network itself, in single precision."""

    def run(batch: Batch) -> NDArray[np.float32]:
        with torch.no_grad():
            rows: NDArray[np.float32] = logits_of(network.eval(), batch).numpy()
        return rows

    return lambda pairs: in_batches(pairs, tokenizer_path, run)


def onnx_scorer(model: Path, tokenizer_path: Path) -> Scorer:
    """Scores by an exported file."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])

    def run(batch: Batch) -> NDArray[np.float32]:
        feeds = {
            "input_ids": batch.ids.numpy(),
            "attention_mask": batch.mask.numpy(),
            "token_type_ids": batch.segments.numpy(),
        }
        rows: NDArray[np.float32] = session.run(["logits"], feeds)[0]
        return rows

    return lambda pairs: in_batches(pairs, tokenizer_path, run)
