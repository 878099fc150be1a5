"""What is to be erased, and what is left of what was: a request, a receipt and tombstones. None
of them has content."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from memory.models.decision import DecisionActor
from memory.models.ids import choices_hold, public_id
from memory.models.subject import Subject
from memory.models.workspace import Workspace


class Extent(models.TextChoices):
    """How much is erased at once."""

    MEMORY = "memory"
    SESSION = "session"
    SUBJECT = "subject"
    LAPSED = "lapsed", "memories that were deleted, or kept, for long enough"


ASKED_FOR = [Extent.MEMORY, Extent.SESSION, Extent.SUBJECT]


class ErasureRequest(models.Model):
    """The work row of an erasure: written before anything is removed and gone in the transaction
    that removes it, so that what was asked for is done even where the process was killed."""

    id = public_id("erq")
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="+")
    subject_ref = models.CharField(max_length=16)
    extent = models.CharField(max_length=7, choices=Extent)
    target_ref = models.CharField(
        max_length=16, blank=True, help_text="The memory or session; empty for the whole subject."
    )
    actor = models.CharField(max_length=8, choices=DecisionActor)
    actor_ref = models.CharField(max_length=50, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=100, blank=True, help_text="The error's name.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            choices_hold("extent", [str(one) for one in ASKED_FOR], name="erasure_request_extent"),
            choices_hold("actor", DecisionActor.values, name="erasure_request_actor"),
        ]

    def __str__(self) -> str:
        return self.id


class ErasureReceipt(models.Model):
    """What was removed: counts per table, when, at whose request, and what a search for it found
    afterwards; no content. `memory.forget.receipt` signs it."""

    Extent = Extent

    id = public_id("era")
    workspace = models.ForeignKey(Workspace, models.PROTECT, related_name="erasure_receipts")
    subject_ref = models.CharField(max_length=16)
    extent = models.CharField(max_length=7, choices=Extent)
    actor = models.CharField(max_length=8, choices=DecisionActor)
    counts = models.JSONField(default=dict)
    scan = models.JSONField(
        null=True, help_text="How it was searched for after it was gone; empty until that is done."
    )
    gone = models.JSONField(
        default=dict,
        help_text="Ids, keyed hashes and places of what was removed, to remove it again from a "
        "restored backup.",
    )
    signature = models.CharField(max_length=100, blank=True)
    backups_until = models.DateField(
        null=True, help_text="The first day on which no backup from before is kept any more."
    )
    vacuumed_at = models.DateTimeField(
        null=True, help_text="When the database gave up the space that the rows stood in."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            choices_hold("extent", Extent.values, name="erasure_receipt_extent"),
            choices_hold("actor", DecisionActor.values, name="erasure_receipt_actor"),
        ]
        indexes = [
            # The sweeps look only at what is not done yet; the others are the many.
            models.Index(
                fields=["created_at"],
                condition=models.Q(scan__isnull=True) | models.Q(vacuumed_at__isnull=True),
                name="erasure_receipt_to_finish",
            ),
        ]

    def __str__(self) -> str:
        return self.id


class Tombstone(models.Model):
    """A keyed hash of an erased statement, so that it is not learned again; holds no text."""

    subject = models.ForeignKey(Subject, models.CASCADE, related_name="tombstones")
    fingerprint = models.CharField(max_length=64)
    receipt = models.ForeignKey(
        ErasureReceipt, models.SET_NULL, null=True, blank=True, related_name="tombstones"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subject", "fingerprint"], name="tombstone_once")
        ]

    def __str__(self) -> str:
        return str(self.pk)
