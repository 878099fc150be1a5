"""The evaluation command on the gate: figures, faults, both parts, and files that are none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory.evaluation.cases import CaseDecision, load_cases
from memory.evaluation.rules import NAMES
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
SHARED = Path(__file__).parents[4] / "shared" / "cases" / "gate"


@pytest.fixture
def cases_file(tmp_path) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in CASES))
    return path


def test_the_command_runs_the_real_gate_and_stores_nothing(db, cases_file, tmp_path, capsys):
    decisions = tmp_path / "decisions.jsonl"
    with use_fakes(conflict(("seven", "nine"))):
        call_command("evaluate", "gate", str(cases_file), "--decisions", str(decisions))

    told = capsys.readouterr()
    [correct] = [line.split() for line in told.out.splitlines() if line.startswith("correct")]
    assert correct[1:] == ["2", "of", "2", "100.0%", "1", "of", "1", "100.0%"]
    assert "3/3" in told.err
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


def wrongly_decided(capsys, cases_file, *words: str) -> str:
    """What the command prints where the gate sees no conflict, so that case a is missed."""
    with use_fakes():
        call_command("evaluate", "gate", str(cases_file), *words)
    return capsys.readouterr().out


def test_the_figures_are_there_as_json_with_both_parts(db, cases_file, capsys):
    told = json.loads(wrongly_decided(capsys, cases_file, "--json"))

    assert told["built_on"]["cases"] == 2
    assert told["built_on"]["totals"]["missed_update"] == {"count": 1, "of": 1, "share": 1.0}
    assert told["built_on"]["by_kind"]["duplicate"]["correct"]["count"] == 1
    assert told["kept_aside"]["totals"]["correct"] == {"count": 1, "of": 1, "share": 1.0}
    assert told["kept_aside"]["totals"]["missed_update"]["share"] is None


def test_faults_are_shown_with_what_was_expected(db, cases_file, capsys):
    told = wrongly_decided(capsys, cases_file, "--show-faults")

    assert "a (plain_update): missed_update" in told
    assert "stored 0: Alma's bakery opens at seven." in told
    assert "expected: replace of 0; decided: add (new)" in told
    assert "tuba" in told and "bees" not in told  # c is right


def test_faults_of_the_part_that_is_kept_aside_are_never_shown(db, tmp_path, capsys):
    path = tmp_path / "cases.jsonl"
    wrong = {**CASES[2], "expect": "skip"}
    path.write_text("".join(json.dumps({**wrong, "id": str(i)}) + "\n" for i in range(6)))

    told = wrongly_decided(capsys, path, "--show-faults")
    as_json = json.loads(wrongly_decided(capsys, path, "--show-faults", "--json"))

    assert [fault.split()[0] for fault in as_json["faults"]] == ["0", "1", "3", "4"]
    assert "\n2 (" not in told and "\n5 (" not in told


def test_so_many_faults_are_shown_as_are_asked_for(db, tmp_path, capsys):
    path = tmp_path / "cases.jsonl"
    wrong = {**CASES[2], "expect": "skip"}
    path.write_text("".join(json.dumps({**wrong, "id": str(i)}) + "\n" for i in range(4)))

    told = wrongly_decided(capsys, path, "--show-faults", "1")

    assert "\n0 (" in told and "\n1 (" not in told
    assert "… and 2 more." in told


def test_simpler_rules_stand_beside_the_gate(db, cases_file, capsys):
    with use_fakes(conflict(("seven", "nine"))):
        call_command("evaluate", "gate", str(cases_file), "--compare")
        table = capsys.readouterr().out
        call_command("evaluate", "gate", str(cases_file), "--compare", "--json")
        told = json.loads(capsys.readouterr().out)

    assert list(told) == list(NAMES)
    shares = {name: told[name]["built_on"]["totals"]["missed_update"]["share"] for name in told}
    assert shares["upsert at 0.95"] == 1.0
    assert shares["published gate"] == shares["full gate"] == 0.0
    assert all(name in table for name in NAMES)
    assert not Workspace.objects.exists()


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "{}",
        json.dumps({**CASES[0], "id": "x", "expect": "burn"}),
        json.dumps({**CASES[0], "id": "x", "target": 9}),
        json.dumps({**CASES[0], "id": "x", "target": None}),
        json.dumps({**CASES[0], "id": "x", "existing": 7}),
        json.dumps(CASES[0]),
        "[]",
    ],
)
def test_a_line_that_is_no_case_is_named(db, tmp_path, line):
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(CASES[0]) + "\n" + line + "\n")

    with pytest.raises(CommandError, match="Line 2"):
        call_command("evaluate", "gate", str(path))


@pytest.mark.parametrize("what", ["gate", "public", "conversations", "statements"])
def test_a_file_that_is_missing_or_no_text_is_named(db, tmp_path, what):
    binary, empty = tmp_path / "binary.jsonl", tmp_path / "empty.jsonl"
    binary.write_bytes(b"\xff\xfe\x00")
    empty.touch()

    with pytest.raises(
        CommandError, match=r"missing.jsonl.*No such file|No such file.*missing.jsonl"
    ):
        call_command("evaluate", what, str(tmp_path / "missing.jsonl"))
    with pytest.raises(CommandError, match=r"UTF-8|utf-8"):
        call_command("evaluate", what, str(binary))
    with pytest.raises(CommandError, match=r"holds no"):
        call_command("evaluate", what, str(empty))


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
