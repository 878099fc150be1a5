"""What is left of what was erased: a receipt and tombstones, both without content."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from memory.models.decision import DecisionActor
from memory.models.ids import choices_hold, public_id
from memory.models.subject import Subject
from memory.models.workspace import Workspace


class ErasureReceipt(models.Model):
    """What was removed: counts per table, when, at whose request; no content."""

    class Extent(models.TextChoices):
        MEMORY = "memory"
        SUBJECT = "subject"

    id = public_id("era")
    workspace = models.ForeignKey(Workspace, models.PROTECT, related_name="erasure_receipts")
    subject_ref = models.CharField(max_length=16)
    extent = models.CharField(max_length=7, choices=Extent)
    actor = models.CharField(max_length=8, choices=DecisionActor)
    counts = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            choices_hold("extent", ["memory", "subject"], name="erasure_receipt_extent"),
            choices_hold("actor", DecisionActor.values, name="erasure_receipt_actor"),
        ]

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
