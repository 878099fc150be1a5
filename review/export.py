"""Everything that is stored about a person, with the answers that were given about them."""

from __future__ import annotations

from typing import Any

from memory.api.export import ExportOutput, export_subject
from memory.api.outputs import Output
from memory.models import Subject
from review.models import Resolution


class ExportedAnswer(Output):
    """An answer with its note; not who gave it."""

    class Meta:
        model = Resolution
        fields = ["item_id", "actor", "action", "note", "decisions", "created_at"]


class EverythingOutput(ExportOutput):
    answers = ExportedAnswer(many=True)


def everything(subject: Subject) -> dict[str, Any]:
    """The subject's export, and each answer to a question, oldest first."""
    answers = Resolution.objects.filter(item__subject=subject).order_by("created_at", "id")
    return {**export_subject(subject), "answers": ExportedAnswer(answers, many=True).data}
