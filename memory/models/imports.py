"""Imports: a file of statements, and a row for each of its lines."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from memory.models.claim import Claim
from memory.models.decision import DecisionActor
from memory.models.ids import choices_hold, public_id
from memory.models.subject import Subject
from memory.models.workspace import Workspace

SHARDS = 16
"""Into how many queues an import is split. All lines about one subject are in the same one."""


class ImportOutcome(models.TextChoices):
    """What became of a line; empty while it waits for its turn."""

    ADD = "add", "added"
    REPLACE = "replace", "replaced"
    SKIP = "skip", "skipped"
    REVIEW = "review", "queued"
    REJECT = "reject", "refused"
    FAILED = "failed", "failed"
    INVALID = "invalid", "invalid"
    ERASED = "erased", "erased"


class Import(models.Model):
    """One file of statements for one workspace, taken in once however often it is sent.

    subject: set where the whole import is about one person; it goes with them. total: how many
    statements the file holds.
    """

    class State(models.TextChoices):
        READING = "reading", "its lines are being taken in"
        RUNNING = "running", "its statements go through the gate"
        DONE = "done"

    id = public_id("imp")
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="imports")
    subject = models.ForeignKey(
        Subject, models.CASCADE, null=True, blank=True, related_name="imports"
    )
    triage = models.BooleanField(
        default=False, help_text="Every conflict is queued, whatever the workspace's policy."
    )
    digest = models.CharField(
        max_length=64, help_text="Keyed hash of the file and of how it is to be imported."
    )
    total = models.PositiveIntegerField()
    actor = models.CharField(max_length=8, choices=DecisionActor)
    actor_ref = models.CharField(max_length=50, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    read_at = models.DateTimeField(null=True, blank=True)
    worked_at = models.DateTimeField(
        default=timezone.now, help_text="When a worker was last at it; old means that none is."
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["workspace", "digest"], name="import_once"),
            choices_hold("actor", DecisionActor.values, name="import_actor"),
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def state(self) -> Import.State:
        if self.finished_at:
            return self.State.DONE
        return self.State.RUNNING if self.read_at else self.State.READING


class ImportLine(models.Model):
    """One statement of an import. Its text stands here only until it becomes a claim, so that
    what is erased with the claim is nowhere else."""

    run = models.ForeignKey(Import, models.CASCADE, related_name="lines")
    position = models.PositiveIntegerField(help_text="Its place among the statements, from 1.")
    number = models.PositiveIntegerField(help_text="The line of the file it begins on, from 1.")
    shard = models.PositiveSmallIntegerField(default=0)
    subject = models.ForeignKey(
        Subject, models.CASCADE, null=True, blank=True, related_name="import_lines"
    )
    statement = models.JSONField(null=True, blank=True, help_text="Until it is a claim.")
    fingerprint = models.CharField(
        max_length=64, blank=True, help_text="Keyed hash of the statement, to erase it by."
    )
    claim = models.OneToOneField(
        Claim, models.SET_NULL, null=True, blank=True, related_name="import_line"
    )
    outcome = models.CharField(max_length=8, choices=ImportOutcome, blank=True)
    reason = models.CharField(max_length=50, blank=True)
    problem = models.CharField(
        max_length=300, blank=True, help_text="What is wrong with it; never quotes the statement."
    )

    class Meta:
        ordering = ["run", "position"]
        constraints = [
            models.UniqueConstraint(fields=["run", "position"], name="import_line_once"),
            choices_hold("outcome", ["", *ImportOutcome.values], name="import_line_outcome"),
        ]
        indexes = [
            models.Index(
                fields=["run", "shard", "position"],
                condition=Q(outcome=""),
                name="import_line_waiting",
            ),
            models.Index(
                fields=["subject", "fingerprint"],
                condition=Q(outcome=""),
                name="import_line_to_erase",
            ),
            models.Index(fields=["run", "outcome", "reason"], name="import_line_report"),
        ]

    def __str__(self) -> str:
        return str(self.pk)
