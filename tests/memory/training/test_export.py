from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import BertConfig, BertForSequenceClassification

from memory.training import export
from memory.training.card import write_card
from memory.training.conflict import tokenizer_file
from memory.training.pairs import LABELS, Pair
from memory.training.scoring import onnx_scorer, torch_scorer

PAIRS = [
    Pair(f"User lives in {city}.", f"She moved to {other}, it is great", 0, city, "test")
    for city, other in (("Porto", "Lyon"), ("Pune", "Quito"), ("Oslo", "Osaka and then to Perth"))
]


@pytest.fixture(scope="module")
def network() -> BertForSequenceClassification:
    torch.manual_seed(1)
    shape = BertConfig(
        vocab_size=30522,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        num_labels=3,
        attn_implementation="eager",
    )
    network = BertForSequenceClassification(shape)
    with torch.no_grad():
        network.classifier.weight.mul_(50)
    return network.eval()


def test_the_exported_file_scores_as_the_network_does(
    network: BertForSequenceClassification, tmp_path: Path
) -> None:
    export.to_onnx(network, tmp_path / "single.onnx")
    ours = torch_scorer(network, tokenizer_file())
    single = onnx_scorer(tmp_path / "single.onnx", tokenizer_file())
    assert np.allclose(ours(PAIRS), single(PAIRS), atol=1e-3)


def test_the_temperature_goes_into_the_head(network: BertForSequenceClassification) -> None:
    scorer = torch_scorer(network, tokenizer_file())
    before = scorer(PAIRS)
    export.apply_temperature(network, 2.0)
    assert np.allclose(scorer(PAIRS), before / 2, atol=1e-4)
    export.apply_temperature(network, 0.5)


def test_the_configuration_names_labels_checksums_and_temperature(tmp_path: Path) -> None:
    for name in ("model.onnx", "tokenizer.json"):
        (tmp_path / name).write_bytes(name.encode())
    export.write_config(tmp_path, temperature=1.23456, max_tokens=96)
    config = json.loads((tmp_path / "config.json").read_text())
    assert list(config["id2label"].values()) == list(LABELS)
    assert config["temperature"] == 1.2346
    assert config["sha256"]["model.onnx"] == export.checksum(tmp_path / "model.onnx")
    assert config["sha256"]["model.onnx"].startswith(config["revision"])


def test_the_card_holds_the_figures(tmp_path: Path) -> None:
    write_card(tmp_path, ["accuracy 0.9"])
    text = (tmp_path / "README.md").read_text()
    assert "accuracy 0.9" in text
    assert "## Limits" in text
