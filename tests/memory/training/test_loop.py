from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from memory.training.batches import Example, collate, order
from memory.training.loop import Plan, loss_of, rate_at, train
from memory.training.pairs import COMPATIBLE, CONTRADICTION

PLAN = Plan(name="tiny", epochs=2, learning_rate=0.05, seed=1, batch_size=4, smoothing=0.0)


class Bag(torch.nn.Module):
    """Scores a pair by the sum of its tokens' vectors."""

    def __init__(self) -> None:
        super().__init__()
        self.table = torch.nn.Embedding(10, 3)

    def forward(
        self, input_ids: torch.Tensor, token_type_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> SimpleNamespace:
        rows = self.table(input_ids) * attention_mask.unsqueeze(-1)
        return SimpleNamespace(logits=rows.sum(dim=1))


class Stopped(Bag):
    """Is interrupted when it is asked for a sixth batch."""

    asked = 0

    def forward(self, *args: torch.Tensor, **named: torch.Tensor) -> SimpleNamespace:
        self.asked += 1
        if self.asked > 5:
            raise KeyboardInterrupt
        return super().forward(*args, **named)


def examples() -> list[Example]:
    return [Example([1 + n % 3] * (1 + n % 4), [0] * (1 + n % 4), n % 3) for n in range(24)]


def fresh() -> Bag:
    torch.manual_seed(0)
    return Bag()


def test_every_example_comes_once_an_epoch_in_batches_of_like_length() -> None:
    lengths = [n % 17 for n in range(500)]
    batches = order(lengths, batch_size=8, seed=4)
    assert sorted(at for rows in batches for at in rows) == list(range(500))
    assert batches == order(lengths, batch_size=8, seed=4) != order(lengths, batch_size=8, seed=5)
    spreads = [
        max(lengths[at] for at in rows) - min(lengths[at] for at in rows) for rows in batches
    ]
    assert sum(spreads) / len(spreads) < 3


def test_padding_is_masked() -> None:
    batch = collate([Example([5, 6, 7], [0, 0, 1], 1), Example([5], [0], 2)])
    assert batch.ids.tolist() == [[5, 6, 7], [5, 0, 0]]
    assert batch.mask.tolist() == [[1, 1, 1], [1, 0, 0]]
    assert batch.targets.tolist() == [1, 2]


def test_a_compatible_pair_only_asks_for_no_contradiction() -> None:
    sure = {
        "contradiction": torch.tensor([[9.0, 0.0, 0.0]]),
        "entailment": torch.tensor([[0.0, 9.0, 0.0]]),
        "neutral": torch.tensor([[0.0, 0.0, 9.0]]),
    }
    target = torch.tensor([COMPATIBLE])
    losses = {name: float(loss_of(row, target, smoothing=0.0)) for name, row in sure.items()}
    assert losses["contradiction"] > 5
    assert losses["entailment"] == pytest.approx(losses["neutral"])
    assert losses["neutral"] < 0.01


def test_a_batch_of_both_kinds_takes_the_mean() -> None:
    logits = torch.tensor([[2.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    both = loss_of(logits, torch.tensor([CONTRADICTION, COMPATIBLE]), smoothing=0.05)
    one = loss_of(logits[:1], torch.tensor([CONTRADICTION]), smoothing=0.05)
    other = loss_of(logits[1:], torch.tensor([COMPATIBLE]), smoothing=0.05)
    assert float(both) == pytest.approx((float(one) + float(other)) / 2)


def test_the_rate_rises_and_falls() -> None:
    rates = [rate_at(step, 100, PLAN) for step in range(100)]
    assert rates[0] < rates[5] == max(rates) == pytest.approx(PLAN.learning_rate)
    assert rates[5] > rates[50] > rates[99] > 0


def test_an_interrupted_run_ends_with_the_same_weights(tmp_path: Path) -> None:
    whole, torn = fresh(), Stopped()
    torn.load_state_dict(whole.state_dict())
    for name in ("whole", "torn"):
        (tmp_path / name).mkdir()
    said: list[str] = []
    train(whole, examples(), PLAN, tmp_path / "whole", said.append)
    assert said[-1].startswith("tiny: step 12/12 (100.0%)")

    often = replace(PLAN, seconds_between_checkpoints=0.0)
    with pytest.raises(KeyboardInterrupt):
        train(torn, examples(), often, tmp_path / "torn", said.append)
    again = fresh()
    train(again, examples(), PLAN, tmp_path / "torn", said.append)
    assert torch.allclose(whole.table.weight, again.table.weight)
    assert not torch.allclose(whole.table.weight, torn.table.weight)


def test_a_finished_stage_is_loaded_at_once(tmp_path: Path) -> None:
    first, second = fresh(), Bag()
    train(first, examples(), PLAN, tmp_path, lambda _line: None)
    said: list[str] = []
    train(second, examples(), PLAN, tmp_path, said.append)
    assert torch.equal(first.table.weight, second.table.weight)
    assert said == []
