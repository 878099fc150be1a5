"""A bulk run as a page shows it: how far it is, and what was or would be skipped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from memory.errors import NotFoundError
from memory.models import Workspace
from review.bulk import ANSWERS, DEEDS, TYPED_ABOVE, UNDO
from review.models import BulkLine, BulkRun

LISTED = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkPage:
    """What the page of a run shows.

    waiting, done, skipped: how many lines. reasons: why lines were skipped, with their number, the
    most frequent first. examples: some of the items, the skipped ones first.
    """

    run: BulkRun
    words: str
    waiting: int
    done: int
    skipped: int
    reasons: Sequence[tuple[str, int]]
    examples: Sequence[BulkLine]

    @property
    def total(self) -> int:
        return self.waiting + self.done + self.skipped

    @property
    def finished(self) -> int:
        return self.done + self.skipped

    @property
    def must_type(self) -> bool:
        return self.waiting > TYPED_ABOVE

    @property
    def undoable(self) -> bool:
        """Whether it gave answers that may be taken back together."""
        return self.run.state == BulkRun.State.DONE and self.run.deed in ANSWERS and self.done > 0


def run_of(workspace: Workspace, user_id: int, run_id: str) -> BulkRun:
    """The operator's own run in this workspace, or NotFoundError."""
    own = BulkRun.objects.filter(workspace=workspace, user_id=user_id, id=run_id)
    if (run := own.select_related("workspace").first()) is None:
        raise NotFoundError("There is no such run in this workspace.")
    return run


def bulk_page(run: BulkRun) -> BulkPage:
    """Gather the page, in three queries."""
    lines = BulkLine.objects.filter(run=run)
    counts = dict(lines.values_list("outcome").annotate(Count("id")).order_by())
    reasons = lines.exclude(why="").values_list("why").annotate(n=Count("id")).order_by("-n", "why")
    some = lines.select_related("item__claim", "item__memory", "item__subject")
    return BulkPage(
        run=run,
        words=DEEDS.get(run.deed, "take the answers back" if run.deed == UNDO else run.deed),
        waiting=counts.get(BulkLine.Outcome.WAITING, 0),
        done=counts.get(BulkLine.Outcome.DONE, 0),
        skipped=counts.get(BulkLine.Outcome.SKIPPED, 0),
        reasons=[(why, number) for why, number in reasons],
        examples=list(some.order_by("-why", "id")[:LISTED]),
    )
