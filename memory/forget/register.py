"""The register: every column and every folder that may hold what somebody said.

Erasing masks what stands here, and the search afterwards goes through all of it. A test compares
the register with the database itself: a column that can hold text, JSON or a vector and is
neither here nor among those that never do makes it fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import Model, QuerySet


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The columns of one table that may hold what a person said.

    owner: the lookup of the person's public id. statements: hold one statement, which is there or
    not. texts: hold other words around it, and it is masked among them. labels: names, ids and
    slots, which say no whole statement. data: JSON and lists. vectors: with the columns that name
    their model. words: made by the database, with the text that they are made from. stays: it outlives the person, and holds
    ids and numbers of theirs at most. shared: one row is about several people, whom this lookup
    finds while their rows are there, and outlives each of them without the texts; its owner is
    anybody in the workspace, for what links it to a person may go first.
    """

    owner: str
    statements: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    vectors: tuple[tuple[str, str], ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    stays: bool = False
    shared: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """All of them that hold words as such."""
        return (*self.statements, *self.texts, *self.labels, *self.data)


PERSONAL: Mapping[str, Place] = {
    "memory.Subject": Place(owner="id", labels=("external_id", "zone")),
    "memory.Session": Place(owner="subject", labels=("external_id",)),
    "memory.Turn": Place(
        owner="session__subject",
        texts=("content",),
        vectors=(("embedding", "embedding_model"),),
        words=(("words", "content"),),
    ),
    "memory.ChatRequest": Place(owner="subject", texts=("about",), labels=("person", "last_error")),
    "memory.Claim": Place(
        owner="subject",
        statements=("content", "restated"),
        labels=("beneficiary", "category", "key", "value", "last_error"),
    ),
    "memory.Memory": Place(
        owner="subject",
        statements=("content",),
        labels=("beneficiary", "category", "key", "value"),
        vectors=(("embedding", "embedding_model"),),
        words=(("words", "content"),),
    ),
    "memory.Episode": Place(
        owner="memory__subject",
        statements=("summary",),
        labels=("mood_at_start", "mood_at_end"),
        data=("topics",),
    ),
    "memory.ConsentRule": Place(owner="subject", labels=("category",)),
    "memory.FollowUp": Place(owner="subject", labels=("question",)),
    "memory.Extraction": Place(owner="session__subject", labels=("last_error",)),
    "memory.ReviewItem": Place(owner="subject", labels=("closed_reason",), data=("evidence",)),
    "review.Resolution": Place(owner="item__subject", texts=("note",)),
    "review.ItemEvent": Place(owner="item__subject", texts=("text",)),
    "review.BulkLine": Place(owner="item__subject", labels=("why",)),
    "review.BulkRun": Place(
        owner="workspace__subjects", texts=("note",), shared="lines__item__subject"
    ),
    "memory.ImportLine": Place(owner="subject", labels=("problem", "reason"), data=("statement",)),
    "memory.IdempotencyRecord": Place(owner="subject_ref", data=("body",)),
    "memory.Decision": Place(
        owner="subject_ref", labels=("reason", "actor_ref"), data=("evidence",), stays=True
    ),
    "memory.AccessRecord": Place(
        owner="subject_ref", labels=("reader_ref",), data=("memory_refs",), stays=True
    ),
    "memory.ErasureReceipt": Place(owner="subject_ref", data=("counts", "scan"), stays=True),
}

IMPERSONAL: Mapping[str, tuple[str, ...]] = {
    # Hashes, model names, ids of rows that outlive them, and what operators configure.
    "memory.Workspace": ("name", "slug", "thresholds", "retention"),
    "memory.WorkspaceKey": ("name", "aliases"),
    "memory.HostDoor": ("public_keys", "keys_url"),
    "memory.ApiKey": ("name", "prefix", "secret_hash", "scopes"),
    "memory.ChatRequest": ("memory_refs", "review_item_ref", "receipt_refs"),
    "memory.Claim": ("engine", "fallback"),
    "memory.Memory": ("fingerprint",),
    "memory.Decision": (
        "claim_ref", "turn_ref", "memory_ref", "target_ref", "change_ref", "undoes", "fingerprint"
    ),
    "memory.AuditLink": ("row_ref", "hash"),
    "memory.AdminRecord": ("actor_ref", "about", "detail"),
    "memory.ErasureReceipt": ("signature",),
    "memory.ErasureRequest": ("subject_ref", "target_ref", "actor_ref", "last_error"),
    "memory.Tombstone": ("fingerprint",),
    "memory.IdempotencyRecord": ("key", "request_hash"),
    "memory.Import": ("digest", "actor_ref"),
    "memory.ImportLine": ("fingerprint",),
    "memory.ReviewItem": ("reason",),
    "review.Resolution": ("decisions",),
    "review.SavedView": ("name", "query"),
    "review.Invitation": ("secret_hash",),
    # Views of the queue: `review.saved_views` keeps words and people out of them.
    "review.BulkRun": ("deed", "details", "view"),
    "review.BulkLine": ("shown",),
}  # fmt: skip

OPERATORS_ONLY = ("account", "admin", "auth", "contenttypes", "mfa", "sessions")
"""Apps whose tables are about the people who work here; a visit of a subject's is an id there."""

NEVER_TOLD = {"postgres", "static", "run", "secret_key"}
"""In the data folder: the tables themselves, which the columns above stand for, and what is made
without anybody having said anything. All else in there is searched."""


def model_of(label: str) -> type[Model]:
    """The model behind a name of the register, whichever app it is of."""
    return apps.get_model(label)


def rows_of(label: str, subject_id: str) -> QuerySet[Any]:
    """The person's rows in one place of the register."""
    rows: QuerySet[Any] = model_of(label)._default_manager.all()
    return rows.filter(**{PERSONAL[label].owner: subject_id})


def files() -> Iterator[Path]:
    """Every file that words may have come into: logs, the broker's, exports, all that is added."""
    data = Path(settings.DATA)
    media = Path(settings.MEDIA_ROOT) if settings.MEDIA_ROOT else None
    entries = [entry for entry in _inside(data) if entry.name not in NEVER_TOLD]
    for entry in [*entries, *(_inside(media) if media else [])]:
        found = entry.rglob("*") if entry.is_dir() else [entry]
        yield from (path for path in found if path.is_file() and not path.is_symlink())


def _inside(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []
