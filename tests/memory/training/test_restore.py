"""A shipped file becomes a network again."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from transformers import BertForSequenceClassification

from memory.inference.profiles import CONFLICT_WEIGHTS
from memory.training.conflict import new_network, tokenizer_file
from memory.training.pairs import BadTrainingData, Pair
from memory.training.restore import restore
from memory.training.scoring import onnx_scorer, torch_scorer

PAIRS = [
    Pair("User lives in Porto.", "User moved to Lyon.", 0, "", "test"),
    Pair("User lives in Porto.", "User's brother moved to Lyon.", 2, "", "test"),
    Pair("User lives in Porto.", "User lives in Portugal.", 1, "", "test"),
    Pair("plan: Pro", "we are on Enterprise now", 0, "", "test"),
]


@pytest.fixture(scope="module")
def network() -> BertForSequenceClassification:
    return new_network(seed=5)


def test_the_restored_network_answers_as_the_shipped_file(
    network: BertForSequenceClassification,
) -> None:
    shipped = onnx_scorer(CONFLICT_WEIGHTS / "model.onnx", CONFLICT_WEIGHTS / "tokenizer.json")
    fresh = torch_scorer(network, tokenizer_file())(PAIRS)
    copy = deepcopy(network)
    restore(copy, CONFLICT_WEIGHTS / "model.onnx")
    restored = torch_scorer(copy, tokenizer_file())(PAIRS)
    assert np.allclose(restored, shipped(PAIRS), atol=0.5)  # only the inputs are not rounded
    assert np.abs(restored - fresh).max() > 1
    assert [int(row.argmax()) for row in restored] == [pair.target for pair in PAIRS]


def test_another_file_is_refused_and_changes_nothing(
    network: BertForSequenceClassification, tmp_path: Path
) -> None:
    before = {name: values.clone() for name, values in network.state_dict().items()}
    damaged = tmp_path / "model.onnx"
    damaged.write_bytes((CONFLICT_WEIGHTS / "model.onnx").read_bytes()[:1_000_000])
    statement = CONFLICT_WEIGHTS.with_name("statement") / "model.onnx"
    for file, reason in ((damaged, "no ONNX file"), (statement, "no conflict model")):
        with pytest.raises(BadTrainingData, match=reason):
            restore(network, file)
    with pytest.raises(FileNotFoundError):
        restore(network, tmp_path / "nothing.onnx")
    after = network.state_dict()
    assert all(bool((after[name] == values).all()) for name, values in before.items())
