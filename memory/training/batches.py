"""Text to tensors: tokenised pairs in batches of like length."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer

from memory.training.pairs import Pair

MAX_TOKENS = 96
CHUNK_BATCHES = 50


@dataclass(frozen=True, slots=True)
class Example:
    """One tokenised pair: ids and segment (0 premise, 1 hypothesis) of each token, and the target."""

    ids: list[int]
    segments: list[int]
    target: int


@dataclass(frozen=True, slots=True)
class Batch:
    """``ids``, ``segments`` and ``mask`` are (pairs, longest); ``targets`` is (pairs,)."""

    ids: torch.Tensor
    segments: torch.Tensor
    mask: torch.Tensor
    targets: torch.Tensor


def load_tokenizer(path: Path, *, max_tokens: int = MAX_TOKENS) -> Tokenizer:
    """The tokenizer of a ``tokenizer.json``, cutting the longer statement first, without padding."""
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.enable_truncation(max_length=max_tokens, strategy="longest_first")
    tokenizer.no_padding()
    return tokenizer


def tokenise(pairs: Sequence[Pair], tokenizer: Tokenizer) -> list[Example]:
    """Every pair as ``[CLS] premise [SEP] hypothesis [SEP]``."""
    encoded = tokenizer.encode_batch([(pair.premise, pair.hypothesis) for pair in pairs])
    return [
        Example(item.ids, item.type_ids, pair.target)
        for item, pair in zip(encoded, pairs, strict=True)
    ]


def order(lengths: Sequence[int], *, batch_size: int, seed: int) -> list[list[int]]:
    """Batches of positions: shuffled, then sorted by length within chunks of batches, then shuffled.

    Sorting within chunks keeps padding low and the batches still mixed; the same seed gives the
    same batches, so that an interrupted run goes on where it stopped.
    """
    dice = random.Random(seed)  # noqa: S311 (no secret)
    positions = list(range(len(lengths)))
    dice.shuffle(positions)
    size = batch_size * CHUNK_BATCHES
    batches: list[list[int]] = []
    for start in range(0, len(positions), size):
        chunk = sorted(positions[start : start + size], key=lambda at: lengths[at])
        groups = [chunk[at : at + batch_size] for at in range(0, len(chunk), batch_size)]
        dice.shuffle(groups)
        batches += groups
    return batches


def collate(examples: Sequence[Example]) -> Batch:
    """Pad to the longest of the batch (0 is BERT's padding id)."""
    longest = max(len(example.ids) for example in examples)
    shape = (len(examples), longest)
    ids = torch.zeros(shape, dtype=torch.long)
    segments = torch.zeros(shape, dtype=torch.long)
    mask = torch.zeros(shape, dtype=torch.long)
    for row, example in enumerate(examples):
        length = len(example.ids)
        ids[row, :length] = torch.tensor(example.ids)
        segments[row, :length] = torch.tensor(example.segments)
        mask[row, :length] = 1
    return Batch(ids, segments, mask, torch.tensor([example.target for example in examples]))
