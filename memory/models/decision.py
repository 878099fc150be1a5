"""The append-only log of who decided what, when, and on which evidence."""

from __future__ import annotations

import pgtrigger
from django.db import models
from django.utils import timezone

from memory.models.ids import public_id
from memory.models.workspace import Workspace


class Decision(models.Model):
    """One decision. It holds ids and numbers, never sentences, so that erasing a person leaves
    no hole in the audit; ids are text, not foreign keys, so that they outlive their rows."""

    class Actor(models.TextChoices):
        GATE = "gate"
        OPERATOR = "operator"
        SUBJECT = "subject"
        API_KEY = "api_key"
        SYSTEM = "system"

    class Action(models.TextChoices):
        # The gate's verdicts.
        ADD = "add"
        REPLACE = "replace"
        SKIP = "skip"
        REVIEW = "review"
        REJECT = "reject"
        EXPIRE = "expire"
        # What only people do.
        EDIT = "edit"
        DELETE = "delete"
        UNDO = "undo"
        ERASE = "erase"

    id = public_id("dec")
    workspace = models.ForeignKey(Workspace, models.PROTECT, related_name="decisions")
    subject_ref = models.CharField(max_length=16, help_text="The subject's public id.")
    actor = models.CharField(max_length=8, choices=Actor)
    actor_ref = models.CharField(max_length=50, blank=True)
    action = models.CharField(max_length=8, choices=Action)
    reason = models.CharField(max_length=50)
    claim_ref = models.CharField(max_length=16, blank=True)
    memory_ref = models.CharField(
        max_length=16, blank=True, help_text="The memory that was made, confirmed or changed."
    )
    target_ref = models.CharField(
        max_length=16, blank=True, help_text="The memory that was retired or is in question."
    )
    fingerprint = models.CharField(
        max_length=64, blank=True, help_text="Keyed hash of the statement decided on."
    )
    undoes = models.CharField(max_length=16, blank=True, help_text="The decision taken back.")
    evidence = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["subject_ref", "-created_at"], name="decision_of_subject"),
            models.Index(fields=["memory_ref"], name="decision_made"),
            models.Index(fields=["target_ref"], name="decision_retired"),
            models.Index(fields=["claim_ref"], name="decision_of_claim"),
        ]
        triggers = [
            pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)
        ]

    def __str__(self) -> str:
        return self.id
