"""The attribute slots that a workspace adds to the registry of keys."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from memory.models.ids import choices_hold
from memory.models.workspace import Workspace
from memory.vocabulary import Cardinality, Lasts, Scope


class WorkspaceKey(models.Model):
    """One key of a workspace's own; `memory.key_changes` is the only writer."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="own_keys")
    name = models.CharField(max_length=50)
    aliases = ArrayField(models.CharField(max_length=50), default=list, blank=True)
    cardinality = models.CharField(max_length=4, choices=Cardinality)
    scope = models.CharField(max_length=12, choices=Scope, default=Scope.FACT)
    importance = models.PositiveSmallIntegerField(
        default=5, validators=[MinValueValidator(1), MaxValueValidator(10)]
    )
    lasts = models.CharField(max_length=6, choices=Lasts, default=Lasts.YEARS)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["workspace", "name"]
        constraints = [
            models.UniqueConstraint(fields=["workspace", "name"], name="workspace_key_once"),
            choices_hold("cardinality", Cardinality.values, name="workspace_key_cardinality"),
            choices_hold("scope", Scope.values, name="workspace_key_scope"),
            choices_hold("lasts", Lasts.values, name="workspace_key_lasts"),
            models.CheckConstraint(
                condition=Q(importance__range=(1, 10)), name="workspace_key_importance"
            ),
        ]

    def __str__(self) -> str:
        return self.name
