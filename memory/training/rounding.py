"""Train with the rounding that the shipped file will have, so that it costs no answers.

The shipped file multiplies 8-bit activations with 7-bit weights. A network whose last steps were
trained with that rounding in its forward pass (gradients pass it unchanged: Jacob et al. 2018)
loses less than one that is rounded when it is finished. Channels with large activations are divided
by a factor which the weights that meet them take over (SmoothQuant: Xiao et al. 2022); of several
ways to find the factors, each layer takes the one that changes its outputs least (AWQ: Lin et al.
2023). Scales and factors are fixed beforehand, so that a pair's scores never depend on the other
pairs of its batch.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

ACTIVATION_STEPS = 255
# Seven bits: processors without VNNI add two products of 8-bit numbers in 16 bits, and
# 2 · 255 · 63 still fits where 2 · 255 · 127 does not.
LARGEST_WEIGHT = 63
# Shares of the observed range that are tried; values beyond the chosen range are cut.
RANGES_TRIED = tuple(float(share) for share in np.linspace(0.3, 1.0, 15))
VALUES_KEPT = 100_000
# How much of a channel's size its factor takes, in each try: 0 leaves all in the activations, 1 moves all of it
# into the weights.
STRENGTHS = (0.3, 0.5, 0.65, 0.8)
ROWS_TRIED = 6_000


@dataclass(frozen=True, slots=True)
class IntegerWeights:
    """A rounded layer: activations are ``factors · scale · (q - zero)``; weights with the factors
    in them are ``weight_scales · weights``.

    ``factors`` is (inputs,), ``weights`` (inputs, outputs) int8, ``weight_scales`` and ``bias``
    (outputs,).
    """

    factors: NDArray[np.float32]
    scale: float
    zero: int
    weights: NDArray[np.int8]
    weight_scales: NDArray[np.float32]
    bias: NDArray[np.float32]


class RoundedLinear(nn.Module):
    """A linear layer that rounds its inputs to 8 bits and its weights to 7, as the shipped file
    does."""

    factors: torch.Tensor
    scale: torch.Tensor
    zero: torch.Tensor

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.weight, self.bias = linear.weight, linear.bias
        self.register_buffer("factors", torch.ones(linear.in_features))
        self.register_buffer("scale", torch.ones(()))
        self.register_buffer("zero", torch.zeros((), dtype=torch.int32))
        self.seen: list[torch.Tensor] | None = None  # while observed: nothing is rounded

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        if self.seen is not None:
            self.seen.append(inputs.detach().flatten(0, -2))
            return functional.linear(inputs, self.weight, self.bias)
        rounded = round_inputs(inputs / self.factors, self.scale, self.zero)
        weight = round_weight(self.weight * self.factors)
        return functional.linear(rounded, weight, self.bias)

    def plain(self) -> nn.Linear:
        """The same layer without rounding, sharing the weights."""
        linear = nn.Linear(self.weight.shape[1], self.weight.shape[0])
        linear.weight, linear.bias = self.weight, self.bias
        return linear

    def as_integers(self) -> IntegerWeights:
        """What the shipped file holds of this layer."""
        weight = self.weight.detach() * self.factors
        scales = weight_scales(weight)
        weights = (weight / scales[:, None]).round()
        weights = weights.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT)
        return IntegerWeights(
            factors=self.factors.numpy().astype(np.float32),
            scale=float(self.scale),
            zero=int(self.zero),
            weights=weights.t().contiguous().to(torch.int8).numpy(),
            weight_scales=scales.numpy().astype(np.float32),
            bias=self.bias.detach().numpy().astype(np.float32),
        )


def weight_scales(weight: torch.Tensor) -> torch.Tensor:
    """(outputs,) step of each output's weights, (outputs, inputs)."""
    return weight.detach().abs().amax(dim=1).clamp(min=1e-8) / LARGEST_WEIGHT


def round_weight(weight: torch.Tensor) -> torch.Tensor:
    """Weights, (outputs, inputs), rounded to 7 bits; gradients pass unchanged."""
    scales = weight_scales(weight)
    zeros = torch.zeros_like(scales, dtype=torch.int32)
    return torch.fake_quantize_per_channel_affine(
        weight, scales, zeros, 0, -LARGEST_WEIGHT, LARGEST_WEIGHT
    )


def round_inputs(inputs: torch.Tensor, scale: torch.Tensor, zero: torch.Tensor) -> torch.Tensor:
    """Inputs rounded to 8 bits; gradients pass unchanged where nothing is cut."""
    return torch.fake_quantize_per_tensor_affine(inputs, scale, zero, 0, ACTIVATION_STEPS)


