"""One stored statement, typed, with its place in a chain of older and newer ones."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Expression, F, Q
from django.utils import timezone
from pgvector.django import VectorField

from memory.models.claim import Statement
from memory.models.ids import public_id
from memory.models.subject import Session, Subject, Turn
from memory.models.words import words_of

RESTORABLE_FOR = timedelta(days=7)
"""After it was deleted; then it is removed for good."""


Moment = datetime | Expression
"""A moment, or its place in a statement that is compiled for any."""


class MemoryQuerySet(models.QuerySet["Memory"]):
    """The one place that says what is current; every read path starts from here."""

    def visible(self) -> MemoryQuerySet:
        """All that is not deleted: current, superseded, expired and future ones."""
        return self.filter(deleted_at__isnull=True)

    def current(self, now: Moment) -> MemoryQuerySet:
        """What is true at `now`: begun, not ended (`valid_until` is exclusive), not deleted."""
        return self.visible().filter(
            Q(valid_from__isnull=True) | Q(valid_from__lte=now),
            Q(valid_until__isnull=True) | Q(valid_until__gt=now),
        )

    def believed(self, at: Moment) -> MemoryQuerySet:
        """What was told as true at the past moment `at`, including what was deleted since."""
        return self.filter(
            Q(deleted_at__isnull=True) | Q(deleted_at__gt=at),
            Q(valid_from__isnull=True) | Q(valid_from__lte=at),
            Q(valid_until__isnull=True) | Q(valid_until__gt=at),
            created_at__lte=at,
        )


class Memory(Statement):
    """One stored statement. `memory.store` is the only writer."""

    id = public_id("mem")
    subject = models.ForeignKey(Subject, models.CASCADE, related_name="memories")
    source_session = models.ForeignKey(
        Session, models.SET_NULL, null=True, blank=True, db_column="source_session"
    )
    source_turn = models.ForeignKey(
        Turn,
        models.SET_NULL,
        null=True,
        blank=True,
        db_column="source_turn",
        related_name="memories",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    said_at = models.DateTimeField(help_text="Event time: an older statement never beats a newer.")
    supersedes = models.OneToOneField(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="superseded_by",
        db_column="supersedes",
    )
    single_valued = models.BooleanField(
        default=False,
        help_text="It fills the slot of its key: no other open-ended memory may hold that key.",
    )
    fingerprint = models.CharField(
        max_length=64, help_text="Keyed hash of the normalised statement, for exact matches."
    )
    last_accessed = models.DateTimeField(null=True, blank=True)
    access_count = models.PositiveIntegerField(default=0)
    last_confirmed = models.DateTimeField(null=True, blank=True)
    confirmations = models.PositiveIntegerField(default=0)
    deleted_at = models.DateTimeField(null=True, blank=True)
    embedding = VectorField(dimensions=384)
    embedding_model = models.CharField(max_length=100)
    words = words_of("content")

    objects = MemoryQuerySet.as_manager()

    class Meta(Statement.Meta):
        constraints = [
            *Statement.Meta.constraints,
            models.CheckConstraint(
                condition=Q(supersedes__isnull=True) | ~Q(supersedes=F("id")),
                name="memory_not_superseding_itself",
            ),
            # "At most one may supersede a given one" is the one-to-one field's own constraint.
            models.UniqueConstraint(
                fields=["subject", "beneficiary", "key"],
                condition=Q(single_valued=True, valid_until__isnull=True, deleted_at__isnull=True),
                name="memory_one_per_single_valued_key",
            ),
            models.CheckConstraint(
                condition=Q(single_valued=False) | ~Q(key=""), name="memory_single_valued_has_key"
            ),
        ]
        indexes = [
            # Similarity is an exact scan over one subject's rows (10^2 to 10^4), never an
            # approximate index that is filtered afterwards and loses rows.
            models.Index(fields=["subject", "valid_until"], name="memory_current"),
            models.Index(fields=["subject", "fingerprint"], name="memory_exact"),
            # What was told of the future: for what is coming up, and what has begun since.
            models.Index(
                fields=["subject", "valid_from"],
                condition=Q(valid_from__gt=F("created_at")),
                name="memory_planned",
            ),
            # What a context tells whatever is asked; the others are the many.
            models.Index(
                fields=["subject"],
                condition=Q(scope="constraint") | Q(type="procedural") | ~Q(key=""),
                name="memory_standing",
            ),
        ]

    def __str__(self) -> str:
        return self.id

    def is_current(self, now: datetime) -> bool:
        """The same rule as `MemoryQuerySet.current`, for a row in hand."""
        begun = self.valid_from is None or self.valid_from <= now
        ended = self.valid_until is not None and self.valid_until <= now
        return begun and not ended and self.deleted_at is None


class Episode(models.Model):
    """What an episodic memory that sums up a session holds besides its statement."""

    memory = models.OneToOneField(Memory, models.CASCADE, primary_key=True, related_name="episode")
    date = models.DateField()
    mood_at_start = models.CharField(max_length=50, blank=True)
    mood_at_end = models.CharField(max_length=50, blank=True)
    summary = models.TextField()
    topics = models.JSONField(default=list)

    def __str__(self) -> str:
        return self.memory_id
