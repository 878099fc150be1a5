"""What labelled messages become, and which are refused."""

from __future__ import annotations

import pytest

from memory.inference.statement_labels import HEADS, Message
from memory.training.pairs import BadTrainingData
from memory.training.statement_data import (
    NOTHING,
    UNKNOWN,
    read_labelled,
    refuse_one_sided,
    split_by_line,
)
from tests.memory.training.statement_rows import CLAIM, OTHER, ROWS, row, write_rows


def words_of(places):
    return [
        list(words)[place].value
        for words, place in zip(HEADS.values(), places, strict=True)
        if place != UNKNOWN
    ]


def test_the_first_claim_labels_the_message_and_every_claim_its_restated_form(tmp_path):
    [one] = read_labelled(write_rows(tmp_path / "s.jsonl", [row("moved, aunt too", CLAIM, OTHER)]))

    assert words_of(one.places) == [
        "keep", "semantic", "fact", "current", "event", "self", "middle", "years",
    ]  # fmt: skip
    assert [text for text, _ in one.restated] == [CLAIM["restated"], OTHER["restated"]]
    assert words_of(one.restated[1][1])[5:] == ["other", "low", "days"]


def test_a_message_without_claims_says_only_that_it_is_dropped(tmp_path):
    [one] = read_labelled(write_rows(tmp_path / "s.jsonl", [row("ok thanks", before="Done.")]))

    assert one.places == NOTHING
    assert words_of(one.places) == ["drop"]
    assert one.message == Message("ok thanks", "Done.")


def test_every_sixth_line_is_kept_aside(tmp_path):
    rows = read_labelled(write_rows(tmp_path / "s.jsonl", [row(str(n)) for n in range(13)]))

    train, aside = split_by_line(rows)

    assert [one.message.text for one in aside] == ["2", "8"]
    assert len(train) == 11


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({**CLAIM, "type": "fact"}, "line 1: type is 'fact'; it must be one of semantic"),
        ({**CLAIM, "modality": None}, "modality is None"),
        ({**CLAIM, "importance": 11}, "importance is 11"),
        ({**CLAIM, "lasts": "decades"}, "lasts is 'decades'"),
    ],
)
def test_a_wrong_label_is_refused_with_its_line(tmp_path, claim, words):
    path = write_rows(tmp_path / "s.jsonl", [row("moved", claim)])

    with pytest.raises(BadTrainingData, match=words):
        read_labelled(path)


@pytest.mark.parametrize("wrong", [{"text": 5, "claims": []}, {"text": "a", "claims": "none"}])
def test_a_line_of_another_shape_is_refused(tmp_path, wrong):
    with pytest.raises(BadTrainingData, match="line 1"):
        read_labelled(write_rows(tmp_path / "s.jsonl", [wrong]))


def test_a_file_of_one_kind_only_is_refused(tmp_path):
    rows = read_labelled(write_rows(tmp_path / "s.jsonl", [ROWS[0], ROWS[0]]))

    with pytest.raises(BadTrainingData, match="of keep it holds keep only"):
        refuse_one_sided(rows, "s.jsonl")
