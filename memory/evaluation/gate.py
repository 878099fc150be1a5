"""Run labelled cases through the real gate, in a transaction that is rolled back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from memory import store
from memory.claims import propose
from memory.evaluation.cases import Case, CaseDecision
from memory.inference.embeddings import embed
from memory.models import Claim, Decision, Memory, Subject, Workspace
from memory.write_path import NewClaim, decide_claim

STORED_BEFORE = timedelta(days=1)


def run_cases(cases: Iterable[Case], *, events: str = "review") -> Iterator[CaseDecision]:
    """The real gate's decision on each case; nothing of it stays in the database.

    events: what the workspace does with event-phrased conflicts, `review` or `replace`.
    """
    with scratch_workspace(events=events) as workspace:
        for case in cases:
            yield _run(workspace, case)


@contextmanager
def scratch_workspace(*, events: str = "review") -> Iterator[Workspace]:
    """A workspace of which nothing stays in the database."""
    with transaction.atomic():
        yield Workspace.objects.create(
            name="Evaluation", slug="evaluation-of-the-gate", events=events
        )
        transaction.set_rollback(True)


def _run(workspace: Workspace, case: Case) -> CaseDecision:
    claim, stored = set_up(workspace, case)
    decide_claim(claim.id)
    decision = Decision.objects.filter(claim_ref=claim.id).order_by("created_at").first()
    ended = Memory.objects.filter(
        id__in=[memory.id for memory in stored], superseded_by__isnull=False
    )
    gone = set(ended.values_list("id", flat=True))
    retired = frozenset(i for i, memory in enumerate(stored) if memory.id in gone)
    outcome = decision.action if decision else "failed"
    # A refusal stores nothing, as a skip does; the cases know no other word for it.
    return CaseDecision(case.id, "skip" if outcome == "reject" else outcome, retired)


def set_up(workspace: Workspace, case: Case) -> tuple[Claim, list[Memory]]:
    """A person with what the case stores, and its new statement as a claim to be decided."""
    subject = Subject.objects.create(workspace=workspace, external_id=case.id)
    stored = _store_as_is(subject, case.existing)
    [claim] = propose(subject, [NewClaim(content=case.incoming)])
    return claim, stored


def _store_as_is(subject: Subject, statements: Iterable[str]) -> list[Memory]:
    """The statements as memories of yesterday, past the gate, so that each case starts from
    exactly what it names."""
    said_at = timezone.now() - STORED_BEFORE
    claims = propose(subject, [NewClaim(content=text, said_at=said_at) for text in statements])
    vectors = embed([claim.present for claim in claims])
    with store.change(subject.id, store.SYSTEM, now=said_at) as change:
        return [
            store.add(change, claim, vector, content=claim.content)
            for claim, vector in zip(claims, vectors, strict=True)
        ]
