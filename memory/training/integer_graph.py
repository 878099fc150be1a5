"""From a single-precision ONNX file and the rounded layers to the file that is shipped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from torch import nn

from memory.training.rounding import IntegerWeights, RoundedLinear

# onnxruntime's own operators: an integer product with scales and bias, in one step.
DOMAIN = "com.microsoft"


def integer_layers(network: nn.Module) -> dict[str, IntegerWeights]:
    """The rounded layers of a network by their dotted path."""
    return {
        path: layer.as_integers()
        for path, layer in network.named_modules()
        if isinstance(layer, RoundedLinear)
    }


def write_integer_graph(
    source: Path, path: Path, layers: Mapping[str, IntegerWeights], *, table: str
) -> None:
    """Write ``source`` with its linear ``layers`` in integers and its word table in bytes.

    source: exported from the network without rounding; layers: by dotted path from the exported
    module; table: the name of the word embeddings. Raises ValueError where one is not found.
    """
    graph = Graph(onnx.load(str(source)))
    for name, layer in layers.items():
        graph.replace_layer(name, layer)
    graph.replace_table(table)
    graph.write(path)


class Graph:
    """An ONNX graph whose nodes can be replaced."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.model = model
        self.nodes = list(model.graph.node)
        self.constants = {item.name: item for item in model.graph.initializer}
        self.rounded: dict[tuple[str, float, int, bytes], str] = {}

    def constant(self, name: str, values: NDArray[np.generic]) -> str:
        """Add a constant; its name."""
        self.constants[name] = numpy_helper.from_array(values, name)
        return name

    def put(self, at: onnx.NodeProto, *nodes: onnx.NodeProto) -> None:
        """Put nodes in the place of another."""
        place = next(index for index, node in enumerate(self.nodes) if node is at)
        self.nodes[place : place + 1] = nodes

    def replace_layer(self, name: str, layer: IntegerWeights) -> None:
        """Put an integer product where the layer's product and bias were."""
        product = self.node_named("/" + re.sub(r"\.(?!\d)", "/", name) + "/MatMul")
        bias = next(node for node in self.nodes if product.output[0] in node.input)
        if bias.op_type != "Add":
            raise ValueError(f"{name}: no bias follows the product in the exported graph.")
        scale = self.constant(f"{name}.integer.scale", np.array(layer.scale, dtype=np.float32))
        zero = self.constant(f"{name}.integer.zero", np.array(layer.zero, dtype=np.uint8))
        key = (product.input[0], layer.scale, layer.zero, layer.factors.tobytes())
        before = []
        if key not in self.rounded:  # query, key and value share their input
            self.rounded[key] = f"{name}.integer.rounded"
            inverse = self.constant(f"{name}.integer.inverse", 1 / layer.factors)
            even = f"{name}.integer.even"
            before.append(helper.make_node("Mul", [product.input[0], inverse], [even]))
            if layer.shifts.any():
                shifts = self.constant(f"{name}.integer.shifts", layer.shifts)
                shifted = f"{name}.integer.shifted"
                before.append(helper.make_node("Sub", [even, shifts], [shifted]))
                even = shifted
            before.append(
                helper.make_node("QuantizeLinear", [even, scale, zero], [self.rounded[key]])
            )
        inputs = [
            self.rounded[key],
            self.constant(f"{name}.integer.weights", layer.weights),
            scale,
            self.constant(f"{name}.integer.weight_scales", layer.weight_scales),
            zero,
            "",
            self.constant(f"{name}.integer.bias", layer.bias),
        ]
        whole = helper.make_node(
            "MatMulIntegerToFloat", inputs, bias.output, name=name, domain=DOMAIN
        )
        self.put(product, *before, whole)
        self.nodes = [node for node in self.nodes if node is not bias]

    def replace_table(self, name: str) -> None:
        """Keep a table of word vectors as bytes, with a step for each row."""
        gather = next((node for node in self.nodes if name in node.input), None)
        if gather is None or gather.op_type != "Gather":
            raise ValueError(f"{name}: no look-up of this table in the exported graph.")
        values = numpy_helper.to_array(self.constants.pop(name))
        steps = np.maximum(np.abs(values).max(axis=1, keepdims=True), 1e-8) / 127
        bytes_of = self.constant(f"{name}.bytes", np.rint(values / steps).astype(np.int8))
        steps_of = self.constant(f"{name}.steps", steps.astype(np.float32))
        ids = gather.input[1]
        self.put(
            gather,
            helper.make_node("Gather", [bytes_of, ids], [f"{name}.picked"]),
            helper.make_node("Gather", [steps_of, ids], [f"{name}.step"]),
            helper.make_node(
                "Cast", [f"{name}.picked"], [f"{name}.real"], to=onnx.TensorProto.FLOAT
            ),
            helper.make_node("Mul", [f"{name}.real", f"{name}.step"], [gather.output[0]]),
        )

    def node_named(self, name: str) -> onnx.NodeProto:
        """The node of a name. Raises ValueError where there is none."""
        found: onnx.NodeProto
        for found in self.nodes:
            if found.name == name:
                return found
        raise ValueError(f"{name}: no such node in the exported graph.")

    def write(self, path: Path) -> None:
        """Write the graph with the constants that are still used."""
        used = {name for node in self.nodes for name in node.input}
        graph = self.model.graph
        del graph.node[:]
        graph.node.extend(self.nodes)
        del graph.initializer[:]
        graph.initializer.extend(item for name, item in self.constants.items() if name in used)
        self.model.opset_import.append(helper.make_opsetid(DOMAIN, 1))
        onnx.save(self.model, str(path))
