"""Situations taken once decide as the gate itself does."""

from __future__ import annotations

from django.utils import timezone

from memory.evaluation.cases import Case
from memory.evaluation.gate import run_cases
from memory.evaluation.labels import decision_under
from memory.evaluation.situations import situation_of_evidence, situations_of_cases
from memory.evaluation.sweep import lowest_reach
from memory.gate.policy import Policy, Thresholds
from memory.gate.reconcile import snapshot
from memory.gate.verdict import evidence
from memory.inference.fakes import use_fakes
from memory.models import Claim, Memory, Workspace
from tests.memory.conftest import conflict, tell

STORED = ("Alma's bakery opens at seven.", "Alma plays the tuba.")
TOLD = {
    "update": "Alma's bakery opens at nine.",
    "known": "alma plays the tuba",
    "new": "Alma keeps bees in the garden.",
    "secret": "My password is hunter2.",
}
CASES = [
    Case(id=name, kind="made", existing=STORED, incoming=told, expect="add")
    for name, told in TOLD.items()
]
SURE = conflict(("seven", "nine"))


def test_they_decide_as_the_gate_does_and_leave_nothing_behind(db):
    with use_fakes(SURE):
        labels = situations_of_cases(CASES, lowest_reach(Thresholds()))
        real = list(run_cases(CASES))

    assert [decision_under(label, Policy(), Thresholds()) for label in labels] == real
    assert {d.outcome for d in real} == {"replace", "skip", "add"}
    assert not Workspace.objects.exists()


def test_a_past_decision_gives_back_its_situation(alma):
    with use_fakes(SURE):
        tell(alma, STORED[0])
        claim = Claim.objects.create(subject=alma, content=TOLD["update"], said_at=timezone.now())
        found = snapshot(claim, Thresholds(), now=timezone.now()).situation

    again = situation_of_evidence(claim, evidence(found), Memory.objects.in_bulk())

    assert again.claim == found.claim
    [then], [now] = found.candidates, again.candidates
    assert now.statement == then.statement
    assert (now.brings_name, now.brings_number) == (then.brings_name, then.brings_number)
    assert abs(now.forward.contradiction - then.forward.contradiction) < 1e-4


def test_a_decision_without_whole_scores_gives_none(alma):
    claim = Claim.objects.create(subject=alma, content="Alma rents.", said_at=timezone.now())
    row = {"id": "mem_gone", "similarity": 0.7}
    assert situation_of_evidence(claim, {}, {}) is None
    assert situation_of_evidence(claim, {"candidates": [row]}, {}) is None
