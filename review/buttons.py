"""How the answers to an item look: words, key and icon, one table for buttons and the sheet of keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.gate.verdict import Reason
from memory.models import ReviewItem
from review.policies import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """One answer as it is offered. first: one of the few that stay in sight on a phone."""

    action: Action
    words: str
    key: str
    icon: str
    first: bool
    suggested: bool
    harsh: bool = False


KEYS = {
    Action.REPLACE: "1",
    Action.REJECT: "2",
    Action.KEEP_BOTH: "3",
    Action.EDIT: "4",
    Action.DELETE: "5",
    Action.RETIRE: "6",
    Action.FORGET: "6",
    Action.NO_CONFLICT: "7",
}
_ICONS = {
    Action.REPLACE: "check",
    Action.REJECT: "no-symbol",
    Action.KEEP_BOTH: "square-2-stack",
    Action.DELETE: "trash",
    Action.RETIRE: "archive-box-arrow-down",
    Action.FORGET: "trash",
    Action.NO_CONFLICT: "arrows-right-left",
}
_FIRST = (Action.REPLACE, Action.REJECT, Action.KEEP_BOTH, Action.FORGET)

SHEET = (
    ("j", "next in a list; Enter opens"),
    ("k", "previous in a list"),
    ("x", "select in a list"),
    ("s", "start with the first; from a settled one, the next"),
    ("m", "do something with many"),
    ("1", "take the new one"),
    ("2", "keep the old one"),
    ("3", "keep both"),
    ("b", "keep both, with a limit"),
    ("e", "edit, then take (also 4)"),
    ("5", "neither: delete the old one"),
    ("6", "retire the old one, or the copies; forget"),
    ("7", "not a conflict"),
    ("a", "ask the person"),
    ("c", "claim it"),
    ("z", "put it off"),
    ("g", "hand it to an administrator"),
    ("d", "erase the stored one"),
    ("n", "write a note"),
    ("u", "undo what was just done"),
    ("t", "take over from another reviewer"),
    ("l", "my last answers"),
    ("v", "save this view"),
    ("/", "search"),
    ("q", "queue"),
    ("p", "people"),
    ("o", "overview"),
    ("y", "playground"),
)
"""Every key and what it does, for the sheet on which they can be changed."""


def buttons(item: ReviewItem, actions: Sequence[Action], *, others: bool) -> list[Button]:
    """The answers that take one click, in their order. others: several memories are in question.

    `edit` asks for words first and has a field of its own.
    """
    offered = [action for action in actions if action in _ICONS]
    if item.reason == Reason.FORGET and not others:
        offered = [action for action in offered if action is not Action.DELETE]
    return [
        Button(
            action=action,
            words=_words(item, action, others=others),
            key=KEYS[action],
            icon=_ICONS[action],
            first=action in _FIRST or item.reason in (Reason.COPIES, Reason.FORGET),
            suggested=item.suggestion == action,
            harsh=action is Action.DELETE and item.reason != Reason.FORGET,
        )
        for action in offered
    ]


def _words(item: ReviewItem, action: Action, *, others: bool) -> str:
    them = "them" if others else "it"
    together = item.reason in (Reason.COPIES, Reason.FORGET)
    match action:
        case Action.REPLACE:
            return "Take the new one"
        case Action.REJECT if together:
            return f"Keep {them}"
        case Action.REJECT:
            return "Keep the old one" if item.memory_id else "Do not store it"
        case Action.KEEP_BOTH:
            return "Keep both" if item.memory_id else "Store it"
        case Action.DELETE if together:
            return "Forget only this one"
        case Action.DELETE:
            return "Neither (deletes the old one)"
        case Action.FORGET:
            return "Forget all of them" if others else "Forget it"
        case Action.RETIRE:
            return f"Retire {them}" if together else "Retire the old one"
        case _:
            return "Not a conflict"