def layers_of(encoder: nn.Module, kind: type[nn.Module]) -> Iterator[tuple[nn.Module, str]]:
    """Every layer of a kind inside an encoder, as (owner, attribute)."""
    for owner in list(encoder.modules()):
        for name, child in list(owner.named_children()):
            if type(child) is kind:
                yield owner, name


def add_rounding(encoder: nn.Module) -> None:
    """Replace every linear layer of an encoder, in place."""
    for owner, name in layers_of(encoder, nn.Linear):
        linear = getattr(owner, name)
        setattr(owner, name, RoundedLinear(linear))


def remove_rounding(encoder: nn.Module) -> None:
    """Put the plain linear layers back, in place."""
    for owner, name in layers_of(encoder, RoundedLinear):
        setattr(owner, name, getattr(owner, name).plain())


def observe(encoder: nn.Module, run: Callable[[], None]) -> None:
    """Fit every rounded layer to what it meets while ``run`` runs the network without rounding."""
    layers = [getattr(owner, name) for owner, name in layers_of(encoder, RoundedLinear)]
    for layer in layers:
        layer.seen = []
    with torch.no_grad():
        run()
        for group in layers_by_input(layers):
            fit(group, torch.cat(group[0].seen or []))
    for layer in layers:
        layer.seen = None


def layers_by_input(layers: Sequence[RoundedLinear]) -> list[list[RoundedLinear]]:
    """The observed layers, those together that were given the same tensors (query, key, value)."""
    groups: dict[int, list[RoundedLinear]] = {}
    for layer in layers:
        if layer.seen:
            groups.setdefault(layer.seen[0].data_ptr(), []).append(layer)
    return list(groups.values())


@torch.no_grad()
def fit(layers: Sequence[RoundedLinear], inputs: torch.Tensor) -> None:
    """Fix factors, scale and zero of layers with the same inputs, (rows, inputs): of all factors
    tried those with the least squared error of the outputs."""
    dice = torch.Generator().manual_seed(0)
    rows = inputs[torch.randint(len(inputs), (ROWS_TRIED,), generator=dice)]
    weight = torch.cat([layer.weight for layer in layers])
    wanted = rows @ weight.T
    least = math.inf
    for factors in factors_tried(inputs):
        low, high = best_range((inputs / factors).flatten())
        scale = (high - low) / ACTIVATION_STEPS
        zero = round(-low / scale)
        rounded = round_inputs(rows / factors, torch.tensor(scale), torch.tensor(zero))
        error = float((rounded @ round_weight(weight * factors).T - wanted).square().mean())
        if error < least:
            least = error
            for layer in layers:
                layer.factors.copy_(factors)
                layer.scale.fill_(scale)
                layer.zero.fill_(zero)


def factors_tried(inputs: torch.Tensor) -> Iterator[torch.Tensor]:
    """Factors, (inputs,), by the largest and by the typical size of each channel. A channel that is
    huge for a few tokens only has a large first and a small second one."""
    for sizes in (inputs.abs().amax(dim=0), inputs.square().mean(dim=0).sqrt()):
        shares = (sizes / sizes.max().clamp(min=1e-6)).clamp(min=1e-3)
        for strength in STRENGTHS:
            yield shares**strength


def best_range(values: torch.Tensor) -> tuple[float, float]:
    """(low, high) whose rounding has the least squared error on a sample of the values; values
    beyond it are cut, and zero lies within it."""
    low, high = min(float(values.min()), 0.0), max(float(values.max()), 1e-6)
    # Drawn by chance: at even distances a few channels would stand for all.
    dice = torch.Generator().manual_seed(0)
    values = values[torch.randint(len(values), (VALUES_KEPT,), generator=dice)]

    def error(shares: tuple[float, float]) -> float:
        bottom, top = low * shares[0], high * shares[1]
        scale = (top - bottom) / ACTIVATION_STEPS
        zero = round(-bottom / scale)
        rounded = torch.fake_quantize_per_tensor_affine(values, scale, zero, 0, ACTIVATION_STEPS)
        return float((rounded - values).square().mean())

    top = min(RANGES_TRIED, key=lambda share: error((1.0, share)))
    bottom = min(RANGES_TRIED, key=lambda share: error((share, top)))
    return low * bottom, high * top


def round_rows(table: nn.Embedding) -> None:
    """Round each row of a table to 8 bits with a step of its own, in place."""
    with torch.no_grad():
        steps = table.weight.abs().amax(dim=1, keepdim=True).clamp(min=1e-8) / 127
        table.weight.copy_((table.weight / steps).round() * steps)
