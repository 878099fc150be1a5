"""Make activations easy to round: move their outliers into the weights before quantising.

Dynamic quantisation rounds a whole batch of activations with one scale. A few channels with large
values then cost all others their precision. Dividing each channel by a factor and multiplying the
weights that meet it by the same factor leaves the result as it is (SmoothQuant, Xiao et al. 2022).
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn
from torch.utils.hooks import RemovableHandle
from transformers import BertForSequenceClassification

from memory.training.batches import Batch
from memory.training.loop import logits_of


class Smoothed(nn.Module):
    """A linear layer whose input channels are divided by ``factor``, (inputs,), beforehand."""

    def __init__(self, linear: nn.Linear, factor: torch.Tensor) -> None:
        super().__init__()
        self.inverse = nn.Parameter(1 / factor, requires_grad=False)
        self.linear = nn.Linear(linear.in_features, linear.out_features)
        with torch.no_grad():
            self.linear.weight.copy_(linear.weight * factor)
            self.linear.bias.copy_(linear.bias)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = self.linear(inputs * self.inverse)
        return result


def groups_of(network: BertForSequenceClassification) -> list[list[tuple[nn.Module, str]]]:
    """The linear layers of the encoder as (owner, name), those with one common input together."""
    groups: list[list[tuple[nn.Module, str]]] = []
    for layer in network.bert.encoder.layer.children():
        attention = layer.get_submodule("attention.self")
        groups.append([(attention, name) for name in ("query", "key", "value")])
        for owner in ("attention.output", "intermediate", "output"):
            groups.append([(layer.get_submodule(owner), "dense")])
    return groups


def largest_inputs(
    network: BertForSequenceClassification, layers: Sequence[nn.Module], batches: Sequence[Batch]
) -> list[torch.Tensor]:
    """Per layer the largest absolute value of each input channel over the batches."""
    largest = [torch.zeros(layer.in_features) for layer in layers if isinstance(layer, nn.Linear)]

    def watch(at: int) -> RemovableHandle:
        def note(_layer: nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
            seen = inputs[0].detach().abs().flatten(0, -2).amax(dim=0)
            largest[at] = torch.maximum(largest[at], seen)

        return layers[at].register_forward_pre_hook(note)

    handles = [watch(at) for at in range(len(layers))]
    with torch.no_grad():
        for batch in batches:
            logits_of(network, batch)
    for handle in handles:
        handle.remove()
    return largest


def smooth(
    network: BertForSequenceClassification, batches: Sequence[Batch], *, strength: float
) -> None:
    """Replace the encoder's linear layers in place; ``strength`` 1 takes all outliers from the input."""
    groups = groups_of(network)
    firsts = [getattr(*group[0]) for group in groups]
    for group, largest in zip(groups, largest_inputs(network, firsts, batches), strict=True):
        members = [getattr(owner, name) for owner, name in group]
        weights = torch.stack([member.weight.detach().abs().amax(dim=0) for member in members])
        meeting = weights.amax(dim=0).clamp(min=1e-5)
        factor = (largest.clamp(min=1e-5) ** strength / meeting ** (1 - strength)).clamp(1e-3, 1e3)
        for (owner, name), member in zip(group, members, strict=True):
            setattr(owner, name, Smoothed(member, factor))
