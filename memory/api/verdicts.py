"""What became of a claim, read from the decision log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.gate.reasons import sentence
from memory.gate.verdict import Reason
from memory.models import Claim, Decision, ReviewItem

Action = Decision.Action
SETTLING = (Action.ADD, Action.REPLACE, Action.SKIP, Action.REVIEW, Action.REJECT, Action.EXPIRE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimVerdict:
    """The decision that holds now. Ids are empty where they do not apply.

    memory_id: the memory that was made or confirmed. superseded_id: the one whose place it took.
    review_item_id: the question that is open about this claim.
    """

    outcome: str
    reason: str
    sentence: str
    memory_id: str = ""
    superseded_id: str = ""
    review_item_id: str = ""


def verdicts_of(claims: Sequence[Claim]) -> dict[str, ClaimVerdict]:
    """The verdicts by claim id; a claim without one is missing. Three queries, however many."""
    if not claims:
        return {}
    log = Decision.objects.filter(
        workspace=claims[0].subject.workspace_id,
        subject_ref__in={claim.subject_id for claim in claims},
    )
    undone = set(log.exclude(undoes="").values_list("undoes", flat=True))
    decisions: dict[str, list[Decision]] = {}
    for decision in log.filter(claim_ref__in=[claim.id for claim in claims], action__in=SETTLING):
        if decision.id not in undone:
            decisions.setdefault(decision.claim_ref, []).append(decision)
    items = dict(
        ReviewItem.objects.filter(claim__in=claims, state=ReviewItem.State.OPEN).values_list(
            "claim_id", "id"
        )
    )
    return {
        claim_id: _verdict(_main(found), items.get(claim_id, ""))
        for claim_id, found in decisions.items()
    }


def _main(newest_first: Sequence[Decision]) -> Decision:
    """The decision on the claim itself; the question about copies and its answers come after."""
    own = [
        decision
        for decision in newest_first
        if decision.reason != Reason.COPIES and decision.action != Action.EXPIRE
    ]
    return (own or newest_first)[0]


def _verdict(decision: Decision, item_id: str) -> ClaimVerdict:
    return ClaimVerdict(
        outcome=decision.action,
        reason=decision.reason,
        sentence=sentence(decision.reason),
        memory_id=decision.memory_ref,
        superseded_id=decision.target_ref if decision.action == Action.REPLACE else "",
        review_item_id=item_id,
    )
