"""A verdict that waits for a person."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from memory.models.claim import Claim
from memory.models.ids import choices_hold, public_id
from memory.models.memory import Memory
from memory.models.subject import Subject


class ReviewItem(models.Model):
    """The gate's open question. It lives here and not in `review`, because the gate writes it in
    the transaction of its verdict and the context reads it ("may have changed"); what people do
    with it is a `review.models.Resolution`."""

    class State(models.TextChoices):
        OPEN = "open"
        RESOLVED = "resolved"
        CLOSED = "closed", "closed by itself"

    class Suggestion(models.TextChoices):
        REPLACE = "replace", "take the new one"
        KEEP_BOTH = "keep_both", "keep both"
        REJECT = "reject", "keep the old one"
        RETIRE = "retire", "retire the copies too"
        FORGET = "forget", "forget what was asked for"

    id = public_id("rev")
    subject = models.ForeignKey(Subject, models.CASCADE, related_name="review_items")
    claim = models.ForeignKey(Claim, models.CASCADE, related_name="review_items")
    memory = models.ForeignKey(
        Memory, models.CASCADE, null=True, blank=True, related_name="review_items"
    )
    others = models.ManyToManyField(
        Memory,
        blank=True,
        related_name="+",
        help_text="Further memories in question: near ties, or copies to retire.",
    )
    reason = models.CharField(max_length=50)
    suggestion = models.CharField(max_length=9, choices=Suggestion, default=Suggestion.REPLACE)
    evidence = models.JSONField(default=dict)
    priority = models.PositiveSmallIntegerField(default=5)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    closed_reason = models.CharField(max_length=50, blank=True)
    leased_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    leased_until = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(
        default=1,
        help_text="Rises when the question is answered, closed or asked again; a form carries it.",
    )
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    snoozed_until = models.DateTimeField(null=True, blank=True)
    escalated_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when it is for an administrator to decide."
    )
    asked_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when the person's own answer is waited for."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-priority", "created_at", "id"]
        constraints = [
            choices_hold("state", ["open", "resolved", "closed"], name="review_item_state"),
            choices_hold(
                "suggestion",
                ["replace", "keep_both", "reject", "retire", "forget"],
                name="review_item_suggestion",
            ),
            # One claim asks one question at a time; the sweep and a retry cannot double it.
            models.UniqueConstraint(
                fields=["claim"], condition=Q(state="open"), name="review_item_one_open"
            ),
        ]
        indexes = [
            models.Index(fields=["subject", "state"], name="review_item_of_subject"),
            models.Index(
                fields=["-priority", "created_at"],
                condition=Q(state="open"),
                name="review_item_open",
            ),
        ]

    def __str__(self) -> str:
        return self.id
