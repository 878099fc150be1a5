"""Rounding in training, and the integer file that is made of it."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn
from transformers import BertConfig, BertForSequenceClassification

from memory.training import export, rounding_fit
from memory.training.batches import collate, load_tokenizer, tokenise
from memory.training.conflict import WORD_TABLE, tokenizer_file
from memory.training.integer_graph import integer_layers, write_integer_graph
from memory.training.loop import logits_of
from memory.training.pairs import Pair
from memory.training.rounding import (
    LARGEST_WEIGHT,
    RoundedLinear,
    add_rounding,
    remove_rounding,
    round_rows,
)
from memory.training.rounding_fit import (
    best_range,
    compensate,
    fit,
    observe,
    refine,
    rounded_in_turn,
    ways_tried,
)
from memory.training.scoring import onnx_scorer, torch_scorer

PAIRS = [
    Pair(f"User lives in {city}.", f"She moved to {other}, it is great", 0, city, "test")
    for city, other in (("Porto", "Lyon"), ("Pune", "Quito"), ("Oslo", "Osaka and then to Perth"))
]
HEADS = 2


@pytest.fixture
def network() -> BertForSequenceClassification:
    torch.manual_seed(1)
    shape = BertConfig(
        vocab_size=30522,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=HEADS,
        intermediate_size=64,
        num_labels=3,
        attn_implementation="eager",
        initializer_range=0.2,
    )
    return BertForSequenceClassification(shape).eval()


def rounded(network: BertForSequenceClassification) -> BertForSequenceClassification:
    """The network with rounding that fits the pairs."""
    batch = collate(tokenise(PAIRS, load_tokenizer(tokenizer_file())))
    round_rows(network.bert.embeddings.word_embeddings)
    add_rounding(network.bert.encoder)
    observe(network.bert.encoder, lambda: void(logits_of(network, batch)))
    return network


def void(_value: object) -> None:
    """Drop a value."""


def write(network: BertForSequenceClassification, folder: Path) -> Path:
    """The shipped form of a rounded network."""
    plain = deepcopy(network)
    remove_rounding(plain.bert.encoder)
    export.to_onnx(plain, folder / "single.onnx")
    layers = integer_layers(export.LogitsOnly(network))
    path = folder / "model.onnx"
    write_integer_graph(folder / "single.onnx", path, layers, table=WORD_TABLE)
    return path


def test_the_integer_file_scores_as_the_rounded_network(
    network: BertForSequenceClassification, tmp_path: Path
) -> None:
    before = torch_scorer(network, tokenizer_file())(PAIRS)
    ours = torch_scorer(rounded(network), tokenizer_file())(PAIRS)
    theirs = onnx_scorer(write(network, tmp_path), tokenizer_file())(PAIRS)
    assert np.allclose(ours, theirs, atol=0.02)
    assert np.allclose(ours, before, atol=0.3)
    assert not np.array_equal(ours, before)


def test_the_integer_file_is_small(network: BertForSequenceClassification, tmp_path: Path) -> None:
    path = write(rounded(network), tmp_path)
    assert path.stat().st_size < (tmp_path / "single.onnx").stat().st_size / 3


def test_a_pair_scores_the_same_in_any_company(
    network: BertForSequenceClassification, tmp_path: Path
) -> None:
    scorer = onnx_scorer(write(rounded(network), tmp_path), tokenizer_file())
    alone = np.concatenate([scorer([pair]) for pair in PAIRS])
    assert np.allclose(scorer(PAIRS), alone, atol=1e-4)


def test_a_layer_that_is_not_in_the_graph_is_refused(
    network: BertForSequenceClassification, tmp_path: Path
) -> None:
    export.to_onnx(network, tmp_path / "single.onnx")
    layers = integer_layers(export.LogitsOnly(rounded(network)))
    wrong = {name.replace("layer.1", "layer.7"): layer for name, layer in layers.items()}
    with pytest.raises(ValueError, match=r"layer\.7"):
        write_integer_graph(tmp_path / "single.onnx", tmp_path / "m.onnx", wrong, table=WORD_TABLE)


def test_rounding_can_be_taken_away_again(network: BertForSequenceClassification) -> None:
    before = [name for name, _ in network.named_parameters()]
    add_rounding(network.bert.encoder)
    assert any(isinstance(layer, RoundedLinear) for layer in network.modules())
    remove_rounding(network.bert.encoder)
    assert not any(isinstance(layer, RoundedLinear) for layer in network.modules())
    assert [name for name, _ in network.named_parameters()] == before


def test_gradients_pass_the_rounding() -> None:
    torch.manual_seed(0)
    layer = RoundedLinear(nn.Linear(6, 4))
    inputs = torch.randn(50, 6, requires_grad=True)
    fit([layer], inputs.detach())
    layer(inputs).square().sum().backward()
    assert layer.weight.grad is not None and float(layer.weight.grad.abs().min()) > 0
    assert inputs.grad is not None and float((inputs.grad != 0).float().mean()) > 0.9


def test_an_outlier_channel_does_not_cost_the_others_their_precision() -> None:
    torch.manual_seed(0)
    linear = nn.Linear(16, 8)
    inputs = torch.randn(400, 16)
    inputs[:, 3] *= 100
    with torch.no_grad():
        linear.weight[:, 3] /= 100
    layer = RoundedLinear(linear)
    fit([layer], inputs)

    def error() -> float:
        return float((layer(inputs) - linear(inputs)).square().mean())

    with_factors = error()
    layer.factors.fill_(1.0)
    layer.scale.mul_(inputs.abs().max() / (127 * layer.scale))
    assert with_factors < error() / 4


def error_of(layer: RoundedLinear, linear: nn.Linear, inputs: torch.Tensor) -> float:
    """How far a rounded layer's outputs are from those of the plain one, as a mean square."""
    return float((layer(inputs) - linear(inputs)).detach().square().mean())


