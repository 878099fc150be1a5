"""The access log, the log of what administrators change, and the chain that binds the logs."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from memory.models.chain import append_only, chained
from memory.models.decision import DecisionActor
from memory.models.ids import choices_hold, public_id
from memory.models.workspace import Workspace


class AccessRecord(models.Model):
    """That somebody was told something of a person: who, what, when. Ids, never sentences."""

    class Act(models.TextChoices):
        CONTEXT = "context", "was handed a context"
        LIST = "list", "listed memories"
        READ = "read", "read a memory"
        RECALL = "recall", "asked what is remembered"
        REVIEW = "review", "looked at a question"
        EXPORT = "export", "took a copy of everything"

    id = public_id("acc")
    workspace = models.ForeignKey(Workspace, models.PROTECT, related_name="access_records")
    subject_ref = models.CharField(max_length=16, help_text="Whose memories were told.")
    reader = models.CharField(max_length=8, choices=DecisionActor)
    reader_ref = models.CharField(max_length=50, blank=True, help_text="The key or operator.")
    act = models.CharField(max_length=8, choices=Act)
    memory_refs = ArrayField(models.CharField(max_length=16), default=list)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            choices_hold("reader", DecisionActor.values, name="access_record_reader"),
            choices_hold(
                "act",
                ["context", "list", "read", "recall", "review", "export"],
                name="access_record_act",
            ),
        ]
        indexes = [models.Index(fields=["subject_ref", "-created_at"], name="access_of_subject")]
        triggers = [append_only(), chained("access")]

    def __str__(self) -> str:
        return self.id


class AdminAct(models.TextChoices):
    """What is changed in how a workspace is run."""

    INVITED = "invited", "invited somebody"
    UNINVITED = "uninvited", "took an invitation back"
    JOINED = "joined", "accepted an invitation"
    ROLE = "role", "changed a role"
    REMOVED = "removed", "removed a member"
    POLICY = "policy", "changed the policy"
    THRESHOLDS = "thresholds", "changed the thresholds"
    KEY_SET = "key_set", "added or changed a key"
    KEY_REMOVED = "key_removed", "removed a key"
    RETENTION = "retention", "changed how long something is kept"
    CONSENT = "consent", "changed what may be remembered"
    API_MADE = "api_made", "made an API key"
    API_ROTATED = "api_rotated", "replaced an API key"
    API_REVOKED = "api_revoked", "revoked an API key"
    HOST_DOOR = "host_door", "changed what the host's tokens are checked with"


class AdminRecord(models.Model):
    """That somebody changed how a workspace is run: who, what, when. It holds ids, names of
    settings and their new values, and nothing about a person."""

    Act = AdminAct

    id = public_id("adm")
    workspace = models.ForeignKey(Workspace, models.PROTECT, related_name="admin_records")
    actor = models.CharField(max_length=8, choices=DecisionActor)
    actor_ref = models.CharField(max_length=50, blank=True)
    act = models.CharField(max_length=11, choices=AdminAct)
    about = models.CharField(
        max_length=50, blank=True, help_text="The id or the name of what was changed."
    )
    detail = models.CharField(max_length=300, blank=True, help_text="What it is from now on.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            choices_hold("actor", DecisionActor.values, name="admin_record_actor"),
            choices_hold("act", AdminAct.values, name="admin_record_act"),
        ]
        indexes = [models.Index(fields=["workspace", "-created_at"], name="admin_of_workspace")]
        triggers = [append_only(), chained("admin")]

    def __str__(self) -> str:
        return self.id


class AuditLink(models.Model):
    """One link of a workspace's chain: the hash of the link before it and of one row of a log.

    Only the database writes it (`palimpsest_chain`)."""

    class Kind(models.TextChoices):
        DECISION = "decision"
        ACCESS = "access"
        ADMIN = "admin"

    workspace = models.ForeignKey(Workspace, models.PROTECT, related_name="audit_links")
    number = models.PositiveBigIntegerField(help_text="Its place in the chain, from 1.")
    kind = models.CharField(max_length=8, choices=Kind)
    row_ref = models.CharField(max_length=16)
    hash = models.CharField(max_length=64, help_text="SHA-256, hexadecimal.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "number"], name="audit_link_number_once"),
            models.UniqueConstraint(fields=["row_ref"], name="audit_link_row_once"),
            choices_hold("kind", ["decision", "access", "admin"], name="audit_link_kind"),
        ]
        triggers = [append_only()]

    def __str__(self) -> str:
        return f"{self.workspace_id} {self.number}"
