"""One file per noun, re-exported here."""

from __future__ import annotations

from memory.models.audit import AccessRecord, AdminRecord, AuditLink
from memory.models.chat_request import ChatRequest
from memory.models.claim import Claim
from memory.models.consent import ConsentRule
from memory.models.decision import Decision
from memory.models.erasure import ErasureReceipt, ErasureRequest, Tombstone
from memory.models.extraction import Extraction
from memory.models.follow_up import FollowUp
from memory.models.host_door import HostDoor
from memory.models.idempotency import IdempotencyRecord
from memory.models.imports import SHARDS, Import, ImportLine, ImportOutcome
from memory.models.memory import Episode, Memory, MemoryQuerySet
from memory.models.review_item import ReviewItem
from memory.models.subject import Session, Subject, Turn
from memory.models.workspace import ApiKey, Membership, Workspace
from memory.models.workspace_key import WorkspaceKey

__all__ = [
    "SHARDS",
    "AccessRecord",
    "AdminRecord",
    "ApiKey",
    "AuditLink",
    "ChatRequest",
    "Claim",
    "ConsentRule",
    "Decision",
    "Episode",
    "ErasureReceipt",
    "ErasureRequest",
    "Extraction",
    "FollowUp",
    "HostDoor",
    "IdempotencyRecord",
    "Import",
    "ImportLine",
    "ImportOutcome",
    "Membership",
    "Memory",
    "MemoryQuerySet",
    "ReviewItem",
    "Session",
    "Subject",
    "Tombstone",
    "Turn",
    "Workspace",
    "WorkspaceKey",
]
