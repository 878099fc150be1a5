"""Run labelled cases through the real gate, in a transaction that is rolled back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from memory import store
from memory.claims import propose
from memory.evaluation.cases import Case, CaseDecision
from memory.evaluation.scratch import scratch_workspace
from memory.inference.models import DIRECT, Ahead, Models
from memory.models import Claim, Decision, Memory, ReviewItem, Subject, Workspace
from memory.write_path import NewClaim, decide_claim

STORED_BEFORE = timedelta(days=1)
BATCH = 32
"""Cases whose vectors are made together."""

# Of several things that were decided the first one of these is what happened.
WEIGHT = ("replace", "expire", "review", "add", "reject", "skip")

# The cases of the gate know four words: a refusal stores nothing, as a skip does, and a statement
# that ends another one does to it what its successor would.
TOLD_AS = {"reject": "skip", "expire": "replace"}


def run_cases(cases: Sequence[Case], *, events: str = "review") -> Iterator[CaseDecision]:
    """The real gate's decision on each case; nothing of it stays in the database.

    events: what the workspace does with event-phrased conflicts, `review` or `replace`. Vectors are
    made for a batch of cases at once; pairs are scored a claim at a time, as in production, since
    an 8-bit model's scores may depend on what is scored together.
    """
    with scratch_workspace(events=events) as workspace:
        for start in range(0, len(cases), BATCH):
            models = Ahead()
            batch = cases[start : start + BATCH]
            models.embed([text for case in batch for text in (*case.existing, case.incoming)])
            for case in batch:
                claim, stored = set_up(workspace, case, models)
                decide_claim(claim.id, models)
                decision = what_became(case.id, [claim], stored)
                told = TOLD_AS.get(decision.outcome, decision.outcome)
                yield replace(decision, outcome=told)


def set_up(workspace: Workspace, case: Case, models: Models = DIRECT) -> tuple[Claim, list[Memory]]:
    """A person with what the case stores, and its new statement as a claim to be decided."""
    subject = Subject.objects.create(workspace=workspace, external_id=case.id)
    said_at = timezone.now() - STORED_BEFORE
    stored = store_as_is(
        subject, [NewClaim(content=text, said_at=said_at) for text in case.existing], models
    )
    [claim] = propose(subject, [NewClaim(content=case.incoming)])
    return claim, stored


def store_as_is(
    subject: Subject, statements: Sequence[NewClaim], models: Models = DIRECT
) -> list[Memory]:
    """The statements as memories, past the gate, so that each case starts from exactly what it
    names."""
    claims = propose(subject, statements)
    vectors = models.embed([claim.present for claim in claims])
    memories = []
    for claim, vector in zip(claims, vectors, strict=True):
        with store.change(subject.id, store.SYSTEM, now=claim.said_at) as change:
            memories.append(store.add(change, claim, vector, content=claim.content))
    return memories


def what_became(name: str, claims: Sequence[Claim], stored: Sequence[Memory]) -> CaseDecision:
    """What was decided on the claims, and what became of the stored statements.

    Those count as retired that held before and do not hold any more; the outcome is the weightiest
    of what was decided, or `skip` where nothing was claimed.
    """
    now = timezone.now()
    decisions = Decision.objects.filter(claim_ref__in=[claim.id for claim in claims])
    known = decisions.filter(action__in=WEIGHT).order_by("created_at")
    weightiest = min(known, key=lambda one: WEIGHT.index(one.action), default=None)
    held = {memory.id: place for place, memory in enumerate(stored) if memory.is_current(now)}
    still = set(Memory.objects.current(now).filter(id__in=held).values_list("id", flat=True))
    asked = ReviewItem.objects.filter(claim__in=claims, state=ReviewItem.State.OPEN)
    in_question = {*asked.values_list("memory", flat=True), *asked.values_list("others", flat=True)}
    return CaseDecision(
        name,
        weightiest.action if weightiest else "skip",
        frozenset(place for ref, place in held.items() if ref not in still),
        frozenset(place for ref, place in held.items() if ref in in_question),
        weightiest.reason if weightiest else "nothing claimed",
    )
