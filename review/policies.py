"""Who may do what with a review item. Pages take their buttons from here, the server its refusals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from memory.gate.verdict import Reason
from memory.models import ApiKey, Decision, Membership, Memory, ReviewItem, Subject
from memory.store import Actor
from review.models import Resolution

Action = Resolution.Action

DECIDING = frozenset({Membership.Role.REVIEWER, Membership.Role.ADMIN})
"""The roles that change something; the others look."""

OF_CONFLICT = (
    Action.REPLACE,
    Action.REJECT,
    Action.KEEP_BOTH,
    Action.EDIT,
    Action.RETIRE,
    Action.NO_CONFLICT,
    Action.DELETE,
)
OF_COPIES = (Action.RETIRE, Action.REJECT)
OF_FORGETTING = (Action.FORGET, Action.DELETE, Action.REJECT)
OF_NEW_ONLY = (Action.KEEP_BOTH, Action.EDIT, Action.REJECT)
OF_SUBJECT = (
    Action.REPLACE,
    Action.KEEP_BOTH,
    Action.REJECT,
    Action.RETIRE,
    Action.FORGET,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decider:
    """Somebody at the door: an operator with a role, the subject itself, or an API key."""

    actor: Actor
    user: User | None = None
    may_decide: bool = True
    is_admin: bool = False

    @property
    def is_subject(self) -> bool:
        return self.actor.kind == Decision.Actor.SUBJECT


def operator(membership: Membership) -> Decider:
    """An operator; a viewer sees everything and decides nothing."""
    return Decider(
        actor=Actor(Decision.Actor.OPERATOR, str(membership.user_id)),
        user=membership.user,
        may_decide=membership.role in DECIDING,
        is_admin=membership.role == Membership.Role.ADMIN,
    )


def subject_self(subject: Subject) -> Decider:
    return Decider(actor=Actor(Decision.Actor.SUBJECT, subject.id))


def api_key(key: ApiKey) -> Decider:
    """A key; whether its scopes hold `review` is asked at the API's door."""
    return Decider(actor=Actor(Decision.Actor.API_KEY, key.id))


def is_leased_to_other(item: ReviewItem, decider: Decider, now: datetime) -> bool:
    """Whether another operator is looking at the item now. It never binds the subject itself."""
    if decider.is_subject or item.leased_by_id is None or item.leased_until is None:
        return False
    mine = decider.user is not None and item.leased_by_id == decider.user.pk
    return item.leased_until > now and not mine


def is_above(item: ReviewItem, decider: Decider) -> bool:
    """Whether the item was handed to an administrator and the decider is none. It never binds the
    subject itself."""
    return item.escalated_at is not None and not decider.is_admin and not decider.is_subject


def actions_for(item: ReviewItem, decider: Decider, now: datetime) -> list[Action]:
    """What the decider may do with the item as it is now; empty where nothing."""
    refused = item.state != ReviewItem.State.OPEN or not decider.may_decide
    if refused or is_above(item, decider) or is_leased_to_other(item, decider, now):
        return []
    fitting = _fitting(item)
    return _simple(item, fitting) if decider.is_subject else list(fitting)


def _simple(item: ReviewItem, fitting: Sequence[Action]) -> list[Action]:
    """What the subject itself is offered: few answers in plain words."""
    return [
        action
        for action in fitting
        if action in OF_SUBJECT and (action is not Action.RETIRE or item.reason == Reason.COPIES)
    ]


def _fitting(item: ReviewItem) -> Sequence[Action]:
    if item.reason == Reason.COPIES:
        return OF_COPIES
    if item.reason == Reason.FORGET:
        return OF_FORGETTING
    return OF_CONFLICT if item.memory_id else OF_NEW_ONLY


def refusal(item: ReviewItem, action: Action, decider: Decider, now: datetime) -> str:
    """Why the decider may not do this now, as a sentence; empty where they may."""
    if item.state == ReviewItem.State.RESOLVED:
        return "This question was answered already; nothing more was changed."
    if item.state == ReviewItem.State.CLOSED:
        return "This question closed by itself, because what it asked about has changed."
    if not decider.may_decide:
        return "Your role lets you look at everything but decide nothing."
    if is_above(item, decider):
        return "This one was handed to an administrator, who decides it."
    if is_leased_to_other(item, decider, now):
        return f"{item.leased_by} is looking at this one now. Take it over first."
    if action not in actions_for(item, decider, now):
        return "This answer does not fit the question."
    return ""


def handling_refusal(item: ReviewItem, decider: Decider) -> str:
    """Why the decider may not assign, put off or hand on the item; empty where they may. A lease
    does not bind this: it keeps two from deciding, not from organising."""
    if item.state != ReviewItem.State.OPEN:
        return "This question is settled; there is nothing to organise any more."
    if not decider.may_decide:
        return "Your role lets you look at everything but change nothing."
    return "This one was handed to an administrator." if is_above(item, decider) else ""


def memory_refusal(memory: Memory, now: datetime) -> str:
    """Why a decision about this memory would come too late; empty where it would not."""
    if memory.is_current(now):
        return ""
    return "The stored memory is no longer current: it was replaced, ended or deleted meanwhile."


def may_erase(membership: Membership) -> bool:
    """Erasing cannot be undone, so it is for those who also configure the workspace."""
    return membership.role == Membership.Role.ADMIN


def may_configure(membership: Membership) -> bool:
    """Settings, keys and members are for administrators."""
    return membership.role == Membership.Role.ADMIN
