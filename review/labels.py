"""What people decided, as labels: to try thresholds on, and to train on.

An answer that was taken back is no label. What an answer does not say is not guessed:

* `replace`: the new statement takes the old one's place, a contradiction;
* `keep both`, `not a conflict`: both are true, neutral;
* `reject`, and an automatic replacement that a person undid: the old one stays. For the gate that
  is enough (it must not replace); for a model it is not, since the new statement may have been
  known already, or false;
* `retire`, of copies of what was replaced: contradicted by what replaced it; no test of thresholds;
* `edit`, `delete`, `retire` without copies: neither statement stood as it was, no label.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from memory.evaluation.cases import Case
from memory.evaluation.labels import Labelled
from memory.evaluation.situations import situation_of_evidence
from memory.fingerprint import fingerprint
from memory.gate.verdict import Reason
from memory.inference.profiles import Profile
from memory.models import Claim, Decision, Memory, ReviewItem, Tombstone, Workspace
from review.models import Resolution

Action = Resolution.Action
PEOPLE = (Decision.Actor.OPERATOR, Decision.Actor.SUBJECT, Decision.Actor.API_KEY)
OUTCOMES = {
    Action.REPLACE: "replace",
    Action.KEEP_BOTH: "add",
    Action.NO_CONFLICT: "add",
    Action.REJECT: "skip",
}
NO_CONFLICT = (Reason.COPIES, Reason.FORGET, Reason.CONSENT)
"""Questions that set no two statements against each other."""

MODEL_LABELS = {
    Action.REPLACE: "contradiction",
    Action.RETIRE: "contradiction",
    Action.KEEP_BOTH: "neutral",
    Action.NO_CONFLICT: "neutral",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedLabels:
    """Labels with their scores.

    unusable: how many more have no scores of this profile. reach: the similarity down to which
    all of them know their candidates.
    """

    labels: list[Labelled]
    unusable: int
    reach: float


def standing_answers(workspace: Workspace) -> Iterator[Resolution]:
    """The answer to each resolved item, where it was not taken back; the oldest first."""
    rows = Resolution.objects.filter(
        item__subject__workspace=workspace, item__state=ReviewItem.State.RESOLVED
    ).select_related("item__claim")
    undone = set(_undone(workspace).values_list("undoes", flat=True))
    last = {row.item_id: row for row in rows.order_by("created_at", "id")}
    return (row for row in last.values() if not undone & set(row.decisions))


def _undone(workspace: Workspace) -> QuerySet[Decision]:
    return Decision.objects.filter(workspace=workspace, action=Decision.Action.UNDO)


def reviewed_labels(workspace: Workspace, profile: Profile) -> ReviewedLabels:
    """What people decided on the gate's questions and replacements, as labelled situations."""
    labels: list[Labelled] = []
    unusable, reach = 0, 0.0
    for name, claim, target, proof, outcome in (
        *_answered(workspace),
        *_undone_replacements(workspace),
    ):
        label = _label(name, claim, target, proof, outcome) if _is_of(profile, proof) else None
        if label is None:
            unusable += 1
            continue
        labels.append(label)
        reach = max(reach, float(proof["thresholds"].get("slot_floor", 0.0)))
    return ReviewedLabels(labels=labels, unusable=unusable, reach=reach)


_Answer = tuple[str, Claim, str, Mapping[str, Any], str]
"""An id for the case, the claim, the memory in question, the evidence, what should have come."""


def _answered(workspace: Workspace) -> Iterator[_Answer]:
    for answer in standing_answers(workspace):
        item, outcome = answer.item, OUTCOMES.get(Action(answer.action))
        about = _about(answer)
        if outcome and about and item.reason not in NO_CONFLICT:
            yield item.id, item.claim, about[0], item.evidence, outcome


def _about(answer: Resolution) -> list[str]:
    """Ids of the stored memories that the answer was about.

    A person may have replaced another candidate than the one that the item names, and retired
    only those copies that still held: the decisions say which.
    """
    if answer.action in (Action.REPLACE, Action.RETIRE):
        done = Decision.objects.filter(id__in=answer.decisions)
        replaced = done.filter(action=Decision.Action.REPLACE).values_list("target_ref", flat=True)
        ended = done.filter(action=Decision.Action.EXPIRE).values_list("memory_ref", flat=True)
        return [*replaced, *ended]
    return [answer.item.memory_id] if answer.item.memory_id else []


def _undone_replacements(workspace: Workspace) -> Iterator[_Answer]:
    by_people = _undone(workspace).filter(actor__in=PEOPLE)
    rows = Decision.objects.filter(
        workspace=workspace,
        actor=Decision.Actor.GATE,
        action=Decision.Action.REPLACE,
        id__in=by_people.values("undoes"),
    ).order_by("created_at", "id")
    claims = Claim.objects.in_bulk([row.claim_ref for row in rows])
    for row in rows:
        if row.claim_ref in claims:  # else erased
            yield row.id, claims[row.claim_ref], row.target_ref, row.evidence, "skip"


def _is_of(profile: Profile, proof: Mapping[str, Any]) -> bool:
    """Whether the scores are this profile's: those of another model say nothing about it."""
    return "thresholds" in proof and proof.get("models") == profile.as_evidence()["models"]


def _label(
    name: str, claim: Claim, target: str, proof: Mapping[str, Any], outcome: str
) -> Labelled | None:
    ids = {target, *(row["id"] for row in proof.get("candidates", []))}
    memories = Memory.objects.filter(subject_id=claim.subject_id).in_bulk(sorted(ids))
    situation = situation_of_evidence(claim, proof, memories)
    if situation is None or target not in memories:
        return None
    stored = tuple(memories)
    case = Case(
        id=name,
        kind="reviewed",
        existing=stored,
        incoming=claim.id,
        expect=outcome,
        target=stored.index(target),
        # Whether a rejected statement stands beside the other is not what thresholds decide.
        also_ok=frozenset(("add",) if outcome == "skip" else ()),
    )
    return Labelled(case=case, situation=situation, stored=stored)


def training_rows(workspace: Workspace) -> list[dict[str, Any]]:
    """One row a stored statement: what people found to contradict it, and to be neutral.

    Without what was erased or deleted. Statements are as they were told.
    """
    rows: dict[str, dict[str, Any]] = {}
    for answer in standing_answers(workspace):
        label, told = MODEL_LABELS.get(Action(answer.action)), answer.item.claim.content
        ended = answer.action == Action.RETIRE and answer.item.reason != Reason.COPIES
        if label is None or ended:
            continue
        for memory in _texts_in_question(answer):
            row = rows.setdefault(
                memory.id,
                {"stored": memory.content, "contradiction": [], "entailment": [], "neutral": []},
            )
            if told not in row[label]:
                row[label].append(told)
    return list(rows.values())


def _texts_in_question(answer: Resolution) -> Iterator[Memory]:
    """The stored memories that the answer was about, unless they or the claim were taken away."""
    claim = answer.item.claim
    made = Decision.objects.filter(claim_ref=claim.id).values("memory_ref")
    hidden = Memory.objects.filter(id__in=made, deleted_at__isnull=False)
    if hidden.exists() or _erased(claim.subject_id, claim.content, claim.restated):
        return
    for memory in Memory.objects.visible().filter(id__in=_about(answer)).order_by("id"):
        if not _erased(memory.subject_id, memory.content):
            yield memory


def _erased(subject_id: str, *texts: str) -> bool:
    """Whether the same words were erased, also where another row still holds them."""
    prints = [fingerprint(subject_id, text) for text in texts if text]
    return Tombstone.objects.filter(subject_id=subject_id, fingerprint__in=prints).exists()
