"""`manage.py train` at the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


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
