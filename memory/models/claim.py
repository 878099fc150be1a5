"""The work row of the write path: one statement proposed for memory."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from memory.models.ids import choices_hold, public_id
from memory.models.subject import Session, Subject, Turn
from memory.vocabulary import SELF, Change, MemoryType, Modality, Scope, Source


class Statement(models.Model):
    """What a claim and the memory made from it have in common (abstract)."""

    content = models.TextField()
    type = models.CharField(max_length=10, choices=MemoryType, default=MemoryType.SEMANTIC)
    scope = models.CharField(max_length=12, choices=Scope, default=Scope.FACT)
    beneficiary = models.CharField(max_length=100, default=SELF)
    category = models.CharField(max_length=50, blank=True)
    key = models.CharField(max_length=100, blank=True)
    value = models.CharField(max_length=500, blank=True)
    source = models.CharField(max_length=9, choices=Source, default=Source.USER)
    valid_from = models.DateTimeField(null=True, blank=True)
    valid_until = models.DateTimeField(null=True, blank=True)
    importance = models.PositiveSmallIntegerField(
        default=5, validators=[MinValueValidator(1), MaxValueValidator(10)]
    )
    confidence = models.FloatField(
        default=1.0, validators=[MinValueValidator(0.0), MaxValueValidator(1.0)]
    )

    class Meta:
        abstract = True
        constraints = [
            choices_hold("type", MemoryType.values, name="%(class)s_type"),
            choices_hold("scope", Scope.values, name="%(class)s_scope"),
            choices_hold("source", Source.values, name="%(class)s_source"),
            models.CheckConstraint(
                condition=Q(importance__range=(1, 10)), name="%(class)s_importance_range"
            ),
            models.CheckConstraint(
                condition=Q(confidence__range=(0.0, 1.0)), name="%(class)s_confidence_range"
            ),
            models.CheckConstraint(
                condition=Q(valid_from__isnull=True)
                | Q(valid_until__isnull=True)
                | Q(valid_until__gte=F("valid_from")),
                name="%(class)s_valid_interval",
            ),
        ]


class Claim(Statement):
    """One statement proposed for memory; its text and fields are never edited afterwards."""

    class State(models.TextChoices):
        PENDING = "pending", "to be decided"
        DECIDED = "decided"
        WAITING = "waiting", "waits for a person"
        FAILED = "failed", "could not be decided"

    id = public_id("clm")
    subject = models.ForeignKey(Subject, models.CASCADE, related_name="claims")
    session = models.ForeignKey(Session, models.SET_NULL, null=True, blank=True)
    turn = models.ForeignKey(Turn, models.SET_NULL, null=True, blank=True, related_name="claims")
    shown_by = models.ManyToManyField(
        Turn,
        blank=True,
        related_name="+",
        help_text="For what nobody said outright: the turns that it is concluded from.",
    )
    begins = models.OneToOneField(
        "memory.Memory",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="begun_as",
        help_text="The memory of something planned whose time has come.",
    )
    span_start = models.PositiveIntegerField(null=True, blank=True)
    span_end = models.PositiveIntegerField(null=True, blank=True)
    restated = models.TextField(blank=True, help_text="The same as a present state, if different.")
    modality = models.CharField(max_length=11, choices=Modality, default=Modality.CURRENT)
    change = models.CharField(max_length=10, choices=Change, default=Change.NONE)
    engine = models.CharField(
        max_length=100, blank=True, help_text="What read it out of a turn: rules, or llm:MODEL."
    )
    fallback = models.CharField(
        max_length=20, blank=True, help_text="Why the rules read it in the place of the LLM."
    )
    said_at = models.DateTimeField(help_text="When it was said, or holds since by its source.")
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(Statement.Meta):
        constraints = [
            *Statement.Meta.constraints,
            choices_hold("modality", Modality.values, name="claim_modality"),
            choices_hold("change", Change.values, name="claim_change"),
            choices_hold("state", ["pending", "decided", "waiting", "failed"], name="claim_state"),
        ]
        indexes = [
            # The sweep looks only at what is not decided; decided rows are the many.
            models.Index(fields=["created_at"], condition=Q(state="pending"), name="claim_pending"),
            models.Index(fields=["subject", "-created_at"], name="claim_of_subject"),
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def waits_for_resume(self) -> bool:
        """Whether it was read from what was said before its person paused the memory."""
        return self.turn_id is not None and self.subject.paused_at is not None

    @property
    def present(self) -> str:
        """The statement as a present state: what is stored and compared."""
        return self.restated or self.content
