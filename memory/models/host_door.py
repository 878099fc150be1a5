"""How the host of a chatbot proves who its users are."""

from __future__ import annotations

from django.db import models

from memory.models.workspace import Workspace


class HostDoor(models.Model):
    """What the tokens of a workspace's host are checked with: the host's public keys, or a shared
    secret. The secret itself is not stored: it follows from the installation's key and `version`.
    """

    workspace = models.OneToOneField(
        Workspace, models.CASCADE, primary_key=True, related_name="host_door"
    )
    CLOSED = {"version": 0, "public_keys": None, "keys_url": ""}

    version = models.PositiveIntegerField(default=0, help_text="Of the shared secret; 0: none.")
    public_keys = models.JSONField(null=True, blank=True, help_text="A JWK set.")
    keys_url = models.URLField(blank=True, help_text="Where the host publishes its JWK set.")

    def __str__(self) -> str:
        return self.workspace_id
