"""What was answered to a write, so that the same one sent again is not done twice."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from memory.models.workspace import Workspace


class IdempotencyRecord(models.Model):
    """The answer to a write that carried an Idempotency-Key, replayed when it is sent again.

    `status` is empty while the first request is still running."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="+")
    subject_ref = models.CharField(max_length=16, help_text="Whose texts the answer may hold.")
    key = models.CharField(max_length=100)
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "key"], name="idempotency_key_once")
        ]

    def __str__(self) -> str:
        return str(self.pk)
