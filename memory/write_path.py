"""The write path, a step a line: turn -> claims -> gate -> memory or review item.

`receive_*` take what comes in: turns and claims become rows in one transaction, and a Celery
task a claim is enqueued on commit. `decide_claim` does the work for one row, wherever it runs.
"""

from __future__ import annotations

import logging

from django.utils import timezone

from memory import store
from memory.claims import NewClaim
from memory.gate.decide import decide
from memory.gate.in_force import in_force_for
from memory.gate.reconcile import snapshot
from memory.gate.verdict import evidence
from memory.inference.models import DIRECT, Models
from memory.intake import NewTurn, Receipt, read_now, receive_claims, receive_turns
from memory.locks import one_decision_at_a_time
from memory.models import Claim

__all__ = [
    "NewClaim",
    "NewTurn",
    "Receipt",
    "decide_claim",
    "read_now",
    "receive_claims",
    "receive_turns",
]

logger = logging.getLogger(__name__)
TRIES = 5


def decide_claim(claim_id: str, models: Models = DIRECT) -> Claim:
    """Run the gate on one claim and store what it decides.

    1. Snapshot and scores, outside any transaction. 2. The verdict, pure. 3. Lock, check that
    nothing changed, store; else from the beginning. Safe to call twice: a claim that is not
    pending any more is left alone, and what was said before a pause waits for its end. Raises
    UnavailableError where a model cannot be used (the claim stays pending), StaleError where the
    memories kept changing.
    """
    subject_id = Claim.objects.values_list("subject_id", flat=True).get(id=claim_id)
    with one_decision_at_a_time(subject_id):
        for attempt in range(1, TRIES + 1):
            claim = _load(claim_id)
            if claim.state != Claim.State.PENDING or claim.waits_for_resume:
                return claim
            try:
                _decide_once(claim, models)
            except store.StaleError:
                logger.info("claim %s: memories changed meanwhile, attempt %d", claim_id, attempt)
                if attempt == TRIES:
                    raise
    return claim


def _load(claim_id: str) -> Claim:
    rows = Claim.objects.select_related("subject__workspace", "turn", "session", "import_line__run")
    return rows.get(id=claim_id)


def _decide_once(claim: Claim, models: Models) -> None:
    now = timezone.now()
    policy, profile = in_force_for(claim)
    found = snapshot(claim, profile.thresholds, now=now, models=models)
    verdict = decide(found.situation, policy, profile.thresholds)
    proof = {**evidence(found.situation), **profile.as_evidence(), **_read_by(claim)}
    with store.change(claim.subject_id, store.GATE, version=found.version, now=now) as change:
        held = Claim.objects.select_for_update(of=("self",)).get(id=claim.id)
        paused = change.subject.paused_at is not None and claim.turn_id is not None
        if held.state == Claim.State.PENDING and not paused:
            store.carry_out(change, claim, verdict, found.vector, proof)
    logger.info("claim %s: %s, %s", claim.id, verdict.outcome, verdict.reason)


def _read_by(claim: Claim) -> dict[str, object]:
    """Which engine read the claim out of a turn, and why it was not the LLM where that failed."""
    if not claim.engine:
        return {}
    told = {"engine": claim.engine, "fallback": claim.fallback}
    return {"extraction": {name: value for name, value in told.items() if value}}