def test_of_the_ways_tried_the_one_is_taken_that_changes_the_outputs_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    torch.manual_seed(0)
    linear = nn.Linear(64, 8)
    inputs = torch.randn(4_000, 64).relu()
    inputs[7, 3] = 300  # huge for one token only
    inputs[:, 5] *= 20
    layer = RoundedLinear(linear)

    def error() -> float:
        fit([layer], inputs)
        return error_of(layer, linear, inputs)

    chosen, tried = error(), list(ways_tried(inputs))
    errors = []
    for way in tried:
        monkeypatch.setattr(rounding_fit, "ways_tried", lambda _, only=way: iter([only]))
        errors.append(error())
    # Chosen by rows that are drawn by chance, so that two near each other may change places.
    assert chosen < 1.1 * min(errors) < max(errors) / 2


def test_channels_far_from_zero_are_shifted(monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(0)
    linear = nn.Linear(64, 8)
    inputs = torch.randn(4_000, 64) + 10 * torch.randn(64)
    layer = RoundedLinear(linear)

    def error() -> float:
        fit([layer], inputs)
        return error_of(layer, linear, inputs)

    with_shifts = error()
    assert layer.shifts.any()
    without = [way for way in ways_tried(inputs) if not way[1].any()]
    monkeypatch.setattr(rounding_fit, "ways_tried", lambda _: iter(without))
    assert with_shifts < error() / 2


def test_refined_factors_change_the_outputs_less() -> None:
    torch.manual_seed(0)
    linear = nn.Linear(64, 8)
    sizes = torch.rand(64) * 9 + 1
    inputs = torch.randn(4_000, 64) * sizes
    with torch.no_grad():
        linear.weight.div_(sizes.flip(0))
    layer = RoundedLinear(linear)
    fit([layer], inputs)
    before = error_of(layer, linear, inputs)
    refine([layer], inputs)
    assert error_of(layer, linear, inputs) < 0.9 * before


def test_a_layer_makes_up_for_what_is_lost_before_it() -> None:
    torch.manual_seed(0)
    linear = nn.Linear(32, 8)
    shared = torch.randn(4_000, 4) @ torch.randn(4, 32)  # inputs that vary together
    plain = shared + 0.1 * torch.randn(4_000, 32)
    given = plain + 0.2 * torch.randn(4_000, 32) + 0.3
    wanted = linear(plain).detach()
    layer = RoundedLinear(deepcopy(linear))
    fit([layer], given)

    def error() -> float:
        return float((layer(given) - wanted).detach().square().mean())

    before = error()
    compensate(layer, plain=plain, given=given)
    assert error() < before / 2


def test_weights_rounded_in_turn_change_the_outputs_less_than_each_by_itself() -> None:
    torch.manual_seed(0)
    inputs = (torch.randn(4_000, 6) @ torch.randn(6, 48) + 0.2 * torch.randn(4_000, 48)).double()
    weight, steps = torch.randn(8, 48), torch.full((8,), 0.1)
    in_turn = rounded_in_turn(weight, steps, inputs.T @ inputs)
    alone = (weight / 0.1).round() * 0.1

    def error(rounded: torch.Tensor) -> float:
        return float((inputs @ (rounded - weight).double().T).square().mean())

    assert torch.allclose(in_turn / 0.1, (in_turn / 0.1).round(), atol=1e-4)
    assert error(in_turn) < error(alone) / 2


def test_layers_with_the_same_input_share_its_factors(
    network: BertForSequenceClassification,
) -> None:
    own = rounded(network).bert.encoder.layer[0]
    attention = own.attention.self
    assert torch.equal(attention.query.factors, attention.value.factors)
    assert torch.equal(attention.query.shifts, attention.value.shifts)
    assert not torch.equal(attention.query.factors, own.intermediate.dense.factors)


def test_weights_stay_within_seven_bits() -> None:
    torch.manual_seed(0)
    layer = RoundedLinear(nn.Linear(6, 4))
    fit([layer], torch.randn(50, 6))
    weights = layer.as_integers().weights
    assert int(np.abs(weights.astype(int)).max()) == LARGEST_WEIGHT


def test_the_range_holds_zero_and_cuts_what_is_rare() -> None:
    torch.manual_seed(0)
    low, high = best_range(torch.cat([torch.rand(100_000) + 0.5, torch.tensor([40.0])]))
    assert low <= 0.0
    assert high < 40.0
