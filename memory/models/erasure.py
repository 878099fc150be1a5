"""What is left of what was erased: a receipt and tombstones, both without content."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from memory.models.ids import public_id
from memory.models.subject import Subject
from memory.models.workspace import Workspace


class ErasureReceipt(models.Model):
    """What was removed: counts per table, when, at whose request; no content."""

    id = public_id("era")
    workspace = models.ForeignKey(Workspace, models.PROTECT, related_name="erasure_receipts")
    subject_ref = models.CharField(max_length=16)
    scope = models.CharField(max_length=8, choices=[("memory", "memory"), ("subject", "subject")])
    actor = models.CharField(max_length=8)
    counts = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.id


class Tombstone(models.Model):
    """A keyed hash of an erased statement, so that it is not learned again; holds no text."""

    subject = models.ForeignKey(Subject, models.CASCADE, related_name="tombstones")
    fingerprint = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subject", "fingerprint"], name="tombstone_once")
        ]

    def __str__(self) -> str:
        return str(self.pk)
