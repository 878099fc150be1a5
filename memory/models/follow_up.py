from __future__ import annotations

from django.db import models
from django.utils import timezone

from memory.models.ids import choices_hold, public_id
from memory.models.memory import Memory
from memory.models.subject import Subject


class FollowUp(models.Model):
    """A question worth asking later."""

    class Status(models.TextChoices):
        PENDING = "pending"
        ASKED = "asked"
        DONE = "done"
        DISMISSED = "dismissed"

    id = public_id("fup")
    subject = models.ForeignKey(Subject, models.CASCADE, related_name="follow_ups")
    memory = models.ForeignKey(
        Memory, models.CASCADE, null=True, blank=True, related_name="follow_ups"
    )
    question = models.TextField()
    due_date = models.DateField()
    status = models.CharField(max_length=9, choices=Status, default=Status.PENDING)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["due_date", "id"]
        constraints = [
            choices_hold(
                "status", ["pending", "asked", "done", "dismissed"], name="follow_up_status"
            )
        ]

    def __str__(self) -> str:
        return self.id
