"""What operators do with an item besides answering it: who takes it, and when. No memory changes.

Each function takes the item under its lock, checks that it may be handled, writes it and an
`ItemEvent` in one transaction, and answers the item as it is then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from memory.errors import ConflictError, InvalidError
from memory.gate.verdict import Reason
from memory.models import Membership, ReviewItem, Subject
from memory.sessions.plans import plan_question
from review.models import ItemEvent
from review.policies import Decider, handling_refusal
from review.queue import lease, locked_item
from review.second_person import to_you

Kind = ItemEvent.Kind
LONGEST_SNOOZE = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class _Held:
    """An item under its lock, and who handles it."""

    item: ReviewItem
    user: User

    def write(self, kind: ItemEvent.Kind, *fields: str, **event: object) -> ReviewItem:
        """Save these fields of the item, and what happened."""
        if fields:
            self.item.save(update_fields=[*fields])
        ItemEvent.objects.create(item=self.item, kind=kind, user=self.user, **event)
        return self.item


@contextmanager
def _held(item: ReviewItem, decider: Decider) -> Iterator[_Held]:
    with transaction.atomic():
        # The person's row first, as whatever changes memories does, so that no two wait for each
        # other.
        Subject.objects.select_for_update(no_key=True).filter(id=item.subject_id).first()
        row = locked_item(item)
        if decider.user is None or (problem := handling_refusal(row, decider)):
            raise ConflictError(problem if decider.user else "Only operators handle the queue.")
        yield _Held(row, decider.user)


def note(item: ReviewItem, decider: Decider, *, text: str) -> ReviewItem:
    """Leave a note for colleagues, also on an item that is answered."""
    if not text.strip():
        raise InvalidError("Write the note first.", field="text")
    with transaction.atomic():
        row = locked_item(item)
        if decider.user is None or not decider.may_decide:
            raise ConflictError("Your role lets you look at everything but change nothing.")
        return _Held(row, decider.user).write(Kind.NOTE, text=text.strip())


def assign(item: ReviewItem, decider: Decider, *, to: User | None) -> ReviewItem:
    """Give the item to a reviewer of its workspace, or to nobody in particular (None)."""
    own = reviewers(item.subject.workspace_id)
    if to is not None and not own.filter(id=to.pk).exists():
        raise InvalidError("Only somebody who may decide here can be given it.", field="to")
    with _held(item, decider) as held:
        held.item.assignee = to
        return held.write(Kind.ASSIGNED, "assignee", about=to)


def reviewers(workspace_id: str) -> QuerySet[User]:
    """Who may decide in the workspace, by name."""
    roles = (Membership.Role.REVIEWER, Membership.Role.ADMIN)
    members = Membership.objects.filter(workspace_id=workspace_id, role__in=roles)
    return User.objects.filter(id__in=members.values("user"), is_active=True).order_by("username")


def snooze(item: ReviewItem, decider: Decider, *, until: datetime, text: str = "") -> ReviewItem:
    """Put the item off; it is back in the queue at that moment."""
    now = timezone.now()
    if not now < until <= now + LONGEST_SNOOZE:
        raise InvalidError("Name a day to come, within a year.", field="until")
    with _held(item, decider) as held:
        held.item.snoozed_until = until
        return held.write(
            Kind.SNOOZED, *_let_go(held.item, "snoozed_until"), until=until, text=text
        )


def wake(item: ReviewItem, decider: Decider) -> ReviewItem:
    """Take an item up again that was put off or waits for the person's own answer."""
    with _held(item, decider) as held:
        held.item.snoozed_until = held.item.asked_at = None
        return held.write(Kind.WOKEN, "snoozed_until", "asked_at")


def escalate(item: ReviewItem, decider: Decider, *, text: str) -> ReviewItem:
    """Let an administrator of the workspace decide; the reason is for them."""
    if not text.strip():
        raise InvalidError("Say in a few words why an administrator should decide.", field="text")
    admins = Membership.objects.filter(
        workspace_id=item.subject.workspace_id, role=Membership.Role.ADMIN
    )
    if not admins.exists():
        raise ConflictError("This workspace has no administrator who could decide it.")
    with _held(item, decider) as held:
        held.item.escalated_at = timezone.now()
        fields = _let_go(held.item, "escalated_at")
        return held.write(Kind.ESCALATED, *fields, text=text.strip())


def ask_person(item: ReviewItem, decider: Decider) -> ReviewItem:
    """Let the person say it themselves: on their page, and by the chatbot when they talk next.

    The item waits meanwhile and is not due; their answer closes it.
    """
    with _held(item, decider) as held:
        if held.item.asked_at is not None:
            raise ConflictError("The person is asked already.")
        held.item.asked_at = timezone.now()
        plan_question(held.item, question_to_person(held.item))
        return held.write(Kind.ASKED, *_let_go(held.item, "asked_at"))


def question_to_person(item: ReviewItem) -> str:
    """What the chatbot may ask, in the second person."""
    new = to_you(item.claim.present).rstrip(".")
    if item.reason == Reason.FORGET:
        return "Which of your memories did you want me to forget?"
    if item.memory is None:
        return f"Shall I remember this: {new}?"
    return f"Which is right now: {to_you(item.memory.content).rstrip('.')}, or {new}?"


def take_over(item: ReviewItem, decider: Decider, *, text: str) -> ReviewItem:
    """Take the item from another reviewer who has it open; the reason stays with the item."""
    if not text.strip():
        raise InvalidError("Say in a few words why you take it over.", field="text")
    with _held(item, decider) as held:
        before = held.item.leased_by
        lease(held.item, held.user)
        fields = ("leased_by", "leased_until")
        return held.write(Kind.TAKEN_OVER, *fields, about=before, text=text.strip())


def _let_go(item: ReviewItem, *fields: str) -> tuple[str, ...]:
    """Without a lease: it is off the desk. Answers all fields to be saved."""
    item.leased_by = item.leased_until = None
    return (*fields, "leased_by", "leased_until")
