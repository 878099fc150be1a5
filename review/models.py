"""What people answered to the gate's questions."""

from __future__ import annotations

import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from memory.models import ReviewItem
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
        DELETE = "delete", "neither: delete the old one"
        RETIRE = "retire", "retire these too"
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
    action = models.CharField(max_length=9, choices=Action)
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
                ["replace", "keep_both", "edit", "reject", "delete", "retire", "forget"],
                name="resolution_action",
            ),
            choices_hold("actor", DecisionActor.values, name="resolution_actor"),
        ]
        triggers = [pgtrigger.Protect(name="never_changed", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return self.id
