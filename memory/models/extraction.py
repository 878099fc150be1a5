"""The work row of extraction: a session with turns that are still to be read."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from memory.models.subject import Session


class Extraction(models.Model):
    """When the unread turns of a session are to be read, and who reads them just now.

    Only sessions whose turns are read later, several at once, have one.
    """

    session = models.OneToOneField(
        Session, models.CASCADE, primary_key=True, related_name="extraction"
    )
    due_at = models.DateTimeField(null=True, help_text="Empty: nothing is outstanding.")
    held_until = models.DateTimeField(
        null=True, help_text="A worker reads until then; one that is not done by then is lost."
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=100, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="extraction_due"
            ),
        ]

    def __str__(self) -> str:
        return f"extraction of {self.session_id}"
