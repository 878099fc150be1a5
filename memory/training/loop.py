"""The training loop: fixed seeds, checkpoints, resume, progress with the time left."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch.nn import functional

from memory.training.batches import Batch, Example, collate, order
from memory.training.pairs import COMPATIBLE, CONTRADICTION

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a stage is trained. ``seconds_between_checkpoints`` bounds what an interruption costs."""

    name: str
    epochs: int
    learning_rate: float
    seed: int
    batch_size: int = 48
    warmup: float = 0.06
    smoothing: float = 0.05
    weight_decay: float = 0.01
    seconds_between_checkpoints: float = 180.0


def loss_of(logits: torch.Tensor, targets: torch.Tensor, *, smoothing: float) -> torch.Tensor:
    """Mean loss of a batch: ``logits`` is (pairs, 3), ``targets`` (pairs,) with ``COMPATIBLE`` allowed.

    Cross-entropy with label smoothing where the label is known; where only "no contradiction" is
    known, the negative logarithm of one minus the (smoothed) contradiction probability.
    """
    known = targets != COMPATIBLE
    total = logits.new_zeros(())
    if bool(known.any()):
        total = total + functional.cross_entropy(
            logits[known], targets[known], label_smoothing=smoothing, reduction="sum"
        )
    if bool((~known).any()):
        log_probabilities = functional.log_softmax(logits[~known], dim=-1)
        compatible = torch.logsumexp(log_probabilities[:, CONTRADICTION + 1 :], dim=-1)
        contradiction = log_probabilities[:, CONTRADICTION]
        slight = smoothing / 3
        total = total - ((1 - slight) * compatible + slight * contradiction).sum()
    return total / len(targets)


def rate_at(step: int, steps: int, plan: Plan) -> float:
    """Learning rate: a linear rise during the warm-up, then a linear fall to zero."""
    rise = max(1, int(steps * plan.warmup))
    share = (step + 1) / rise if step < rise else (steps - step) / max(1, steps - rise)
    return plan.learning_rate * share


def optimiser_of(model: torch.nn.Module, plan: Plan) -> torch.optim.AdamW:
    """AdamW over what is trainable; no weight decay on biases and layer norms."""
    trainable = [(name, item) for name, item in model.named_parameters() if item.requires_grad]
    decayed = [item for _, item in trainable if item.ndim > 1]
    plain = [item for _, item in trainable if item.ndim <= 1]
    groups = [
        {"params": decayed, "weight_decay": plan.weight_decay},
        {"params": plain, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=plan.learning_rate, fused=True)


def logits_of(model: torch.nn.Module, batch: Batch) -> torch.Tensor:
    """(pairs, 3) logits, in single precision."""
    result = model(input_ids=batch.ids, token_type_ids=batch.segments, attention_mask=batch.mask)
    logits: torch.Tensor = result.logits
    return logits.float()


def save_checkpoint(
    path: Path, model: torch.nn.Module, optimiser: torch.optim.Optimizer, step: int
) -> None:
    """Write beside and rename, so that a killed run never leaves half a file."""
    fresh = path.with_suffix(".tmp")
    state = {"model": model.state_dict(), "optimiser": optimiser.state_dict(), "step": step}
    torch.save(state, fresh)
    fresh.replace(path)


def load_checkpoint(path: Path, model: torch.nn.Module, optimiser: torch.optim.Optimizer) -> int:
    """Restore the model and the optimiser; the number of the next step (0 without a checkpoint)."""
    if not path.exists():
        return 0
    state = torch.load(path, weights_only=True)
    model.load_state_dict(state["model"])
    optimiser.load_state_dict(state["optimiser"])
    return int(state["step"])


def one_step(
    model: torch.nn.Module,
    optimiser: torch.optim.Optimizer,
    batch: Batch,
    plan: Plan,
) -> float:
    """Forward, backward, clip, update; the loss."""
    loss = loss_of(logits_of(model, batch), batch.targets, smoothing=plan.smoothing)
    optimiser.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_([item for item in model.parameters() if item.requires_grad], 1.0)
    optimiser.step()
    return float(loss.detach())


class Progress:
    """Tells a person who waits how far a stage is, every twenty seconds and at its end."""

    def __init__(self, name: str, first: int, last: int, report: Report) -> None:
        self.name, self.first, self.last, self.report = name, first, last, report
        self.started = self.said = time.monotonic()
        self.loss, self.pairs = 0.0, 0

    def note(self, step: int, loss: float, pairs: int) -> None:
        """Count a finished step; the loss shown is a moving mean."""
        self.loss = loss if step == self.first else 0.98 * self.loss + 0.02 * loss
        self.pairs += pairs
        now = time.monotonic()
        if now - self.said > 20 or step + 1 == self.last:
            self.report(self.line(step + 1, now - self.started))
            self.said = now

    def line(self, done: int, seconds: float) -> str:
        """Steps, loss, speed and the time left."""
        left = seconds / (done - self.first) * (self.last - done)
        return (
            f"{self.name}: step {done}/{self.last} ({done / self.last:.1%}), loss {self.loss:.4f}, "
            f"{self.pairs / max(seconds, 1e-9):.0f} pairs/s, {left / 60:.0f} min left"
        )


def batches_of(examples: Sequence[Example], plan: Plan) -> list[list[int]]:
    """The batches of all epochs, as positions."""
    lengths = [len(example.ids) for example in examples]
    return [
        rows
        for epoch in range(plan.epochs)
        for rows in order(lengths, batch_size=plan.batch_size, seed=plan.seed + epoch)
    ]


def train(
    model: torch.nn.Module,
    examples: Sequence[Example],
    plan: Plan,
    folder: Path,
    report: Report,
) -> None:
    """Train ``model`` in place on ``examples``; resumes from the checkpoint in ``folder``."""
    batches = batches_of(examples, plan)
    last = len(batches)
    optimiser = optimiser_of(model, plan)
    checkpoint = folder / f"{plan.name}.pt"
    first = load_checkpoint(checkpoint, model, optimiser)
    progress = Progress(plan.name, first, last, report)
    saved = time.monotonic()
    model.train()
    for step in range(first, last):
        torch.manual_seed(plan.seed * 1_000_003 + step)  # dropout is the same after a resume
        for group in optimiser.param_groups:
            group["lr"] = rate_at(step, last, plan)
        batch = collate([examples[at] for at in batches[step]])
        progress.note(step, one_step(model, optimiser, batch, plan), len(batches[step]))
        if time.monotonic() - saved > plan.seconds_between_checkpoints or step + 1 == last:
            save_checkpoint(checkpoint, model, optimiser, step + 1)
            saved = time.monotonic()
    model.eval()
