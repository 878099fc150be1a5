"""The figures of labelled messages, and the commands that print them."""

from __future__ import annotations

import json
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from memory.evaluation import statements
from memory.evaluation.statement_ways import by_rules
from memory.evaluation.statements import f1, faults, figures, table
from memory.inference.statement_labels import HEADS, Message
from memory.training.statement_card import write_card
from memory.training.statement_data import read_labelled
from tests.memory.training.statement_rows import CLAIM, ROWS, row, write_rows


@pytest.fixture
def rows(tmp_path):
    return read_labelled(write_rows(tmp_path / "statements.jsonl", ROWS))


def all_right(rows):
    return {
        head: np.array([max(0, one.places[at]) for one in rows]) for at, head in enumerate(HEADS)
    }


def test_f1_joins_precision_and_recall():
    right, said = np.array([1, 1, 0, 0]), np.array([1, 0, 1, 0])

    assert f1(right, said, 1) == 0.5
    assert f1(right, right, 1) == 1.0
    assert f1(right, said, 7) == 0.0


def test_labels_are_measured_on_messages_that_hold_something(rows):
    found = {one.head: one for one in figures(rows, all_right(rows))}

    assert found["keep"].messages == 4
    assert found["type"].messages == 3
    assert all(one.f1 == one.accuracy == 1.0 for one in found.values())


def test_a_wrong_word_costs_its_head_only_and_is_shown(rows):
    said = all_right(rows)
    said["modality"][2] = 0

    found = {one.head: one.f1 for one in figures(rows, said)}

    assert found["modality"] < 1.0 == found["type"]
    [fault] = faults(rows, said)
    assert fault.startswith("my aunt flew") and "modality current (right: past)" in fault


def test_the_rules_alone_give_a_word_for_every_head():
    said = by_rules([Message("i'm vegan"), Message("lovely day"), Message("")])

    assert list(said["keep"]) == [1, 0, 0]
    assert set(said) == set(HEADS)


def test_the_table_has_a_line_a_head_and_a_column_a_way(rows):
    found = figures(rows, all_right(rows))

    lines = table({"rules": found, "together": found})

    assert len(lines) == 1 + len(HEADS)
    assert "keep F1 (keep)" in lines[1] and "1.000 (1.000)" in lines[1]


def test_the_command_prints_figures_as_json(tmp_path, monkeypatch, rows):
    monkeypatch.setattr(statements, "by_model", lambda *_args, **_options: all_right(rows))
    out = StringIO()

    call_command("evaluate", "statements", str(tmp_path / "statements.jsonl"), "--json", stdout=out)

    printed = json.loads(out.getvalue())
    assert set(printed) == {"built_on", "kept_aside"}
    assert set(printed["built_on"]) == {"rules", "heads", "together", "by_kind"}
    assert printed["built_on"]["together"][0]["messages"] == 3
    assert printed["kept_aside"]["together"][0]["f1"] == 1.0
    assert printed["kept_aside"]["by_kind"] == {
        "event": {"messages": 1, "right": {"rules": 0, "heads": 1, "together": 1}}
    }


def test_faults_are_shown_of_open_lines_only(tmp_path, monkeypatch):
    """Line 3 is kept aside by the rules, and by training; line 6 by the rules alone."""
    texts = [row(f"message {number}", CLAIM) for number in range(1, 8)]
    path = write_rows(tmp_path / "many.jsonl", texts)
    nothing = {head: np.zeros(7, dtype=np.int64) for head in HEADS}
    monkeypatch.setattr(statements, "by_model", lambda *_args, **_options: nothing)
    out = StringIO()

    call_command("evaluate", "statements", str(path), "--json", "--show-faults", stdout=out)

    shown = [fault.split("\n")[0] for fault in json.loads(out.getvalue())["faults"]]
    assert shown == [f"message {number}" for number in (1, 2, 4, 5, 7)]


def test_the_command_says_which_line_is_wrong(tmp_path):
    path = write_rows(tmp_path / "s.jsonl", [row("moved", {"type": "semantic"})])

    with pytest.raises(CommandError, match="line 1"):
        call_command("evaluate", "statements", str(path))


def test_the_command_says_that_the_model_is_missing(tmp_path, rows):
    with pytest.raises(CommandError, match=r"manifest.json is missing"):
        call_command(
            "evaluate", "statements", str(tmp_path / "statements.jsonl"), "--weights", str(tmp_path)
        )


def test_training_refuses_a_folder_without_data(tmp_path):
    with pytest.raises(CommandError, match=r"statements.jsonl is missing"):
        call_command("train", "statement", "--data", str(tmp_path), "--out", str(tmp_path / "out"))


def test_the_card_holds_each_command_with_its_figures(tmp_path):
    write_card(tmp_path, [("manage.py evaluate statements a.jsonl", ["keep 0.9", "type 0.8"])])

    card = (tmp_path / "model_card.md").read_text()
    assert "$ manage.py evaluate statements a.jsonl\nkeep 0.9\ntype 0.8\n" in card
    assert "## Limits" in card and "Apache-2.0" in card
