"""Who was told what of a person, in words that the person understands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.access import memories_of
from memory.models import AccessRecord, ApiKey, Decision, Subject
from review.second_person import to_you

Act = AccessRecord.Act


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One entry of the access log. told: who did what. statements: those memories that the person can still see;
    `gone` counts the others."""

    told: str
    at: datetime
    statements: Sequence[str]
    gone: int


def reads_shown(subject: Subject, records: Sequence[AccessRecord]) -> list[Read]:
    """The entries with names and statements: two queries, however many there are."""
    refs = {ref for record in records for ref in record.memory_refs}
    statements = dict(memories_of(subject).filter(id__in=refs).values_list("id", "content"))
    names = _names(subject, records)
    return [
        Read(
            told=str(_TOLD[Act(record.act)]).format(
                who=names.get(record.reader_ref, _PLAIN[Decision.Actor(record.reader)])
            ),
            at=record.created_at,
            statements=[to_you(statements[ref]) for ref in record.memory_refs if ref in statements],
            gone=sum(ref not in statements for ref in record.memory_refs),
        )
        for record in records
    ]


def _names(subject: Subject, records: Sequence[AccessRecord]) -> dict[str, str]:
    """The chatbot's keys by their names. Who works there is not told by name."""
    keys: QuerySet[ApiKey] = ApiKey.objects.filter(
        workspace=subject.workspace_id, id__in={record.reader_ref for record in records}
    )
    return {key.id: _("The chatbot ({name})").format(name=key.name) for key in keys}


_PLAIN = {
    Decision.Actor.API_KEY: gettext_lazy("The chatbot"),
    Decision.Actor.OPERATOR: gettext_lazy("Somebody who looks after the chatbot"),
    Decision.Actor.SUBJECT: gettext_lazy("You"),
    Decision.Actor.GATE: gettext_lazy("The memory itself"),
    Decision.Actor.SYSTEM: gettext_lazy("The memory itself"),
}
_TOLD = {
    Act.CONTEXT: gettext_lazy("{who} was told what matters for an answer."),
    Act.LIST: gettext_lazy("{who} looked through what is remembered."),
    Act.READ: gettext_lazy("{who} looked at one thing."),
    Act.RECALL: gettext_lazy("{who} told you what is remembered."),
    Act.REVIEW: gettext_lazy("{who} looked at an open question."),
    Act.EXPORT: gettext_lazy("{who} took a copy of everything."),
}
