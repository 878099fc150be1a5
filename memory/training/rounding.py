"""A network with the rounding that the shipped file has.

The shipped file multiplies 8-bit activations with 7-bit weights. Gradients pass the rounding
unchanged, so that a network can be trained with it (Jacob et al. 2018). Channels with large activations are divided
by a factor which the weights that meet them take over (SmoothQuant: Xiao et al. 2022), and each is
shifted so that its range lies around zero (Outlier Suppression+: Wei et al. 2023). Scales, factors
and shifts are fixed beforehand (``rounding_fit``), so that a pair's scores never depend on the
other pairs of its batch.
"""

from __future__ import annotations

from collections.abc import Iterator
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


@dataclass(frozen=True, slots=True)
class IntegerWeights:
    """A rounded layer: activations are ``factors · (scale · (q - zero) + shifts)``; weights with the
    factors in them are ``weight_scales · weights``; what the shifts give is in the bias.

    ``factors`` and ``shifts`` are (inputs,), ``weights`` (inputs, outputs) int8, ``weight_scales``
    and ``bias`` (outputs,).
    """

    factors: NDArray[np.float32]
    shifts: NDArray[np.float32]
    scale: float
    zero: int
    weights: NDArray[np.int8]
    weight_scales: NDArray[np.float32]
    bias: NDArray[np.float32]


class RoundedLinear(nn.Module):
    """A linear layer that rounds its inputs to 8 bits and its weights to 7, as the shipped file
    does.

    factors: (inputs,); shifts: (inputs,), of the inputs divided by their factors; scale and zero:
    of what is rounded; steps: (outputs,) of the weights.
    """

    factors: torch.Tensor
    shifts: torch.Tensor
    scale: torch.Tensor
    zero: torch.Tensor
    steps: torch.Tensor

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.weight, self.bias = linear.weight, linear.bias
        self.register_buffer("factors", torch.ones(linear.in_features))
        self.register_buffer("shifts", torch.zeros(linear.in_features))
        self.register_buffer("scale", torch.ones(()))
        self.register_buffer("zero", torch.zeros((), dtype=torch.int32))
        self.register_buffer("steps", weight_steps(linear.weight))
        self.seen: list[torch.Tensor] | None = None  # while observed: nothing is rounded

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        if self.seen is not None:
            self.seen.append(inputs.detach().flatten(0, -2))
            return functional.linear(inputs, self.weight, self.bias)
        weight = round_weight(self.weight * self.factors, self.steps)
        return functional.linear(self.rounded(inputs), weight, self.bias)

    def rounded(self, inputs: torch.Tensor) -> torch.Tensor:
        """Inputs divided by their factors, as they are after rounding."""
        shifted = inputs / self.factors - self.shifts
        return round_inputs(shifted, self.scale, self.zero) + self.shifts

    def plain(self) -> nn.Linear:
        """The same layer without rounding, sharing the weights."""
        linear = nn.Linear(self.weight.shape[1], self.weight.shape[0])
        linear.weight, linear.bias = self.weight, self.bias
        return linear

    def as_integers(self) -> IntegerWeights:
        """What the shipped file holds of this layer."""
        weight = self.weight.detach() * self.factors
        weights = (weight / self.steps[:, None]).round()
        weights = weights.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT)
        shifted = (weights * self.steps[:, None]) @ self.shifts
        return IntegerWeights(
            factors=self.factors.numpy().astype(np.float32),
            shifts=self.shifts.numpy().astype(np.float32),
            scale=float(self.scale),
            zero=int(self.zero),
            weights=weights.t().contiguous().to(torch.int8).numpy(),
            weight_scales=self.steps.numpy().astype(np.float32),
            bias=(self.bias.detach() + shifted).numpy().astype(np.float32),
        )


def weight_steps(weight: torch.Tensor) -> torch.Tensor:
    """(outputs,) step of each output's weights, (outputs, inputs)."""
    return weight.detach().abs().amax(dim=1).clamp(min=1e-8) / LARGEST_WEIGHT


def round_weight(weight: torch.Tensor, steps: torch.Tensor) -> torch.Tensor:
    """Weights, (outputs, inputs), rounded to 7 bits; gradients pass unchanged."""
    zeros = torch.zeros_like(steps, dtype=torch.int32)
    return torch.fake_quantize_per_channel_affine(
        weight, steps, zeros, 0, -LARGEST_WEIGHT, LARGEST_WEIGHT
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


def round_rows(table: nn.Embedding) -> None:
    """Round each row of a table to 8 bits with a step of its own, in place."""
    with torch.no_grad():
        steps = table.weight.abs().amax(dim=1, keepdim=True).clamp(min=1e-8) / 127
        table.weight.copy_((table.weight / steps).round() * steps)
