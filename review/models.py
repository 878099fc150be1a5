"""What people answered to the gate's questions, and what else they did with them."""

from __future__ import annotations

import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from memory.models import Membership, ReviewItem, Workspace
from memory.models.decision import DecisionActor
from memory.models.ids import choices_hold, public_id


class Resolution(models.Model):
    """One answer to a review item. It is never changed, and goes only with its item: the note is
    free text about a person, so erasing that person takes it too. An answer that was undone
    stays; its decisions are then named in a later decision's `undoes`."""

    class Action(models.TextChoices):
        REPLACE = "replace", "take the new one"
        KEEP_BOTH = "keep_both", "keep both"
        EDIT = "edit", "edit and take"
        REJECT = "reject", "keep the old one"
        NO_CONFLICT = "no_conflict", "not a conflict"
        DELETE = "delete", "neither: delete the old one"
        RETIRE = "retire", "retire the old one"
        FORGET = "forget", "forget all of these"

    id = public_id("res")
    item = models.ForeignKey(ReviewItem, models.CASCADE, related_name="resolutions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="The operator; empty where the subject or an API key answered.",
    )
    actor = models.CharField(max_length=8, choices=DecisionActor)
    action = models.CharField(max_length=11, choices=Action)
    note = models.TextField(blank=True)
    decisions = ArrayField(
        models.CharField(max_length=16), help_text="What it changed, in the decision log."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            choices_hold(
                "action",
                [
                    "replace",
                    "keep_both",
                    "edit",
                    "reject",
                    "no_conflict",
                    "delete",
                    "retire",
                    "forget",
                ],
                name="resolution_action",
            ),
            choices_hold("actor", DecisionActor.values, name="resolution_actor"),
        ]
        triggers = [pgtrigger.Protect(name="never_changed", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return self.id


class ItemEvent(models.Model):
    """What happened to an item besides its answers. The text is free words about a person, so
    it goes with its item when that person is erased."""

    class Kind(models.TextChoices):
        NOTE = "note", "wrote a note"
        ASSIGNED = "assigned", "assigned it"
        SNOOZED = "snoozed", "put it off"
        WOKEN = "woken", "took it up again"
        ESCALATED = "escalated", "handed it to an administrator"
        ASKED = "asked", "asked the person"
        TAKEN_OVER = "taken_over", "took it over"
        CLOSED = "closed", "closed by itself"

    item = models.ForeignKey(ReviewItem, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=10, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who did it; empty for what happened by itself.",
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="To whom it was assigned, or from whom it was taken.",
    )
    until = models.DateTimeField(null=True, blank=True)
    text = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            choices_hold(
                "kind",
                [
                    "note",
                    "assigned",
                    "snoozed",
                    "woken",
                    "escalated",
                    "asked",
                    "taken_over",
                    "closed",
                ],
                name="item_event_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.item_id}"


class SavedView(models.Model):
    """Filters of the queue under a name; for its maker alone, or for everybody in the workspace.
    A shared one may give what fits it (`review.giving`)."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="saved_views")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.CharField(max_length=40)
    query = models.CharField(
        max_length=1_000, blank=True, help_text="The end of the address; no words that people said."
    )
    shared = models.BooleanField(default=False)
    gives_to = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who is given what fits the view.",
    )
    in_turns = models.BooleanField(
        default=False, help_text="All who may decide are given what fits, in turns."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["workspace", "user", "name"], name="saved_view_once"),
            models.CheckConstraint(
                condition=models.Q(shared=True) | models.Q(gives_to__isnull=True, in_turns=False),
                name="saved_view_that_gives_is_shared",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class BulkRun(models.Model):
    """One thing that is done to many items. Its preview, its progress and its result are the
    same rows: each line holds what its item was when the operator looked at the preview."""

    class State(models.TextChoices):
        PREVIEW = "preview"
        RUNNING = "running"
        DONE = "done"

    id = public_id("blk")
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="bulk_runs")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    deed = models.CharField(max_length=11, help_text="An answer, or assign, snooze, escalate.")
    details = models.JSONField(default=dict, help_text="To whom, until when.")
    note = models.TextField(
        blank=True, help_text="Why, in free words; empty once each item has it in its own events."
    )
    view = models.CharField(
        max_length=1_000, blank=True, help_text="The queue it came from, without words."
    )
    state = models.CharField(max_length=7, choices=State, default=State.PREVIEW)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    worked_until = models.DateTimeField(
        null=True, blank=True, help_text="A worker is at it; silent for longer, it has stopped."
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [choices_hold("state", ["preview", "running", "done"], name="bulk_run_state")]

    def __str__(self) -> str:
        return self.id


class BulkLine(models.Model):
    """One item of a bulk run, as it was in the preview, and what became of it."""

    class Outcome(models.TextChoices):
        WAITING = "waiting", "to be done"
        DONE = "done"
        SKIPPED = "skipped"

    run = models.ForeignKey(BulkRun, models.CASCADE, related_name="lines")
    item = models.ForeignKey(ReviewItem, models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()
    shown = models.CharField(max_length=20, blank=True)
    outcome = models.CharField(max_length=7, choices=Outcome, default=Outcome.WAITING)
    why = models.CharField(max_length=300, blank=True, help_text="Why it was skipped.")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["run", "item"], name="bulk_line_once"),
            choices_hold("outcome", ["waiting", "done", "skipped"], name="bulk_line_outcome"),
        ]
        indexes = [models.Index(fields=["run", "outcome"], name="bulk_line_of_run")]

    def __str__(self) -> str:
        return f"{self.run_id} {self.item_id}"


class Invitation(models.Model):
    """A link that makes whoever opens it a member, once. The secret is shown once; what is kept
    is its SHA-256 (256 random bits need no slow hash)."""

    id = public_id("inv")
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=8, choices=Membership.Role)
    secret_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            choices_hold("role", ["viewer", "reviewer", "admin"], name="invitation_role")
        ]

    def __str__(self) -> str:
        return self.id
