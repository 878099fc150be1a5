"""The statement model: what is refused, and the shape of what it answers."""

from __future__ import annotations

import json

import numpy as np
import pytest

from memory.errors import UnavailableError
from memory.inference import statements
from memory.inference.statement_files import FILES, WEIGHTS, checked_manifest
from memory.inference.statement_labels import HEADS, Choice, ImportanceBand, Message
from memory.inference.statements import probabilities, read_statements
from memory.training.statement import write_manifest
from memory.vocabulary import Modality

COLUMNS = sum(len(words) for words in HEADS.values())


@pytest.fixture
def folder(tmp_path):
    for name in FILES:
        (tmp_path / name).write_bytes(b"not really weights " * 10)
    write_manifest(tmp_path)
    return tmp_path


def edit_manifest(folder, **fields):
    path = folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


@pytest.fixture
def answer(monkeypatch):
    """Lets the model answer fixed logits: a row of zeros but for what is given by place."""

    def use(value_at=None, value=5.0):
        def network(messages):
            rows = np.zeros((len(messages), COLUMNS), dtype=np.float32)
            if value_at is not None:
                rows[:, value_at] = value
            return rows

        monkeypatch.setattr(statements, "_network", lambda _folder: network)

    return use


def test_whole_files_are_accepted(folder):
    assert checked_manifest(folder).max_tokens == 128


@pytest.mark.parametrize("name", ["manifest.json", *FILES])
def test_a_missing_file_is_refused_by_name(folder, name):
    (folder / name).unlink()

    with pytest.raises(UnavailableError, match=f"{name} is missing"):
        checked_manifest(folder)


def test_a_truncated_file_is_refused(folder):
    (folder / "model.onnx").write_bytes(b"not")

    with pytest.raises(UnavailableError, match=r"truncated: .* has 3 bytes of 190"):
        checked_manifest(folder)


def test_a_changed_file_is_refused(folder):
    (folder / "model.onnx").write_bytes(b"not really weighty " * 10)

    with pytest.raises(UnavailableError, match="checksum"):
        checked_manifest(folder)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"embedding": "another-model"}, "made for the embedding model 'another-model'"),
        ({"heads": {"keep": ["keep", "drop"]}}, "other labels"),
        ({"files": {}}, "incomplete"),
    ],
)
def test_a_model_for_another_program_is_refused(folder, fields, words):
    edit_manifest(folder, **fields)

    with pytest.raises(UnavailableError, match=words):
        checked_manifest(folder)


def test_files_that_are_no_model_are_refused_with_a_sentence(folder):
    with pytest.raises(UnavailableError, match="cannot be loaded"):
        probabilities([Message("hello")], folder=folder)


def test_each_label_comes_with_its_probability(answer):
    past = 2 + 3 + 7 + list(Modality).index(Modality.PAST)
    answer(past)

    [labels] = read_statements([Message("used to live in Turku")])

    assert labels.modality.word is Modality.PAST
    assert labels.modality.probability > 0.9
    assert sum(labels.type.probabilities.values()) == pytest.approx(1.0)


def test_scores_that_are_no_numbers_are_refused(answer):
    answer(0, float("nan"))

    with pytest.raises(UnavailableError, match="no numbers"):
        read_statements([Message("hello")])


def test_no_messages_give_no_labels(answer):
    answer()

    assert read_statements([]) == []


def test_the_rows_come_back_in_the_order_of_the_messages(monkeypatch):
    def network(messages):
        rows = np.zeros((len(messages), COLUMNS), dtype=np.float32)
        rows[:, 1] = [len(message.text) for message in messages]
        return rows

    monkeypatch.setattr(statements, "_network", lambda _folder: network)
    messages = [Message("x" * n) for n in (3, 1, 2, 0)]

    kept = probabilities(messages)["keep"][:, 1]

    assert list(np.argsort(kept)) == [3, 1, 2, 0]


def test_the_most_probable_word_is_the_answer():
    choice = Choice({ImportanceBand.LOW: 0.2, ImportanceBand.HIGH: 0.7, ImportanceBand.MIDDLE: 0.1})

    assert (choice.word, choice.probability) == (ImportanceBand.HIGH, 0.7)


@pytest.mark.models
@pytest.mark.skipif(
    not (WEIGHTS / "model.onnx").exists(), reason="the statement model's weights are not here"
)
def test_the_shipped_model_tells_what_to_keep():
    kept, dropped = read_statements(
        [Message("i'm allergic to peanuts btw"), Message("haha thanks, you're the best")]
    )

    assert (kept.keep.word, dropped.keep.word) == ("keep", "drop")
    assert kept.importance.word is ImportanceBand.HIGH


@pytest.mark.models
@pytest.mark.skipif(
    not (WEIGHTS / "model.onnx").exists(), reason="the statement model's weights are not here"
)
@pytest.mark.parametrize("text", ["", "word " * 1_600, "ich bin gegen Nüsse allergisch", "🙂"])
def test_any_text_is_read(text):
    alone, answered = read_statements([Message(text), Message("yes", before=text)])

    for labels in (alone, answered):
        assert 0.5 <= labels.keep.probability <= 1.0
