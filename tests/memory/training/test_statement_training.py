"""Training, on a network small enough for a test."""

from __future__ import annotations

import pytest
import torch
from transformers import BertConfig, BertModel

from memory.inference.statement_labels import Message
from memory.inference.statements import probabilities
from memory.training import statement
from memory.training.batches import load_tokenizer
from memory.training.conflict import tokenizer_file
from memory.training.statement_data import UNKNOWN, read_labelled
from memory.training.statement_loop import PLAN, class_weights, examples_of, loss_of, train
from memory.training.statement_network import WIDTHS, StatementNetwork, pad
from tests.memory.training.statement_rows import ROWS, write_rows


def small_network():
    torch.manual_seed(1)
    shape = BertConfig(
        vocab_size=30522,
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        attn_implementation="eager",
    )
    return StatementNetwork(BertModel(shape, add_pooling_layer=False))


@pytest.fixture
def rows(tmp_path):
    return read_labelled(write_rows(tmp_path / "statements.jsonl", ROWS))


@pytest.fixture
def examples(rows):
    return examples_of(rows, load_tokenizer(tokenizer_file()))


def weights_of(network):
    return torch.cat([item.flatten() for item in network.heads.parameters()])


def test_restated_claims_teach_neither_keep_nor_change(examples):
    messages, restated = examples[:4], examples[4:]

    assert len(restated) == 3
    assert all(one.targets[0] == one.targets[4] == UNKNOWN for one in restated)
    assert all(one.weight < messages[0].weight for one in restated)


def test_what_is_unknown_has_no_part_in_the_loss(examples):
    dropped = [examples[1]]
    weights = class_weights(examples)
    logits = torch.zeros((1, sum(WIDTHS)))
    other = logits.clone()
    other[:, WIDTHS[0] :] = torch.randn(sum(WIDTHS[1:]))

    assert loss_of(logits, dropped, weights, smoothing=0.05) == loss_of(
        other, dropped, weights, smoothing=0.05
    )


def test_a_rare_word_weighs_more(examples):
    by_type = class_weights(examples)[1]

    assert by_type[1] > by_type[0]


def test_the_same_data_gives_the_same_weights(tmp_path, examples):
    networks = [small_network(), small_network()]
    for at, network in enumerate(networks):
        folder = tmp_path / str(at)
        folder.mkdir()
        train(network, examples, PLAN, folder, lambda _line: None)

    assert torch.equal(weights_of(networks[0]), weights_of(networks[1]))
    assert not torch.equal(weights_of(networks[0]), weights_of(small_network()))


def test_the_word_embeddings_stay_as_they_are(tmp_path, examples):
    network = small_network()
    before = network.encoder.embeddings.word_embeddings.weight.clone()

    train(network, examples, PLAN, tmp_path, lambda _line: None)

    assert torch.equal(before, network.encoder.embeddings.word_embeddings.weight)


def test_the_shipped_file_answers_as_the_network_does(tmp_path, examples, rows):
    network = small_network().eval()
    messages = [Message("moved to lisbon in spring!!"), Message("no", "Do you live in Lisbon?")]
    statement.start_rounding(network, examples)
    statement.ship(network, tmp_path)

    shipped = probabilities(messages, folder=tmp_path)

    tokenizer = load_tokenizer(tokenizer_file())
    encoded = [tokenizer.encode(one.text, one.before) for one in messages]
    batch = pad([one.ids for one in encoded], [one.type_ids for one in encoded])
    with torch.no_grad():
        kept = network.logits(batch)[:, :2].softmax(dim=1).numpy()
    assert shipped["keep"] == pytest.approx(kept, abs=0.02)
