"""How a network is rounded: layer by layer, each by its outputs.

A layer meets what the rounded layers before it make of the examples, and is to give what it gave
before anything was rounded. First the factors and shifts of its inputs are chosen, of several tried
(AWQ: Lin et al. 2023), and refined along the gradient (OmniQuant: Shao et al. 2024). Then its weights are
corrected for what the inputs lost, and rounded one input after the other, each time passing the
error on to the inputs that are not rounded yet (GPTQ: Frantar et al. 2023).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy

import numpy as np
import torch
from torch import nn

from memory.training.rounding import (
    ACTIVATION_STEPS,
    LARGEST_WEIGHT,
    RoundedLinear,
    layers_of,
    round_weight,
    weight_steps,
)

# Shares of the observed range that are tried; values beyond the chosen range are cut.
RANGES_TRIED = tuple(float(share) for share in np.linspace(0.3, 1.0, 15))
VALUES_KEPT = 100_000
# How much of a channel's size its factor takes, in each try: 0 leaves all in the activations, 1 moves all of it
# into the weights.
STRENGTHS = (0.3, 0.5, 0.65, 0.8)
ROWS_TRIED = 6_000
ROWS_REFINED, REFINEMENTS, REFINING_RATE = 1_000, 200, 0.005
# Share of the mean variance that is added to each input's: what a few rows say by chance is not followed.
DAMPING = 0.01


def observe(encoder: nn.Module, run: Callable[[], None]) -> None:
    """Fit every rounded layer to what it meets while ``run`` runs the network, in place.

    ``run`` has to show the layers the same inputs each time; it is called once for all layers
    without rounding, and once more for each.
    """
    layers = [getattr(owner, name) for owner, name in layers_of(encoder, RoundedLinear)]
    with torch.no_grad():
        watch(layers)
        run()
        groups = [(group, seen_by(group)) for group in layers_by_input(layers)]
        unwatch(layers)
        for group, plain in groups:
            watch(group)
            run()
            given = seen_by(group)
            unwatch(group)
            fit(group, given)
            refine(group, given)
            for layer in group:
                compensate(layer, plain=plain, given=given)


def watch(layers: Sequence[RoundedLinear]) -> None:
    """Have layers keep their inputs from now on, and not round them."""
    for layer in layers:
        layer.seen = []


def unwatch(layers: Sequence[RoundedLinear]) -> None:
    """Have layers round again."""
    for layer in layers:
        layer.seen = None


def seen_by(group: Sequence[RoundedLinear]) -> torch.Tensor:
    """What watched layers with the same inputs were given, (rows, inputs)."""
    return torch.cat(group[0].seen or [])


def layers_by_input(layers: Sequence[RoundedLinear]) -> list[list[RoundedLinear]]:
    """The watched layers, those together that were given the same tensors (query, key, value)."""
    groups: dict[int, list[RoundedLinear]] = {}
    for layer in layers:
        if layer.seen:
            groups.setdefault(layer.seen[0].data_ptr(), []).append(layer)
    return list(groups.values())


@torch.no_grad()
def fit(layers: Sequence[RoundedLinear], inputs: torch.Tensor) -> None:
    """Fix factors, shifts, scale and zero of layers with the same inputs, (rows, inputs): of all
    factors and shifts tried those with the least squared error of the outputs."""
    rows, weight = some(inputs, ROWS_TRIED), torch.cat([layer.weight for layer in layers])
    trial = RoundedLinear(nn.Linear(*weight.T.shape))
    trial.weight = nn.Parameter(weight)
    least = math.inf
    for factors, shifts in ways_tried(inputs):
        low, high = best_range((rows / factors - shifts).flatten())
        trial.factors, trial.shifts = factors, shifts
        trial.scale.fill_((high - low) / ACTIVATION_STEPS)
        trial.zero.fill_(round(-low * ACTIVATION_STEPS / (high - low)))
        error = float(error_of(trial, rows))
        if error < least:
            least = error
            for layer in layers:
                take_over(layer, trial)


def take_over(layer: RoundedLinear, other: RoundedLinear) -> None:
    """Have a layer round its inputs as another does, with the steps that its weights then have."""
    for own, others in (
        (layer.factors, other.factors),
        (layer.shifts, other.shifts),
        (layer.scale, other.scale),
        (layer.zero, other.zero),
    ):
        own.copy_(others)
    layer.steps.copy_(weight_steps(layer.weight * layer.factors))


def some(rows: torch.Tensor, count: int) -> torch.Tensor:
    """Rows drawn by chance, the same each time."""
    dice = torch.Generator().manual_seed(0)
    return rows[torch.randint(len(rows), (count,), generator=dice)]


def error_of(layer: RoundedLinear, rows: torch.Tensor) -> torch.Tensor:
    """Mean squared error that rounding makes in what a layer makes of ``rows``, (rows, inputs)."""
    scaled = layer.weight * layer.factors
    rounded = layer.rounded(rows) @ round_weight(scaled, weight_steps(scaled)).T
    return (rounded - rows @ layer.weight.T).square().mean()


def ways_tried(inputs: torch.Tensor) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Factors and shifts, (inputs,) each: no shifts, or those that lay each channel's range around
    zero. A channel that is far out for a few tokens only is better left where it is."""
    middles = (inputs.amax(dim=0) + inputs.amin(dim=0)) / 2
    for middle in (torch.zeros_like(middles), middles):
        for factors in factors_tried(inputs - middle):
            yield factors, middle / factors


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
    values = some(values, VALUES_KEPT)

    def error(shares: tuple[float, float]) -> float:
        bottom, top = low * shares[0], high * shares[1]
        scale = (top - bottom) / ACTIVATION_STEPS
        zero = round(-bottom / scale)
        rounded = torch.fake_quantize_per_tensor_affine(values, scale, zero, 0, ACTIVATION_STEPS)
        return float((rounded - values).square().mean())

    top = min(RANGES_TRIED, key=lambda share: error((1.0, share)))
    bottom = min(RANGES_TRIED, key=lambda share: error((share, top)))
    return low * bottom, high * top


