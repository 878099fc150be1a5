"""What an operator answered last, and what of it can still be taken back."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User

from memory.models import Decision, ReviewItem, Workspace
from review.listings import undoing
from review.models import Resolution

NUMBER = 20
ANSWERED_AGAIN = "It was answered again since."


@dataclass(frozen=True, slots=True, kw_only=True)
class MyAnswer:
    """One answer. undo_refusal: why it cannot be taken back; empty where it can."""

    answer: Resolution
    undo_refusal: str

    @property
    def taken_back(self) -> bool:
        return self.undo_refusal == undoing.TAKEN_BACK


def my_answers(workspace: Workspace, user: User) -> list[MyAnswer]:
    """The last answers of the operator in this workspace, the newest first."""
    rows = list(
        Resolution.objects.filter(item__subject__workspace=workspace, user=user).select_related(
            "item__claim", "item__memory", "item__subject"
        )[:NUMBER]
    )
    made = [ref for row in rows for ref in row.decisions]
    refusals = undoing.refusals(list(Decision.objects.filter(workspace=workspace, id__in=made)))
    newest: dict[str, str] = {}
    for row in Resolution.objects.filter(item__in=[row.item_id for row in rows]):
        newest.setdefault(row.item_id, row.id)
    return [
        MyAnswer(answer=row, undo_refusal=_refusal(row, newest[row.item_id], refusals))
        for row in rows
    ]


def _refusal(answer: Resolution, newest: str, refusals: dict[str, str]) -> str:
    told = next((refusals[ref] for ref in answer.decisions if refusals.get(ref)), "")
    if told:
        return told
    if answer.id != newest:
        return ANSWERED_AGAIN
    if answer.item.state != ReviewItem.State.RESOLVED:
        return undoing.TAKEN_BACK
    return "" if any(ref in refusals for ref in answer.decisions) else undoing.ERASED
