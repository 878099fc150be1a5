"""Pause a person's memory and take it up again, for pages; chat does the same while it is heard."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from memory.handover import hand_over, hold
from memory.models import Claim, Subject


def pause(subject: Subject) -> None:
    """Remember nothing of the person from now on; what is remembered stays. Twice is once."""
    with transaction.atomic():
        set_paused(hold(subject), paused=True)


def resume(subject: Subject) -> None:
    """Remember again; what was said before the pause is decided now."""
    with transaction.atomic():
        held = hold(subject)
        set_paused(held, paused=False)
        hand_over(waiting_claims(held))


def set_paused(subject: Subject, *, paused: bool) -> None:
    """The caller holds the person's row."""
    if paused == (subject.paused_at is not None):
        return
    subject.paused_at = timezone.now() if paused else None
    subject.memory_version += 1  # what a worker is about to store is to be seen anew
    subject.save(update_fields=["paused_at", "memory_version"])


def waiting_claims(subject: Subject) -> list[Claim]:
    """The claims that have waited for the end of a pause, with those of this moment."""
    return list(Claim.objects.filter(subject=subject, state=Claim.State.PENDING))
