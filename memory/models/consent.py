"""What a workspace or a person decided about a category of statements."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from memory.models.ids import choices_hold
from memory.models.subject import Subject
from memory.models.workspace import Workspace


class ConsentRule(models.Model):
    """One category's mode, of the workspace or of one subject; `memory.consent` is the only writer."""

    class Mode(models.TextChoices):
        OFF = "off", "never remember it"
        ASK = "ask", "ask before it is remembered"
        ON = "on", "remember it"

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="consent_rules")
    subject = models.ForeignKey(
        Subject, models.CASCADE, null=True, blank=True, related_name="consent_rules"
    )
    category = models.CharField(max_length=50)
    mode = models.CharField(max_length=3, choices=Mode)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["category"]
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "subject", "category"],
                nulls_distinct=False,
                name="consent_rule_once",
            ),
            choices_hold("mode", ["off", "ask", "on"], name="consent_rule_mode"),
        ]

    def __str__(self) -> str:
        return f"{self.category} {self.mode}"
