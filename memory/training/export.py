"""The shipped form: one ONNX file, its tokenizer and a configuration."""

from __future__ import annotations

import hashlib
import json
import shutil
import warnings
from collections.abc import Mapping
from pathlib import Path

import torch
from transformers import BertForSequenceClassification

from memory.training.pairs import LABELS

INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class LogitsOnly(torch.nn.Module):
    """The network as a function of three (pairs, tokens) tensors to (pairs, 3) logits."""

    def __init__(self, network: BertForSequenceClassification) -> None:
        super().__init__()
        self.network = network

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        result = self.network(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        )
        logits: torch.Tensor = result.logits
        return logits


def apply_temperature(network: BertForSequenceClassification, temperature: float) -> None:
    """Divide the head by the temperature: a plain softmax then gives calibrated probabilities."""
    with torch.no_grad():
        network.classifier.weight.div_(temperature)
        network.classifier.bias.div_(temperature)


def to_onnx(network: BertForSequenceClassification, path: Path) -> None:
    """Write the network in single precision, with free batch and length."""
    example = torch.ones((2, 8), dtype=torch.long)
    free = {0: "pairs", 1: "tokens"}
    with warnings.catch_warnings():
        # The exporter that came after this one wants another package (onnxscript).
        warnings.simplefilter("ignore")
        torch.onnx.export(
            LogitsOnly(network).eval(),
            (example, example, torch.zeros_like(example)),
            str(path),
            input_names=list(INPUTS),
            output_names=["logits"],
            dynamic_axes=dict.fromkeys(INPUTS, free) | {"logits": {0: "pairs"}},
            opset_version=17,
            dynamo=False,
        )


def checksum(path: Path) -> str:
    """SHA-256 of a file, as hexadecimal digits."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def write_config(folder: Path, *, temperature: float, max_tokens: int) -> None:
    """What a loader needs to know; the temperature is already in the weights."""
    config: Mapping[str, object] = {
        "name": "conflict-minilm",
        "revision": checksum(folder / "model.onnx")[:12],
        "sha256": {name: checksum(folder / name) for name in ("model.onnx", "tokenizer.json")},
        "architecture": "BertForSequenceClassification",
        "format": "onnx",
        "id2label": {str(number): name for number, name in enumerate(LABELS)},
        "inputs": list(INPUTS),
        "output": "logits",
        "max_tokens": max_tokens,
        "temperature": round(temperature, 4),
        "temperature_applied": True,
    }
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def copy_tokenizer(source: Path, folder: Path) -> None:
    """The tokenizer beside the weights."""
    shutil.copyfile(source, folder / "tokenizer.json")
