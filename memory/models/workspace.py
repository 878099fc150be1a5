"""The tenant, the people who work in it, and the keys of its chatbots."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from memory.gate.policy import Policy
from memory.models.ids import choices_hold, public_id
from memory.vocabulary import EventPolicy, PolicyMode


class Workspace(models.Model):
    """One chatbot or product. Owns API keys, policy and subjects."""

    id = public_id("wsp")
    name = models.CharField(max_length=200)
    slug = models.SlugField(unique=True)
    policy = models.CharField(max_length=12, choices=PolicyMode, default=PolicyMode.STRICT)
    events = models.CharField(max_length=8, choices=EventPolicy, default=EventPolicy.REVIEW)
    high_stakes_review = models.BooleanField(
        default=True,
        help_text="Ask a person before a model's word retires a constraint or an important memory.",
    )
    learn_from_assistant = models.BooleanField(
        default=False,
        help_text="Also keep what the chatbot itself states, as source `assistant`. Needs an LLM.",
    )
    thresholds = models.JSONField(
        default=dict,
        blank=True,
        help_text="Measured by `manage.py calibrate --write`, with the profile they hold under; "
        "empty: the profile's own.",
    )
    retention = models.JSONField(
        default=dict,
        blank=True,
        help_text="After how many days memories of a type, or raw turns, are removed for good; "
        "`manage.py retention` writes it.",
    )
    frame_ancestors = ArrayField(
        models.CharField(max_length=255),
        default=list,
        blank=True,
        help_text="Sites that may show the end users' pages in a frame; `memory.framing` writes it.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            choices_hold("policy", PolicyMode.values, name="workspace_policy"),
            choices_hold("events", EventPolicy.values, name="workspace_events"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def gate_policy(self) -> Policy:
        """The workspace's policy as a value for the gate."""
        return Policy(
            mode=PolicyMode(self.policy),
            events=EventPolicy(self.events),
            high_stakes_review=self.high_stakes_review,
        )


class Membership(models.Model):
    """An operator's role in a workspace."""

    class Role(models.TextChoices):
        VIEWER = "viewer", "sees everything"
        REVIEWER = "reviewer", "decides review items"
        ADMIN = "admin", "decides and configures"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "workspace"], name="membership_once"),
            choices_hold("role", ["viewer", "reviewer", "admin"], name="membership_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} {self.workspace_id}"


class ApiKey(models.Model):
    """A chatbot's key. The secret is shown once; what is kept is its SHA-256 (256 random bits
    need no slow hash) and a prefix to recognise it by."""

    class Scope(models.TextChoices):
        READ = "read"
        WRITE = "write"
        REVIEW = "review"
        ERASE = "erase"
        ADMIN = "admin"

    id = public_id("key")
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12)
    secret_hash = models.CharField(max_length=64, unique=True)
    scopes = ArrayField(models.CharField(max_length=8, choices=Scope))
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.prefix}… {self.name}"
