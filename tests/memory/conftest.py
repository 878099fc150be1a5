"""Alma is a subject of one workspace; Bruno of another one has the same external id."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from memory.inference.fakes import use_fakes
from memory.models import Claim, Decision, Memory, Subject, Workspace
from memory.write_path import NewClaim, decide_claim, receive_claims


@pytest.fixture
def workspace(db) -> Workspace:
    return Workspace.objects.create(name="Alma's bot", slug="almas-bot")


@pytest.fixture
def alma(workspace) -> Subject:
    return Subject.objects.create(workspace=workspace, external_id="person-1")


@pytest.fixture
def bruno(db) -> Subject:
    other = Workspace.objects.create(name="Bruno's bot", slug="brunos-bot")
    return Subject.objects.create(workspace=other, external_id="person-1")


@pytest.fixture
def fakes():
    with use_fakes():
        yield


def conflict(*pairs: tuple[str, str]) -> Callable[[str, str], tuple[float, float, float]]:
    """A judge that is sure of a contradiction where two words of a pair face each other."""

    def judge(premise: str, hypothesis: str) -> tuple[float, float, float]:
        for a, b in pairs:
            if (a in premise and b in hypothesis) or (b in premise and a in hypothesis):
                return (0.99, 0.005, 0.005)
        return (0.0, 0.0, 1.0)

    return judge


def tell(subject: Subject, content: str, **fields: object) -> Claim:
    """Post one claim and let the gate decide it."""
    [claim] = receive_claims(subject, [NewClaim(content=content, **fields)])
    return decide_claim(claim.id)


def verdict_on(claim: Claim) -> Decision:
    return Decision.objects.filter(claim_ref=claim.id).earliest("created_at")


def current(subject: Subject) -> set[str]:
    memories = Memory.objects.current(timezone.now()).filter(subject=subject)
    return set(memories.values_list("content", flat=True))
