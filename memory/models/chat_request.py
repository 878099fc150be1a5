"""The work row of a request: what a person asked of the memory itself in a turn."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from memory.models.ids import choices_hold, public_id
from memory.models.subject import Session, Subject, Turn
from memory.requests.kinds import Kind, Outcome


class ChatRequest(models.Model):
    """One request. `about` and `person` are its words; they go as soon as it is settled, so that
    nothing is left here of what was to be forgotten."""

    class State(models.TextChoices):
        PENDING = "pending", "to be carried out"
        SETTLED = "settled"
        FAILED = "failed", "could not be carried out"

    id = public_id("req")
    subject = models.ForeignKey(Subject, models.CASCADE, related_name="chat_requests")
    session = models.ForeignKey(Session, models.CASCADE, related_name="chat_requests")
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="chat_requests")
    span_start = models.PositiveIntegerField(null=True, blank=True)
    span_end = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=13, choices=Kind)
    about = models.TextField(blank=True, help_text="What it is about, in the person's words.")
    person = models.CharField(max_length=100, blank=True, help_text="Whom a memory is moved to.")
    everything = models.BooleanField(default=False, help_text="All that fits, not one thing.")
    sure = models.BooleanField(default=True, help_text="Its words can mean nothing else.")
    final = models.BooleanField(default=False, help_text="Its words ask for erasure.")
    may_erase = models.BooleanField(
        default=False, help_text="Whoever handed the turn over has the right to erase."
    )
    state = models.CharField(max_length=7, choices=State, default=State.PENDING)
    outcome = models.CharField(max_length=12, choices=Outcome, blank=True)
    memory_refs = ArrayField(
        models.CharField(max_length=16), default=list, help_text="The memories it was about."
    )
    review_item_ref = models.CharField(max_length=16, blank=True)
    receipt_refs = ArrayField(models.CharField(max_length=16), default=list)
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            choices_hold("kind", Kind.values, name="chat_request_kind"),
            choices_hold("outcome", ["", *Outcome.values], name="chat_request_outcome"),
            choices_hold("state", ["pending", "settled", "failed"], name="chat_request_state"),
            models.CheckConstraint(
                condition=Q(state="pending") | Q(about="", person=""),
                name="chat_request_forgets_its_words",
            ),
        ]
        indexes = [
            models.Index(
                fields=["created_at"], condition=Q(state="pending"), name="chat_request_pending"
            ),
        ]

    def __str__(self) -> str:
        return self.id