@torch.enable_grad()
def refine(layers: Sequence[RoundedLinear], inputs: torch.Tensor) -> None:
    """Move the factors of layers with the same inputs, (rows, inputs), along the gradient of the
    error that rounding makes in the outputs; they stay as they are where that does not help.

    The scale stays: larger factors for all inputs are a smaller scale.
    """
    trial = deepcopy(layers[0])
    trial.weight = nn.Parameter(torch.cat([layer.weight.detach() for layer in layers]))
    middle = trial.shifts * trial.factors
    logarithms = nn.Parameter(trial.factors.log())
    optimiser = torch.optim.Adam([logarithms], lr=REFINING_RATE)
    fall = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.0, REFINEMENTS)
    dice = torch.Generator().manual_seed(1)
    for _ in range(REFINEMENTS):
        rows = inputs[torch.randint(len(inputs), (ROWS_REFINED,), generator=dice)]
        trial.factors = logarithms.exp()
        trial.shifts = middle / trial.factors
        optimiser.zero_grad()
        error_of(trial, rows).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        fall.step()
    with torch.no_grad():
        trial.factors = logarithms.exp()
        trial.shifts = middle / trial.factors
        before = deepcopy(layers[0])
        before.weight = trial.weight
        rows = some(inputs, ROWS_TRIED)
        if error_of(trial, rows) < error_of(before, rows):
            for layer in layers:
                take_over(layer, trial)


@torch.no_grad()
def compensate(layer: RoundedLinear, *, plain: torch.Tensor, given: torch.Tensor) -> None:
    """Set a layer's weights and bias so that it makes of ``given``, its inputs in the rounded
    network, what it made of ``plain``, those without rounding; both are (rows, inputs)."""
    inputs = layer.rounded(given)
    spread = inputs - inputs.mean(dim=0)
    variances = (spread.T @ spread).double()
    variances += torch.eye(len(variances)) * DAMPING * variances.diagonal().mean()
    wanted = plain @ layer.weight.T
    weight = layer.weight * layer.factors
    missing = wanted - inputs @ weight.T
    shared = spread.T @ (missing - missing.mean(dim=0))
    correction = torch.linalg.solve(variances, shared.double())
    weight = weight + correction.T.float()
    layer.steps.copy_(weight_steps(weight))
    rounded = rounded_in_turn(weight, layer.steps, variances)
    layer.weight.copy_(rounded / layer.factors)
    layer.bias.add_((wanted - inputs @ rounded.T).mean(dim=0))


def rounded_in_turn(
    weight: torch.Tensor, steps: torch.Tensor, variances: torch.Tensor
) -> torch.Tensor:
    """Weights, (outputs, inputs), on the steps of each output, (outputs,).

    The inputs come in the order of their variance; what rounding one of them changes in the outputs
    is taken over by those that are left, as far as they vary with it. ``variances`` is (inputs,
    inputs), in double precision.
    """
    order = variances.diagonal().argsort(descending=True)
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(variances[order][:, order]))
    passed_on = torch.linalg.cholesky(inverse, upper=True)
    left = weight[:, order].double()
    step = steps.double()
    rounded = torch.zeros_like(left)
    for at in range(left.shape[1]):
        whole = (left[:, at] / step).round().clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT)
        rounded[:, at] = whole * step
        error = (left[:, at] - rounded[:, at]) / passed_on[at, at]
        left[:, at:] -= error[:, None] * passed_on[at, at:]
    return rounded[:, order.argsort()].float()
