"""Training of the statement model: all heads at once, the same weights on every run."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch.nn import functional

from memory.inference.statement_labels import HEADS, Message
from memory.training.batches import order
from memory.training.loop import (
    Plan,
    Progress,
    Report,
    load_checkpoint,
    rate_at,
    save_checkpoint,
)
from memory.training.statement_data import UNKNOWN, Labelled
from memory.training.statement_network import Batch, StatementNetwork, by_head, pad

PLAN = Plan(
    name="statement",
    epochs=6,
    learning_rate=2e-4,
    seed=1,
    batch_size=32,
    warmup=0.1,
    smoothing=0.05,
)
ROUNDING = Plan(
    name="statement-rounding",
    epochs=1,
    learning_rate=3e-5,
    seed=2,
    batch_size=32,
    warmup=0.1,
    smoothing=0.05,
)
HEADS_FASTER = 5.0
"""How much faster the fresh layer of heads learns than the pretrained encoder."""

RESTATED_WEIGHT = 0.5
"""A claim as a plain sentence counts half: it is easier than what people type."""


@dataclass(frozen=True, slots=True)
class Example:
    """A tokenised message with its targets, as places in HEADS' words or UNKNOWN."""

    ids: Sequence[int]
    segments: Sequence[int]
    targets: tuple[int, ...]
    weight: float = 1.0


def examples_of(rows: Sequence[Labelled], tokenizer: Tokenizer) -> list[Example]:
    """The messages, and their claims as plain sentences, as examples.

    A plain sentence says nothing of keep or drop (that is about chat), and is told without the
    change, so those two heads do not learn from it.
    """
    silent = {list(HEADS).index("keep"), list(HEADS).index("change")}
    parts = [(row.message, row.places, 1.0) for row in rows]
    for row in rows:
        for text, places in row.restated:
            masked = tuple(UNKNOWN if at in silent else place for at, place in enumerate(places))
            parts.append((Message(text), masked, RESTATED_WEIGHT))
    tokens = [tokenizer.encode(message.text, message.before) for message, _, _ in parts]
    return [
        Example(item.ids, item.type_ids, targets, weight)
        for item, (_, targets, weight) in zip(tokens, parts, strict=True)
    ]


def class_weights(examples: Sequence[Example]) -> list[torch.Tensor]:
    """For each head the weight of each word: the square root of how much rarer it is than the mean.

    Heads of two words are not weighted: both of their words are common.
    """
    weights = []
    for at, words in enumerate(HEADS.values()):
        seen = torch.tensor([one.targets[at] for one in examples if one.targets[at] != UNKNOWN])
        counts = torch.bincount(seen, minlength=len(words)).clamp(min=1).float()
        rarity = (counts.mean() / counts).sqrt()
        weights.append(rarity if len(words) > 2 else torch.ones(2))
    return weights


def loss_of(
    logits: torch.Tensor,
    examples: Sequence[Example],
    weights: Sequence[torch.Tensor],
    *,
    smoothing: float,
) -> torch.Tensor:
    """The heads' cross-entropies added up, as a mean over the examples of the batch."""
    targets = torch.tensor([one.targets for one in examples])
    shares = torch.tensor([one.weight for one in examples])
    total = logits.new_zeros(())
    for at, columns in enumerate(by_head(logits)):
        losses = functional.cross_entropy(
            columns,
            targets[:, at],
            weight=weights[at],
            ignore_index=UNKNOWN,
            label_smoothing=smoothing,
            reduction="none",
        )
        total = total + (losses * shares).sum()
    return total / len(examples)


def optimiser_of(network: StatementNetwork, plan: Plan) -> torch.optim.AdamW:
    """AdamW with a rate for the encoder and a higher one for the heads."""
    encoder = [item for item in network.encoder.parameters() if item.requires_grad]
    groups = [
        {"params": encoder},
        {"params": list(network.heads.parameters())},
    ]
    return torch.optim.AdamW(groups, lr=plan.learning_rate, weight_decay=plan.weight_decay)


def batch_of(examples: Sequence[Example]) -> Batch:
    """The padded messages of the examples."""
    return pad([one.ids for one in examples], [one.segments for one in examples])


def train(
    network: StatementNetwork,
    examples: Sequence[Example],
    plan: Plan,
    folder: Path,
    report: Report,
) -> None:
    """Train in place; goes on from the checkpoint in `folder`.

    One thread: sums are then made in one order, and the same data gives the same weights.
    """
    torch.set_num_threads(1)
    lengths = [len(one.ids) for one in examples]
    batches = [
        rows
        for epoch in range(plan.epochs)
        for rows in order(lengths, batch_size=plan.batch_size, seed=plan.seed + epoch)
    ]
    weights, optimiser = class_weights(examples), optimiser_of(network, plan)
    checkpoint = folder / f"{plan.name}.pt"
    first = load_checkpoint(checkpoint, network, optimiser)
    progress = Progress(plan.name, first, len(batches), report)
    saved = time.monotonic()
    network.train()
    for step in range(first, len(batches)):
        torch.manual_seed(plan.seed * 1_000_003 + step)  # the same dropout after a resume
        rate = rate_at(step, len(batches), plan)
        for group, faster in zip(optimiser.param_groups, (1.0, HEADS_FASTER), strict=True):
            group["lr"] = rate * faster
        chosen = [examples[at] for at in batches[step]]
        logits = network.logits(batch_of(chosen))
        loss = loss_of(logits, chosen, weights, smoothing=plan.smoothing)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.encoder.parameters(), 1.0)
        optimiser.step()
        progress.note(step, float(loss.detach()), len(chosen))
        last = step + 1 == len(batches)
        if last or time.monotonic() - saved > plan.seconds_between_checkpoints:
            save_checkpoint(checkpoint, network, optimiser, step + 1)
            saved = time.monotonic()
    network.eval()
