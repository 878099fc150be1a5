"""One thing done to many items: looked at first, then carried out item by item.

`prepare` writes a line for each item with what the operator sees of it. `work` carries the lines
out, each in a transaction of its own; an item that changed since is skipped, and the line says
why. The run is the work row: a lost task or a stopped worker loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from memory.digest import digest
from memory.errors import ConflictError, InvalidError, PalimpsestError
from memory.gate.verdict import Reason
from memory.models import Membership, Memory, ReviewItem, Workspace
from review import changes, handling
from review.actions import Answer, resolve
from review.models import BulkLine, BulkRun
from review.policies import Action, Decider, handling_refusal, memory_refusal, operator, refusal

MOST = 5_000
"""Items of one run."""

TYPED_ABOVE = 20
"""From more items on, their number has to be typed, and a worker does them."""

TURN = timedelta(seconds=60)
"""How long a worker may be silent before another one goes on."""

ANSWERS: Mapping[str, str] = {
    Action.REJECT: "keep the old ones",
    Action.REPLACE: "take the new ones",
    Action.KEEP_BOTH: "keep both",
    Action.NO_CONFLICT: "not conflicts",
    Action.RETIRE: "retire the old ones",
}
ORGANISING: Mapping[str, str] = {
    "assign": "give them to somebody",
    "snooze": "put them off",
    "escalate": "hand them to an administrator",
}
UNDO = "undo"
DEEDS: Mapping[str, str] = {**ANSWERS, **ORGANISING}
"""What can be done with many, in words. `undo` takes the answers of a run back."""


def prepare(
    workspace: Workspace,
    decider: Decider,
    items: QuerySet[ReviewItem],
    *,
    deed: str,
    details: Mapping[str, str] | None = None,
    note: str = "",
    view: str = "",
) -> BulkRun:
    """Write down what would be done to these items, without doing it.

    details: `to` for assign, `until` (a moment) for snooze. note: why, for escalate. Raises
    InvalidError where there is nothing to do, or too much at once.
    """
    if decider.user is None or not decider.may_decide:
        raise ConflictError("Your role lets you look at everything but change nothing.")
    rows = list(items[: MOST + 1])
    if not rows:
        raise InvalidError("Select at least one question.", field="item")
    if len(rows) > MOST:
        raise InvalidError(f"That is more than {MOST:,} at once; narrow the view down.")
    now = timezone.now()
    with transaction.atomic():
        run = BulkRun.objects.create(
            workspace=workspace,
            user=decider.user,
            deed=deed,
            details=details or {},
            note=note,
            view=view,
        )
        BulkLine.objects.bulk_create([_line(run, item, decider, now) for item in rows])
    return run


def _line(run: BulkRun, item: ReviewItem, decider: Decider, now: datetime) -> BulkLine:
    why = _refusal_now(item, run.deed, decider, now)
    return BulkLine(
        run=run,
        item=item,
        version=item.version,
        shown=digest(item.memory) if item.memory else "",
        outcome=BulkLine.Outcome.SKIPPED if why else BulkLine.Outcome.WAITING,
        why=why,
    )


def _refusal_now(item: ReviewItem, deed: str, decider: Decider, now: datetime) -> str:
    """Why this item would be skipped, as far as that is known before."""
    if deed == UNDO:
        return ""
    if deed in ORGANISING:
        return handling_refusal(item, decider)
    if why := refusal(item, Action(deed), decider, now):
        return why
    alone = item.memory is not None and item.reason != Reason.COPIES
    return memory_refusal(item.memory, now) if alone and isinstance(item.memory, Memory) else ""


def confirm(run: BulkRun, *, typed: str = "") -> None:
    """Start what was looked at. Raises InvalidError where the number was not typed, ConflictError
    where it was started before."""
    count = run.lines.filter(outcome=BulkLine.Outcome.WAITING).count()
    if count > TYPED_ABOVE and typed.strip() != str(count):
        raise InvalidError(f"Type {count} to say that you mean all of them.", field="typed")
    fresh = BulkRun.objects.filter(id=run.id, state=BulkRun.State.PREVIEW)
    if not fresh.update(state=BulkRun.State.RUNNING):
        raise ConflictError("This was started already.")


def work(run_id: str) -> None:
    """Carry out the lines that are left, unless another worker does; safe to call twice."""
    if not _take_turn(run_id, Q(worked_until__isnull=True) | Q(worked_until__lte=timezone.now())):
        return
    run = BulkRun.objects.select_related("workspace", "user").get(id=run_id)
    decider = _decider(run)
    left = run.lines.filter(outcome=BulkLine.Outcome.WAITING)
    for line in left.select_related("item__subject__workspace", "item__claim", "item__memory"):
        why = _do(run, line, decider)
        line.outcome = BulkLine.Outcome.SKIPPED if why else BulkLine.Outcome.DONE
        line.why = why[:300]
        line.save(update_fields=["outcome", "why"])
        _take_turn(run_id, Q())
    BulkRun.objects.filter(id=run_id).update(
        state=BulkRun.State.DONE, finished_at=timezone.now(), worked_until=None, note=""
    )


def _take_turn(run_id: str, free: Q) -> bool:
    """Say that this worker is at it, where the run is running and `free` holds."""
    running = BulkRun.objects.filter(free, id=run_id, state=BulkRun.State.RUNNING)
    return bool(running.update(worked_until=timezone.now() + TURN))


def left_behind() -> list[str]:
    """Ids of runs that nobody is at: the task was lost, or its worker stopped."""
    now = timezone.now()
    silent = Q(worked_until__lte=now) | Q(worked_until__isnull=True)
    running = BulkRun.objects.filter(silent, state=BulkRun.State.RUNNING)
    return list(running.values_list("id", flat=True))


def _decider(run: BulkRun) -> Decider | None:
    """Who started it, with the role that they have now."""
    role = Membership.objects.filter(workspace=run.workspace, user=run.user)
    membership = role.select_related("user").first()
    return operator(membership) if membership else None


def _do(run: BulkRun, line: BulkLine, decider: Decider | None) -> str:
    """Do it to one item; answers why not, empty where it is done."""
    if decider is None:
        return "You have no role in this workspace any more."
    try:
        _STEPS.get(run.deed, _answer)(run, line, decider)
    except PalimpsestError as error:
        return error.message
    return ""


def _answer(run: BulkRun, line: BulkLine, decider: Decider) -> None:
    answer = Answer(action=Action(run.deed), shown=line.shown, version=line.version)
    resolve(line.item, answer, decider)


def _assign(run: BulkRun, line: BulkLine, decider: Decider) -> None:
    to = User.objects.filter(username=run.details["to"]).first() if run.details["to"] else None
    handling.assign(line.item, decider, to=to)


def _snooze(run: BulkRun, line: BulkLine, decider: Decider) -> None:
    until = parse_datetime(run.details["until"])
    if until is None:
        raise InvalidError("Name a day to come, within a year.", field="until")
    handling.snooze(line.item, decider, until=until)


def _escalate(run: BulkRun, line: BulkLine, decider: Decider) -> None:
    handling.escalate(line.item, decider, text=run.note)


def _undo(run: BulkRun, line: BulkLine, decider: Decider) -> None:
    if line.item.version != line.version:
        raise ConflictError("It was answered again since.")
    changes.undo_answer(line.item, decider.actor)


_STEPS: Mapping[str, Callable[[BulkRun, BulkLine, Decider], None]] = {
    "assign": _assign,
    "snooze": _snooze,
    "escalate": _escalate,
    UNDO: _undo,
}


def take_back(run: BulkRun, decider: Decider) -> BulkRun:
    """Prepare to undo all answers that a run gave and that nobody changed since."""
    done = run.lines.filter(outcome=BulkLine.Outcome.DONE, item__version=F("version") + 1)
    items = ReviewItem.objects.filter(id__in=done.values("item")).select_related("memory")
    return prepare(run.workspace, decider, items, deed=UNDO, view=run.view)
