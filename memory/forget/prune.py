"""Raw turns have a time to live and a maximum count: what lasts is in memories."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q, QuerySet

from memory.errors import ConflictError
from memory.handover import hold
from memory.models import ChatRequest, Claim, Subject, Turn, Workspace

BATCH = 5_000
"""Turns that one transaction removes: the person's row is held meanwhile."""

SUBJECTS = 200
"""People in one run; the next run goes on."""


def prune_turns(now: datetime) -> int:
    """Remove the turns that are too old, and of a person with too many the oldest; answers how
    many. What is still to be read, decided or carried out stays. Safe to run twice."""
    return sum(_prune(subject, now) for subject in _with_too_much(now))


def _with_too_much(now: datetime) -> list[Subject]:
    """People with turns beyond the age or the count. The first is an index scan; the count
    goes through the turns of all, once in an hour."""
    old = Subject.objects.filter(id__in=_old(now).values("session__subject")).order_by("id")
    many = Subject.objects.alias(turns=Count("sessions__turns")).filter(
        turns__gt=settings.TURNS_KEPT
    )
    found = [*old[:SUBJECTS], *many.order_by("id")[:SUBJECTS]]
    return list({subject.id: subject for subject in found}.values())


def _old(now: datetime) -> QuerySet[Turn]:
    """Older than their workspace keeps turns, or else the installation."""
    too_old = Q(created_at__lt=now - settings.TURN_AGE)
    for workspace in Workspace.objects.filter(retention__has_key="turns"):
        own = Q(session__subject__workspace=workspace)
        kept = timedelta(days=workspace.retention["turns"])
        too_old = (too_old & ~own) | (own & Q(created_at__lt=now - kept))
    return _done().filter(too_old)


def _done() -> QuerySet[Turn]:
    """Turns on which no work waits."""
    pending = Claim.objects.filter(state=Claim.State.PENDING).exclude(turn=None)
    asked = ChatRequest.objects.filter(state=ChatRequest.State.PENDING)
    return (
        Turn.objects.filter(unread=False)
        .exclude(id__in=pending.values("turn"))
        .exclude(id__in=asked.values("turn"))
    )


def _prune(subject: Subject, now: datetime) -> int:
    with transaction.atomic():
        try:
            hold(subject)
        except ConflictError:
            return 0  # erased meanwhile
        own = Turn.objects.filter(session__subject=subject)
        newest = own.order_by("-created_at", "-number", "id")
        beyond = list(newest.values_list("id", flat=True)[settings.TURNS_KEPT :][:BATCH])
        old = list(_old(now).filter(session__subject=subject).values_list("id", flat=True)[:BATCH])
        gone = _done().filter(id__in={*beyond, *old})
        _, counts = gone.delete()
        return counts.get("memory.Turn", 0)
