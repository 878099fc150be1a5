"""What a person saw when they decided, as a short value that a form can carry."""

from __future__ import annotations

import hashlib

from memory.models import Memory

_SHOWN = (
    "id", "content", "type", "scope", "beneficiary", "key", "value", "source",
    "valid_from", "valid_until", "importance", "confidence", "deleted_at", "supersedes_id",
)  # fmt: skip


def digest(*memories: Memory | None) -> str:
    """The same value as long as all that was shown of these memories is the same.

    Being recalled or confirmed again changes nothing that a person decides on.
    """
    shown = [repr([str(getattr(m, n)) for n in _SHOWN]) for m in memories if m is not None]
    return hashlib.sha256("\n".join(sorted(shown)).encode()).hexdigest()[:20]


def fieldwise(memory: Memory | None) -> str:
    """A short digest for each field that was shown, so that a later look can say which changed."""
    return ".".join(_short(memory, name) for name in _SHOWN) if memory else ""


def changed_fields(memory: Memory, seen: str) -> list[str]:
    """Names of the fields that are not what `fieldwise` gave; empty where `seen` is none of its."""
    marks = seen.split(".")
    if len(marks) != len(_SHOWN):
        return []
    return [name for name, mark in zip(_SHOWN, marks, strict=True) if mark != _short(memory, name)]


def _short(memory: Memory, name: str) -> str:
    return hashlib.sha256(str(getattr(memory, name)).encode()).hexdigest()[:6]
