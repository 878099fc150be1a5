"""`manage.py train` at the command line."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory.inference.profiles import CONFLICT_WEIGHTS


def test_what_training_needs_is_named_where_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("memory.training.conflict", "memory.training.integer_graph"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(CommandError, match=r"needs onnx: pip install -r requirements-dev\.txt"):
        call_command("train", "conflict", data=tmp_path, out=tmp_path / "out")


def test_a_folder_with_nothing_to_learn_from_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"nothing to learn from: .*reviewed\.jsonl"):
        call_command("train", "conflict", data=tmp_path, out=tmp_path / "out")


@pytest.mark.parametrize("damaged", ["model.onnx", "config.json"])
def test_a_start_that_is_damaged_is_refused_before_anything_is_trained(
    tmp_path: Path, damaged: str
) -> None:
    data, start = tmp_path / "data", tmp_path / "start"
    data.mkdir()
    row = {"stored": "a", "contradiction": ["b"], "entailment": ["c"], "neutral": ["d"]}
    (data / "reviewed.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    shutil.copytree(CONFLICT_WEIGHTS, start)
    with (start / damaged).open("ab") as file:
        file.write(b"more")
    with pytest.raises(CommandError, match=r"damaged or was changed|missing or damaged"):
        call_command("train", "conflict", data=data, out=tmp_path / "out", start=start)
    assert not list((tmp_path / "out").glob("*.pt"))
