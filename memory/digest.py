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
