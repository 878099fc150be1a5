"""Labelled cases: the guide's sample, and lines that are none."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from memory.errors import InvalidError
from memory.evaluation import conversations
from memory.evaluation.cases import load_cases
from memory.evaluation.phenomena import Phenomenon
from memory.evaluation.rules import NAMES
from memory.evaluation.scoring import FIGURES

GUIDE = (Path(__file__).parents[3] / "docs" / "evaluation.md").read_text()
SAMPLE = re.findall(r"```json\n(.+?)```", GUIDE, re.DOTALL)[0]


def test_the_sample_of_the_guide_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(SAMPLE)
    assert [case.id for case in load_cases(path)] == ["c1", "c2", "c3", "c4"]


def test_the_guide_explains_every_figure_rule_and_phenomenon() -> None:
    named = [*FIGURES, *conversations.FIGURES, *NAMES]
    assert [name for name in named if f"`{name}`" not in GUIDE] == []
    told = " ".join(GUIDE.split())
    assert [kind for kind in Phenomenon if f"*{kind}*" not in told] == []


@pytest.mark.parametrize("field", ["id", "kind", "existing", "incoming", "expect"])
def test_a_missing_field_is_named(tmp_path: Path, field: str) -> None:
    case = json.loads(SAMPLE.splitlines()[0])
    del case[field]
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(case))
    with pytest.raises(InvalidError, match=f"Line 1 lacks the field '{field}'"):
        load_cases(path)
