"""Labelled chats: what their pieces become, and which files are refused."""

from __future__ import annotations

import json

import pytest

from memory.inference.statement_labels import Message
from memory.training.pairs import BadTrainingData
from memory.training.statement_chats import read_chats, without_context
from memory.training.statement_data import NOTHING

CLAIM = ["User has a cat.", "semantic", "fact", "current", "none", "self", 5, "years"]


def write(path, *rows):
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def message(pieces, *, chat=1, before=None):
    return {
        "chat": chat,
        "before": before,
        "text": " ".join(text for text, _ in pieces),
        "pieces": pieces,
    }


def test_a_piece_is_learned_after_what_was_said_before_it(tmp_path):
    row = message([["ok.", None], ["got a cat now", CLAIM]], before="And how are you?")

    train, aside = read_chats(write(tmp_path / "c.jsonl", row))

    assert [one.message for one in train] == [
        Message("ok.", "And how are you?"),
        Message("got a cat now", "ok"),
    ]
    assert train[0].places == NOTHING
    assert [text for text, _ in train[1].restated] == ["User has a cat."]
    assert aside == []


def test_every_sixth_chat_is_kept_aside_as_a_whole(tmp_path):
    rows = [message([["hi", None], ["got a cat", CLAIM]], chat=chat) for chat in range(12)]

    train, aside = read_chats(write(tmp_path / "c.jsonl", *rows))

    assert (len(train), len(aside)) == (20, 4)


def test_only_what_says_enough_is_learned_alone_too(tmp_path):
    row = message([["yes", None], ["i got a cat now", CLAIM]], before="Any pets?")
    train, _ = read_chats(write(tmp_path / "c.jsonl", row))

    assert [one.message for one in without_context(train)] == [Message("i got a cat now")]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"chat": "one", "before": None, "text": "", "pieces": []}, "`chat` must be a number"),
        ({"chat": 1, "before": 3, "text": "", "pieces": []}, "`before` text or null"),
        ({"chat": 1, "before": None, "text": "", "pieces": [["a"]]}, "a piece is its text"),
        ({"chat": 1, "before": None, "text": "", "pieces": [["a", ["b"]]]}, "8 parts"),
    ],
)
def test_what_is_no_labelled_message_is_refused_with_its_line(tmp_path, row, words):
    with pytest.raises(BadTrainingData, match=f"line 1.*{words}"):
        read_chats(write(tmp_path / "c.jsonl", row))
