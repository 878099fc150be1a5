"""The figures of the evaluation command, against hand-made cases and the reference scorer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory.evaluation.cases import CaseDecision, load_cases
from memory.evaluation.scoring import FIGURES, score
from memory.inference.fakes import use_fakes
from memory.models import Memory, Workspace
from tests.memory.conftest import conflict

CASES = [
    {
        "id": "a",
        "kind": "plain_update",
        "existing": ["Alma's bakery opens at seven.", "Alma plays the tuba."],
        "incoming": "Alma's bakery opens at nine.",
        "expect": "replace",
        "target": 0,
    },
    {
        "id": "b",
        "kind": "duplicate",
        "existing": ["Alma plays the tuba."],
        "incoming": "alma plays the tuba",
        "expect": "skip",
        "target": 0,
        "also_ok": [],
    },
    {
        "id": "c",
        "kind": "unrelated",
        "existing": ["Alma plays the tuba."],
        "incoming": "Alma keeps bees in the garden.",
        "expect": "add",
        "target": None,
    },
]
SHARED = Path(__file__).parents[3] / "shared" / "cases" / "gate"


@pytest.fixture
def cases_file(tmp_path) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in CASES))
    return path


def test_the_command_runs_the_real_gate_and_stores_nothing(db, cases_file, tmp_path, capsys):
    decisions = tmp_path / "decisions.jsonl"
    with use_fakes(conflict(("seven", "nine"))):
        call_command("evaluate", "gate", str(cases_file), "--decisions", str(decisions))

    assert "correct             3 of    3  100.00%" in capsys.readouterr().out
    rows = [json.loads(line) for line in decisions.read_text().splitlines()]
    assert rows[0] == {"id": "a", "outcome": "replace", "superseded": [0]}
    assert not Memory.objects.exists()
    assert not Workspace.objects.exists()


@pytest.mark.parametrize(
    ("decision", "figures"),
    [
        (("replace", {0}), {"resolved_update", "correct"}),
        (("replace", {1}), {"wrong_overwrite"}),
        (("replace", {0, 1}), {"wrong_overwrite"}),
        (("add", set()), {"missed_update"}),
        (("skip", set()), {"missed_update", "lost_fact"}),
        (("review", set()), {"needless_review"}),
    ],
)
def test_each_fault_counts_towards_its_figure(cases_file, decision, figures):
    case = load_cases(cases_file)[0]
    outcome, superseded = decision

    counts = score([case], {"a": CaseDecision("a", outcome, frozenset(superseded))})

    assert {name for name in FIGURES if counts[name]} == figures


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "{}",
        json.dumps({**CASES[0], "expect": "burn"}),
        json.dumps({**CASES[0], "target": 9}),
    ],
)
def test_a_line_that_is_no_case_is_named(db, tmp_path, line):
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(CASES[0]) + "\n" + line + "\n")

    with pytest.raises(CommandError, match="Line 2"):
        call_command("evaluate", "gate", str(path))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the labelled cases are not here")
@pytest.mark.parametrize("outcome", ["add", "review", "skip", "replace"])
def test_the_figures_are_those_of_the_reference_scorer(tmp_path, outcome):
    path = SHARED / "dev.jsonl"
    cases = load_cases(path)
    rows = [
        {"id": c.id, "outcome": outcome, "superseded": [0] if outcome == "replace" else []}
        for c in cases
    ]
    decided = tmp_path / "decisions.jsonl"
    decided.write_text("".join(json.dumps(row) + "\n" for row in rows))
    reference = subprocess.run(
        [sys.executable, SHARED / "score.py", path, decided],
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    counts = score(
        cases,
        {r["id"]: CaseDecision(r["id"], outcome, frozenset(r["superseded"])) for r in rows},
    )

    ours = {name: counts[name] for name in FIGURES}
    theirs = {line.split()[0]: int(line.split()[1]) for line in reference.splitlines()}
    assert ours == theirs
