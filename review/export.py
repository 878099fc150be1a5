"""Everything that is stored about a person, with the answers that were given about them."""

from __future__ import annotations

from typing import Any

from memory.api.export import export_subject
from memory.models import Subject
from review.models import Resolution


def everything(subject: Subject) -> dict[str, Any]:
    """The subject's export, and each answer to a question with its note; not who gave it."""
    answers = Resolution.objects.filter(item__subject=subject).order_by("created_at", "id")
    named = ("item_id", "actor", "action", "note", "decisions", "created_at")
    return {**export_subject(subject), "answers": list(answers.values(*named))}
