"""Questions worth asking a person later."""

from __future__ import annotations

from datetime import date

from django.db import models
from django.db.models import Exists, Expression, OuterRef, Q
from django.utils import timezone

from memory.models.decision import Decision, DecisionAction
from memory.models.ids import choices_hold, public_id
from memory.models.memory import Memory
from memory.models.review_item import ReviewItem
from memory.models.subject import Subject


class FollowUpQuerySet(models.QuerySet["FollowUp"]):
    """The one place that says which questions are still worth asking."""

    def standing(self) -> FollowUpQuerySet:
        """Those whose memory stands: it was neither deleted nor replaced nor retired. A question
        goes with its memory, and undo brings it back with it; an event that is over stands."""
        # The index on what was undone holds only what undoes something.
        undone = Decision.objects.filter(undoes=OuterRef("pk")).exclude(undoes="")
        retired = Decision.objects.filter(
            ~Exists(undone), memory_ref=OuterRef("memory_id"), action=DecisionAction.EXPIRE
        )
        replaced = Memory.objects.filter(supersedes=OuterRef("memory_id"))
        return self.filter(
            Q(memory__isnull=True) | Q(~Exists(retired), ~Exists(replaced)),
            memory__deleted_at__isnull=True,
        )

    def open(self) -> FollowUpQuerySet:
        """Those that nobody answered or dismissed yet; whether they were asked or not."""
        return self.standing().filter(status__in=FollowUp.OPEN)

    def due(self, day: date | Expression) -> FollowUpQuerySet:
        """Open ones to offer on that day of the subject's: due, and not handed out on it yet."""
        not_today = Q(asked_on__isnull=True) | Q(asked_on__lt=day)
        return self.standing().filter(not_today, due_date__lte=day, status__in=FollowUp.OPEN)


class FollowUp(models.Model):
    """A question worth asking later."""

    class Status(models.TextChoices):
        PENDING = "pending"
        ASKED = "asked"
        DONE = "done"
        DISMISSED = "dismissed"

    OPEN = (Status.PENDING, Status.ASKED)

    id = public_id("fup")
    subject = models.ForeignKey(Subject, models.CASCADE, related_name="follow_ups")
    memory = models.ForeignKey(
        Memory, models.CASCADE, null=True, blank=True, related_name="follow_ups"
    )
    item = models.ForeignKey(
        ReviewItem,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="follow_ups",
        help_text="The review item that an operator hands to the person.",
    )
    question = models.TextField()
    due_date = models.DateField()
    status = models.CharField(max_length=9, choices=Status, default=Status.PENDING)
    asked_on = models.DateField(
        null=True, blank=True, help_text="The subject's day on which it was last handed out."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = FollowUpQuerySet.as_manager()

    class Meta:
        ordering = ["due_date", "id"]
        constraints = [
            choices_hold(
                "status", ["pending", "asked", "done", "dismissed"], name="follow_up_status"
            )
        ]

    def __str__(self) -> str:
        return self.id

    def set_status(self, status: str, *, day: date) -> None:
        """Say what became of it. day: the subject's today, on which an asked one is not offered
        again."""
        self.status = status
        self.asked_on = {self.Status.PENDING: None, self.Status.ASKED: day}.get(
            self.Status(status), self.asked_on
        )
        self.save(update_fields=["status", "asked_on"])
