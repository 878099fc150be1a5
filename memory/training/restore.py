"""From a shipped file back to a network that can be trained further."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from transformers import BertForSequenceClassification

from memory.training.pairs import BadTrainingData

PREFIX = "network."
LAYER = ".integer.weights"
TABLE = ".bytes"
# Layers that are given the same input share its factors and shifts, which stand with the first of them.
FIRST = {"key": "query", "value": "query"}


def restore(network: BertForSequenceClassification, model: Path) -> None:
    """Put the weights of a shipped ``model.onnx`` into a network of the same shape, in place.

    They are those that the file multiplies with, rounded as they are there; the temperature stays
    in the head. Raises BadTrainingData for a file that does not hold every weight.
    """
    constants = read_constants(model)
    weights = {
        name.removeprefix(PREFIX): torch.from_numpy(values)
        for name, values in (single_precision(constants) | constants).items()
    }
    wanted = network.state_dict()
    missing = [
        name
        for name, values in wanted.items()
        if name not in weights or weights[name].shape != values.shape
    ]
    if missing:
        raise BadTrainingData(
            f"{model} is no conflict model of this shape: it lacks {missing[0]}. Give the folder "
            "of a model that `manage.py train conflict` has written."
        )
    network.load_state_dict({name: weights[name].to(wanted[name].dtype) for name in wanted})


def read_constants(model: Path) -> dict[str, NDArray[Any]]:
    """Every constant of an ONNX file by name. Raises BadTrainingData where it is none."""
    try:
        graph = onnx.load(str(model)).graph
    except FileNotFoundError:
        raise
    except Exception as error:  # protobuf raises an exception of its own
        raise BadTrainingData(f"{model} is no ONNX file, or is damaged.") from error
    return {item.name: numpy_helper.to_array(item).copy() for item in graph.initializer}


def single_precision(constants: dict[str, NDArray[Any]]) -> dict[str, NDArray[np.float32]]:
    """The integer layers and the word table of a shipped file, as a plain network holds them."""
    found: dict[str, NDArray[np.float32]] = {}
    for name, values in constants.items():
        if name.endswith(LAYER):
            layer = name.removesuffix(LAYER)
            scaled = values * constants[f"{layer}.integer.weight_scales"]
            first = first_of(layer)
            weight = scaled * constants[f"{first}.integer.inverse"][:, None]
            # Absent where nothing is shifted, and in files of earlier versions.
            shifts = constants.get(f"{first}.integer.shifts", np.zeros(len(scaled), np.float32))
            found[f"{layer}.weight"] = np.ascontiguousarray(weight.T)
            found[f"{layer}.bias"] = constants[f"{layer}.integer.bias"] - shifts @ scaled
        elif name.endswith(TABLE):
            table = name.removesuffix(TABLE)
            found[table] = values * constants[f"{table}.steps"]
    return found


def first_of(layer: str) -> str:
    """The layer with which those stand that are done to a layer's inputs."""
    owner, own = layer.rsplit(".", 1)
    return f"{owner}.{FIRST.get(own, own)}"
