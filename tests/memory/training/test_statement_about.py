"""The head that says about whom, fitted on messages of its own."""

from __future__ import annotations

import json

import pytest
import torch

from memory.inference.statement_labels import HEADS
from memory.training.batches import load_tokenizer
from memory.training.conflict import tokenizer_file
from memory.training.pairs import BadTrainingData
from memory.training.statement_about import (
    HEAD,
    SELF,
    features_of,
    fit_about,
    read_about,
    share_of_self,
)
from memory.training.statement_data import UNKNOWN
from memory.training.statement_loop import batch_of, examples_of
from memory.training.statement_network import by_head
from tests.memory.training.test_statement_training import small_network


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def rows(tmp_path):
    """Sixty messages, two thirds about another: "mum" is in those, "i" in the rest."""
    own = [{"before": None, "text": f"i bought {n} apples", "about": "self"} for n in range(20)]
    others = [
        {"before": None, "text": f"mum bought {n} pears", "about": "other"} for n in range(40)
    ]
    return read_about(write(tmp_path / "about.jsonl", own + others))


@pytest.fixture
def examples(rows):
    return examples_of(rows, load_tokenizer(tokenizer_file()))


def said(network, examples):
    """For each head what is said of each message."""
    with torch.no_grad():
        logits = network.eval().logits(batch_of(examples))
    return [columns.argmax(dim=1) for columns in by_head(logits)]


def test_only_this_head_moves_and_it_learns(examples, monkeypatch):
    monkeypatch.setattr("memory.training.statement_about.STAY", 1e-5)
    network = small_network()
    before = said(network, examples)
    truth = torch.tensor([one.targets[HEAD] for one in examples])
    fit_about(network, examples, share=1 / 3)
    after = said(network, examples)
    assert (after[HEAD] == truth).float().mean() > 0.95 > (before[HEAD] == truth).float().mean()
    for at in range(len(HEADS)):
        assert at == HEAD or torch.equal(before[at], after[at])


def test_the_share_of_ones_own_messages_is_that_which_is_asked_for(examples, monkeypatch):
    # held so strongly that only the bias may move
    monkeypatch.setattr("memory.training.statement_about.STAY", 1e4)
    for share in (0.2, 0.8):
        network = small_network()
        fit_about(network, examples, share=share)
        with torch.no_grad():
            logits = network.heads(features_of(network, examples))
        chance = list(by_head(logits))[HEAD].softmax(dim=1)[:, SELF]
        own = torch.tensor([one.targets[HEAD] == SELF for one in examples])
        mean = share * chance[own].mean() + (1 - share) * chance[~own].mean()
        assert float(mean) == pytest.approx(share, abs=0.02)


def test_the_rows_say_nothing_of_the_other_heads(rows):
    assert all(
        place == UNKNOWN for row in rows for at, place in enumerate(row.places) if at != HEAD
    )
    assert share_of_self(rows) == pytest.approx(1 / 3)


@pytest.mark.parametrize("wrong", [{"about": "mum"}, {"text": 3}, {"before": 3}])
def test_a_line_that_cannot_be_learned_from_is_named(tmp_path, wrong):
    row = {"before": None, "text": "i bought apples", "about": "self"}
    with pytest.raises(BadTrainingData, match=r"about\.jsonl, line 2"):
        read_about(write(tmp_path / "about.jsonl", [row, row | wrong]))


def test_the_repositorys_own_messages_are_read_once_each():
    rows = read_about()
    assert 0.4 < share_of_self(rows) < 0.9
    assert len({row.message for row in rows}) == len(rows)
