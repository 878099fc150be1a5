"""Whom memories are about, and their conversations."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from django.db import models
from django.utils import timezone
from pgvector.django import VectorField

from memory.models.ids import choices_hold, public_id
from memory.models.words import words_of
from memory.models.workspace import Workspace


class Subject(models.Model):
    """The person or account that memories are about."""

    id = public_id("sub")
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="subjects")
    external_id = models.CharField(max_length=200)
    zone = models.CharField(max_length=64, default="UTC")
    memory_version = models.BigIntegerField(
        default=0,
        help_text="Rises with every change of the subject's memories; a verdict made on an older "
        "version is made again.",
    )
    paused_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when nothing is remembered, at the person's wish."
    )
    doors_closed_at = models.DateTimeField(
        null=True, blank=True, help_text="Links, tokens and visits from before open nothing."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "external_id"], name="subject_once")
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def zone_info(self) -> ZoneInfo:
        """The subject's time zone."""
        return ZoneInfo(self.zone)

    @property
    def today(self) -> date:
        """The day that it is where the subject lives."""
        return timezone.now().astimezone(self.zone_info).date()


class Session(models.Model):
    """A conversation of one subject with the chatbot."""

    id = public_id("ses")
    subject = models.ForeignKey(Subject, models.CASCADE, related_name="sessions")
    external_id = models.CharField(max_length=200)
    started_at = models.DateTimeField(default=timezone.now)
    off_record_since = models.DateTimeField(
        null=True, blank=True, help_text="Since when nothing said in it is kept."
    )
    quiet_since = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When its last turn was said; empty once it was looked at for a summary.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subject", "external_id"], name="session_once")
        ]
        indexes = [
            # The sweep looks only at what is not summed up; the others are the many.
            models.Index(
                fields=["quiet_since"],
                condition=models.Q(quiet_since__isnull=False),
                name="session_to_sum_up",
            ),
        ]

    def __str__(self) -> str:
        return self.id


class Turn(models.Model):
    """One message in a session."""

    class Role(models.TextChoices):
        USER = "user"
        ASSISTANT = "assistant"

    id = public_id("trn")
    session = models.ForeignKey(Session, models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField(help_text="Its place in the session, from 1.")
    role = models.CharField(max_length=9, choices=Role)
    content = models.TextField()
    created_at = models.DateTimeField()
    unread = models.BooleanField(default=False, help_text="Still to be read for claims.")
    withheld = models.BooleanField(
        default=False, help_text="The person asked not to keep it: `content` is only a note."
    )
    embedding = VectorField(dimensions=384, null=True, blank=True)
    embedding_model = models.CharField(max_length=100, blank=True)
    words = words_of("content")
    standing_likelihood = models.FloatField(
        null=True,
        blank=True,
        help_text="How likely it states what is told on every turn, a constraint or an instruction.",
    )
    change_likelihood = models.FloatField(
        null=True, blank=True, help_text="How likely it tells that something is no longer so."
    )

    class Meta:
        ordering = ["session", "number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="turn_number_once"),
            choices_hold("role", ["user", "assistant"], name="turn_role"),
        ]
        indexes = [
            models.Index(fields=["session", "-number"], name="turn_latest"),
            models.Index(
                fields=["session", "number"], condition=models.Q(unread=True), name="turn_unread"
            ),
            # The sweep looks only at what has no vector yet; the others are the many.
            models.Index(
                fields=["session"],
                condition=models.Q(embedding__isnull=True, withheld=False),
                name="turn_to_embed",
            ),
            models.Index(fields=["created_at"], name="turn_age"),
            # What a context looks for whatever is asked; most turns are neither.
            models.Index(
                fields=["session"],
                condition=models.Q(standing_likelihood__gte=0.5),
                name="turn_standing",
            ),
            models.Index(
                fields=["session"],
                condition=models.Q(change_likelihood__gte=0.5),
                name="turn_change",
            ),
        ]

    def __str__(self) -> str:
        return self.id
