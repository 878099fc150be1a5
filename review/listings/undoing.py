"""Which decisions can be taken back, told before anybody tries; `memory.undo` has the last word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory.models import Decision, Memory
from memory.undo import UNDOABLE

Action = Decision.Action
TAKEN_BACK = "This was taken back."
ERASED = "What it changed was erased."
BUILT_ON = "A newer memory has taken its place; undo that one first."
SLOT_TAKEN = "A newer memory holds this value now."

_MAKES = (Action.ADD, Action.REPLACE, Action.EDIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """What undoing depends on, read once for all decisions of a page.

    newer: id of a memory to the id of the visible one that superseded it. slots: the open-ended
    memories that fill the slot of a key, by person, beneficiary and key.
    """

    undone: set[str]
    memories: dict[str, Memory]
    newer: dict[str | None, str]
    slots: dict[tuple[str, str, str], set[str]]


def refusals(decisions: Sequence[Decision]) -> dict[str, str]:
    """For each decision that could be undone the reason why not, empty where it can; decisions
    that changed no memory are left out. Costs the same number of queries for any number of
    decisions and people; the caller has reached them by their workspace."""
    people = {row.subject_ref for row in decisions}
    wanted = {row.change_ref for row in decisions if row.action in UNDOABLE}
    together = Decision.objects.filter(
        subject_ref__in=people, change_ref__in=wanted, action__in=UNDOABLE
    )
    changes: dict[str, list[Decision]] = defaultdict(list)
    for row in together:
        changes[row.change_ref].append(row)
    state = _state(people, [row for rows in changes.values() for row in rows])
    reasons = {ref: _refusal(rows, state) for ref, rows in changes.items()}
    return {row.id: reasons[row.change_ref] for row in decisions if row.action in UNDOABLE}


def _state(people: set[str], decisions: Sequence[Decision]) -> _State:
    undone = Decision.objects.filter(
        subject_ref__in=people, undoes__in=[row.id for row in decisions]
    )
    named = {ref for row in decisions for ref in (row.memory_ref, row.target_ref) if ref}
    rows = Memory.objects.filter(subject__in=people).defer("embedding")
    visible = Memory.objects.visible().filter(subject__in=people)
    slots: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    holders = visible.filter(single_valued=True, valid_until__isnull=True)
    for ref, *slot in holders.values_list("id", "subject_id", "beneficiary", "key"):
        slots[slot[0], slot[1], slot[2]].add(ref)
    return _State(
        undone=set(undone.values_list("undoes", flat=True)),
        memories=rows.in_bulk(named),
        newer=dict(visible.filter(supersedes__in=named).values_list("supersedes_id", "id")),
        slots=slots,
    )


def _refusal(change: Sequence[Decision], state: _State) -> str:
    """Why all that was decided together cannot be taken back; empty where it can."""
    made = {row.memory_ref for row in change if row.action in _MAKES}
    return next(filter(None, (_refusal_of_one(row, state, made) for row in change)), "")


def _refusal_of_one(decision: Decision, state: _State, made: set[str]) -> str:
    if decision.id in state.undone:
        return TAKEN_BACK
    if any(ref not in state.memories for ref in _needed(decision)):
        return ERASED
    if decision.action in _MAKES and state.newer.get(decision.memory_ref, "") not in {"", *made}:
        return BUILT_ON
    opened = state.memories.get(_opened(decision))
    if opened is None or not opened.single_valued or _ends_again(decision, opened):
        return ""
    others = state.slots[opened.subject_id, opened.beneficiary, opened.key] - made - {opened.id}
    return SLOT_TAKEN if others else ""


def _needed(decision: Decision) -> Iterable[str]:
    """The memories without which there is nothing to undo."""
    if decision.action == Action.REJECT:
        return ()
    both = decision.action in {Action.REPLACE, Action.EDIT}
    return (decision.memory_ref, decision.target_ref) if both else (decision.memory_ref,)


def _opened(decision: Decision) -> str:
    """The memory that would hold again."""
    if decision.action in {Action.REPLACE, Action.EDIT}:
        return decision.target_ref
    return decision.memory_ref if decision.action in {Action.EXPIRE, Action.DELETE} else ""


def _ends_again(decision: Decision, memory: Memory) -> bool:
    """Whether it would end by itself after the undo, so that it fills no slot."""
    if decision.action == Action.DELETE:
        return memory.valid_until is not None
    return bool(decision.evidence["before"]["valid_until"])
