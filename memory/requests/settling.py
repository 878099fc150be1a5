"""What carrying out any request needs: who asks, what is meant, and the row settled once."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from memory.models import ChatRequest, Decision, ReviewItem
from memory.requests.candidates import Look, look_for
from memory.requests.kinds import Outcome
from memory.store import Actor


def look_for_what(row: ChatRequest) -> Look:
    """The memories that the request's words may mean. Runs models: never inside a transaction."""
    return look_for(row.subject, row.about, said_until=row.turn.created_at, now=timezone.now())


def actor_of(row: ChatRequest) -> Actor:
    """Whoever asks is the subject itself."""
    return Actor(Decision.Actor.SUBJECT, row.subject_id)


def settle(
    row: ChatRequest,
    outcome: Outcome,
    memories: Sequence[str] = (),
    *,
    item: ReviewItem | None = None,
    receipts: Sequence[str] = (),
) -> None:
    """Note what became of it; its words go. Part of the change that did it."""
    row.state, row.outcome = ChatRequest.State.SETTLED, outcome
    row.about = row.person = row.last_error = ""
    row.memory_refs, row.receipt_refs = list(memories), list(receipts)
    row.review_item_ref = item.id if item else ""
    row.save()


def settle_alone(row: ChatRequest, outcome: Outcome, memories: Sequence[str] = ()) -> None:
    """The same where nothing else is to be changed."""
    with transaction.atomic():
        if is_mine(row):
            settle(row, outcome, memories)


def is_mine(row: ChatRequest) -> bool:
    """Whether it still waits, now that the person's row is held: another worker may have done it."""
    held = ChatRequest.objects.select_for_update().get(id=row.id)
    if held.state == ChatRequest.State.PENDING:
        return True
    for name in ("state", "outcome", "about", "person", "memory_refs", "receipt_refs"):
        setattr(row, name, getattr(held, name))
    row.review_item_ref = held.review_item_ref
    return False
