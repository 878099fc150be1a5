"""What the gate leaves to people: a question each, in the transaction of its verdict.

The memory in question stays as it is; what people do with a question is theirs (`review`).
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.change import Change
from memory.gate.verdict import Outcome, Reason, Verdict
from memory.models import Claim, Decision, Memory, ReviewItem
from memory.normalise import normalise


def queue(
    c: Change, claim: Claim, verdict: Verdict, *, evidence: dict[str, object], decided: bool = False
) -> ReviewItem:
    """Let a person decide. The stored memory stays current meanwhile. A question about the same
    two that closed by itself is opened again, with its history.

    decided: the claim itself is settled; the question is only about copies of what it replaced.
    """
    target = Memory.objects.filter(subject=c.subject, id=verdict.target).first()
    item = _asked_before(c, claim, target, verdict.reason) or ReviewItem(subject=c.subject)
    item.claim, item.memory = claim, target
    item.reason, item.suggestion = verdict.reason, _suggestion(verdict)
    item.evidence = evidence
    item.priority = max(claim.importance, target.importance if target else 1)
    item.save()
    item.others.set(Memory.objects.filter(subject=c.subject, id__in=verdict.others))
    if not decided:
        claim.state = Claim.State.WAITING
        claim.save(update_fields=["state"])
    c.record(
        Decision.Action.REVIEW,
        verdict.reason,
        claim_ref=claim.id,
        target_ref=verdict.target,
        evidence=evidence,
    )
    return item


def _asked_before(c: Change, claim: Claim, target: Memory | None, reason: str) -> ReviewItem | None:
    """The question about the same statement and memory that closed by itself, open again."""
    closed = ReviewItem.objects.filter(
        subject=c.subject, memory=target, reason=reason, state=ReviewItem.State.CLOSED
    )
    said = normalise(claim.present)
    for item in closed.select_related("claim").order_by("-closed_at"):
        if normalise(item.claim.present) == said:
            item.state, item.closed_at, item.closed_reason = ReviewItem.State.OPEN, None, ""
            item.version += 1
            return item
    return None


def ask_about_copies(
    c: Change, claim: Claim, memory_ids: Sequence[str], evidence: dict[str, object]
) -> None:
    """Let a person retire, in one item, what still states the memory that was just replaced."""
    still = Memory.objects.current(c.now).filter(subject=c.subject, id__in=memory_ids)
    current = set(still.values_list("id", flat=True))
    left = [ref for ref in memory_ids if ref in current]
    if left:
        question = Verdict(
            outcome=Outcome.REVIEW, reason=Reason.COPIES, target=left[0], others=tuple(left[1:])
        )
        queue(c, claim, question, evidence=evidence, decided=True)


def _suggestion(verdict: Verdict) -> ReviewItem.Suggestion:
    if verdict.reason is Reason.COPIES:
        return ReviewItem.Suggestion.RETIRE
    if verdict.reason is Reason.FORGET:
        return ReviewItem.Suggestion.FORGET
    if verdict.reason in (Reason.IMPLIED, Reason.CONSENT) and not verdict.target:
        return ReviewItem.Suggestion.KEEP_BOTH
    if verdict.reason is Reason.LOWER_SOURCE:
        return ReviewItem.Suggestion.REJECT
    return ReviewItem.Suggestion.REPLACE
