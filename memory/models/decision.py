"""The append-only log of who decided what, when, and on which evidence."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from memory.models.chain import append_only, chained
from memory.models.ids import choices_hold, public_id
from memory.models.workspace import Workspace


class DecisionActor(models.TextChoices):
    """Who decides."""

    GATE = "gate"
    OPERATOR = "operator"
    SUBJECT = "subject"
    API_KEY = "api_key"
    SYSTEM = "system"


class DecisionAction(models.TextChoices):
    """What was decided: the gate's verdicts, then what only people do."""

    ADD = "add"
    REPLACE = "replace"
    SKIP = "skip"
    REVIEW = "review"
    REJECT = "reject"
    EXPIRE = "expire"
    EDIT = "edit"
    DELETE = "delete"
    UNDO = "undo"
    ERASE = "erase"


class Decision(models.Model):
    """One decision. It holds ids and numbers, never sentences, so that erasing a person leaves
    no hole in the audit; ids are text, not foreign keys, so that they outlive their rows."""

    Actor = DecisionActor
    Action = DecisionAction

    id = public_id("dec")
    workspace = models.ForeignKey(Workspace, models.PROTECT, related_name="decisions")
    subject_ref = models.CharField(max_length=16, help_text="The subject's public id.")
    actor = models.CharField(max_length=8, choices=Actor)
    actor_ref = models.CharField(max_length=50, blank=True)
    action = models.CharField(max_length=8, choices=Action)
    reason = models.CharField(max_length=50)
    claim_ref = models.CharField(max_length=16, blank=True)
    turn_ref = models.CharField(
        max_length=16, blank=True, help_text="The turn, where it is decided on as a whole."
    )
    memory_ref = models.CharField(
        max_length=16, blank=True, help_text="The memory that was made, confirmed or changed."
    )
    target_ref = models.CharField(
        max_length=16, blank=True, help_text="The memory that was retired or is in question."
    )
    fingerprint = models.CharField(
        max_length=64, blank=True, help_text="Keyed hash of the statement decided on."
    )
    change_ref = models.CharField(
        max_length=16, help_text="What was decided together, in one transaction; undone together."
    )
    undoes = models.CharField(max_length=16, blank=True, help_text="The decision taken back.")
    evidence = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["undoes"], condition=~models.Q(undoes=""), name="decision_undone_once"
            ),
            choices_hold("actor", DecisionActor.values, name="decision_actor"),
            choices_hold("action", DecisionAction.values, name="decision_action"),
        ]
        indexes = [
            models.Index(fields=["subject_ref", "-created_at"], name="decision_of_subject"),
            models.Index(fields=["memory_ref"], name="decision_made"),
            models.Index(fields=["target_ref"], name="decision_retired"),
            models.Index(fields=["claim_ref"], name="decision_of_claim"),
            models.Index(fields=["change_ref"], name="decision_of_change"),
            models.Index(
                fields=["turn_ref"], condition=~models.Q(turn_ref=""), name="decision_of_turn"
            ),
        ]
        triggers = [append_only(), chained("decision")]

    def __str__(self) -> str:
        return self.id
