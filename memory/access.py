"""The only way to reach a row: by workspace and subject, or not at all.

Each function answers a row or raises NotFoundError, with the same sentence for a row that does
not exist and for one of another workspace.
"""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils import timezone

from memory.errors import NotFoundError
from memory.models import (
    AccessRecord,
    AdminRecord,
    ApiKey,
    Claim,
    Decision,
    FollowUp,
    Import,
    Memory,
    ReviewItem,
    Session,
    Subject,
    Turn,
    Workspace,
)
from memory.walls import by_name

Row = TypeVar("Row", bound=Model)


def _one(rows: QuerySet[Row], *, noun: str, **where: object) -> Row:
    row = rows.filter(**where).first()
    if row is None:
        raise NotFoundError(f"There is no such {noun} in this workspace.")
    return row


def subject_of(workspace: Workspace, external_id: str) -> Subject:
    """The subject with the chatbot's own id `external_id`."""
    subjects = Subject.objects.filter(workspace=workspace).select_related("workspace")
    return _one(subjects, noun="subject", external_id=external_id)


def subjects_of(workspace: Workspace) -> QuerySet[Subject]:
    """Everybody whom the workspace's chatbot knows, in the order in which they came."""
    return Subject.objects.filter(workspace=workspace).order_by("created_at", "external_id")


def subject_with_id(workspace_id: str, subject_id: str) -> Subject:
    """The subject with our own public id, as pages and sessions name it."""
    subjects = Subject.objects.filter(workspace_id=workspace_id).select_related("workspace")
    return _one(subjects, noun="subject", id=subject_id)


def ensure_subject(workspace: Workspace, external_id: str) -> Subject:
    """The subject with that id, made at the first message about it."""
    subject, _ = Subject.objects.select_related("workspace").get_or_create(
        workspace=workspace, external_id=external_id
    )
    return subject


def ensure_session(subject: Subject, external_id: str) -> Session:
    """The subject's session with the chatbot's own id, made at its first turn."""
    session, _ = Session.objects.get_or_create(
        subject=subject, external_id=external_id, defaults={"started_at": timezone.now()}
    )
    return session


def session_of(subject: Subject, external_id: str) -> Session | None:
    """The subject's session with the chatbot's own id; None before its first turn."""
    return Session.objects.filter(subject=subject, external_id=external_id).first()


def turns_of(subject: Subject, session: str) -> QuerySet[Turn]:
    """The turns of the subject's session with the chatbot's own id, the newest first."""
    turns = Turn.objects.filter(session__subject=subject, session__external_id=session)
    return turns.order_by("-number")


def memories_of(subject: Subject) -> QuerySet[Memory]:
    """All of the subject's memories that are not deleted, newest first."""
    return (
        Memory.objects.visible()
        .filter(subject=subject)
        .select_related("subject", "source_turn", "source_session")
        .order_by("-created_at", "-id")
    )


def memory_of(workspace: Workspace, memory_id: str, *, deleted: bool = False) -> Memory:
    """One memory; a deleted one only where the caller asks for it (to restore it)."""
    rows = Memory.objects.all() if deleted else Memory.objects.visible()
    rows = rows.filter(subject__workspace=workspace).select_related(
        "subject__workspace", "source_turn", "source_session"
    )
    return _one(rows, noun="memory", id=memory_id)


def turn_of(workspace: Workspace, turn_id: str) -> Turn:
    turns = Turn.objects.filter(session__subject__workspace=workspace)
    return _one(turns.select_related("session__subject__workspace"), noun="turn", id=turn_id)


def claim_of(workspace: Workspace, claim_id: str) -> Claim:
    claims = Claim.objects.filter(subject__workspace=workspace).select_related(
        "subject__workspace", "turn"
    )
    return _one(claims, noun="claim", id=claim_id)


def review_items_of(workspace: Workspace) -> QuerySet[ReviewItem]:
    """Every review item of the workspace, with what a list shows of each."""
    items = ReviewItem.objects.filter(subject__workspace=workspace).select_related(
        "subject__workspace", "claim__turn", "memory", "leased_by"
    )
    return items.defer(*by_name("leased_by"))


def review_item_of(workspace: Workspace, item_id: str) -> ReviewItem:
    return _one(review_items_of(workspace), noun="review item", id=item_id)


def follow_up_of(workspace: Workspace, follow_up_id: str) -> FollowUp:
    rows = FollowUp.objects.filter(subject__workspace=workspace).select_related("subject")
    return _one(rows, noun="follow-up", id=follow_up_id)


def imports_of(workspace: Workspace) -> QuerySet[Import]:
    """The workspace's imports, of many people or of one, the newest first."""
    return Import.objects.filter(workspace=workspace)


def import_of(workspace: Workspace, import_id: str) -> Import:
    return _one(imports_of(workspace), noun="import", id=import_id)


def api_keys_of(workspace: Workspace) -> QuerySet[ApiKey]:
    """The workspace's API keys, the newest first; also those that open nothing any more."""
    return ApiKey.objects.filter(workspace=workspace).order_by("-created_at", "-id")


def api_key_of(workspace: Workspace, key_id: str) -> ApiKey:
    return _one(api_keys_of(workspace).select_related("workspace"), noun="API key", id=key_id)


def admin_records_of(workspace: Workspace) -> QuerySet[AdminRecord]:
    """What was changed in how the workspace is run, newest first."""
    return AdminRecord.objects.filter(workspace=workspace)


def decision_of(workspace: Workspace, decision_id: str) -> Decision:
    return _one(Decision.objects.filter(workspace=workspace), noun="decision", id=decision_id)


def decisions_of(subject: Subject) -> QuerySet[Decision]:
    """The subject's decision log, newest first."""
    return Decision.objects.filter(workspace=subject.workspace_id, subject_ref=subject.id)


def reads_of(subject: Subject) -> QuerySet[AccessRecord]:
    """Who was told what of the subject, newest first."""
    return AccessRecord.objects.filter(workspace=subject.workspace_id, subject_ref=subject.id)


def chain_of(memory: Memory) -> list[Memory]:
    """The memory with all that it superseded and all that superseded it, oldest first.

    Costs one query a link; chains are short.
    """
    older, newer = [], []
    link: Memory | None = memory
    while link is not None and link.supersedes_id:
        link = Memory.objects.visible().filter(id=link.supersedes_id).first()
        older += [link] if link else []
    link = memory
    while link is not None:
        link = Memory.objects.visible().filter(supersedes=link).first()
        newer += [link] if link else []
    return [*reversed(older), memory, *newer]
