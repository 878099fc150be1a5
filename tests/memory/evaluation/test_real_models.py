"""The evaluations with the models that production runs, on a few cases made for this test."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command

from memory.models import Memory, Workspace
from tests.memory.evaluation.test_conversations import JUNE, fact, probe, session, write

pytestmark = [pytest.mark.django_db, pytest.mark.models]

GATE = [
    {
        "id": "update",
        "kind": "made",
        "existing": ["The kiln is in the barn.", "The studio sells mugs."],
        "incoming": "The kiln is in the cellar.",
        "expect": "replace",
        "target": 0,
    },
    {
        "id": "new",
        "kind": "made",
        "existing": ["The kiln is in the barn."],
        "incoming": "The studio employs three people.",
        "expect": "add",
    },
]
HISTORY = {
    "id": "potter",
    "theme": "made for this test",
    "sessions": [
        session("2025-01-01T10:00:00Z", "i live in Bayonne", "i'm allergic to penicillin"),
        session("2025-04-01T10:00:00Z", "i live in Tarbes now"),
    ],
    "facts": [
        fact(0, 0, "User lives in Bayonne", key="home_city", value="Bayonne"),
        fact(0, 2, "User has a penicillin allergy", scope="constraint", value="penicillin"),
        fact(1, 0, "User lives in Tarbes", "replace", replaces="User lives in Bayonne"),
    ],
    "probes": [probe(JUNE, "which pharmacy is near?", ["Tarbes", "penicillin"], ["Bayonne"])],
}


def told(capsys, *words: str) -> dict:
    call_command("evaluate", *words, "--json", "--show-faults")
    assert not Workspace.objects.exists() and not Memory.objects.exists()
    return json.loads(capsys.readouterr().out)


def test_rules_side_by_side(tmp_path, capsys) -> None:
    path = write(tmp_path / "cases.jsonl", *GATE)
    shares = {
        rule: {name: one["share"] for name, one in parts["built_on"]["totals"].items()}
        for rule, parts in told(capsys, "gate", str(path), "--compare").items()
        if rule != "faults"
    }

    assert shares["upsert at 0.95"]["missed_update"] == 1.0
    assert shares["full gate"]["missed_update"] == shares["full gate"]["wrong_overwrite"] == 0.0


def test_a_history(tmp_path, capsys) -> None:
    path = write(tmp_path / "histories.jsonl", HISTORY)

    found = told(capsys, "conversations", str(path))

    assert "faults" not in found
    shares = {name: one["share"] for name, one in found["built_on"]["totals"].items()}
    assert shares["probe_holds"] == shares["fact_found"] == shares["must_found"] == 1.0
    assert shares["must_not_told"] == shares["update_missed"] == 0.0
