"""Who was told what of a person, in words that the person understands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from memory.access import memories_of
from memory.models import AccessRecord, ApiKey, Decision, Subject
from review.second_person import to_you

Act = AccessRecord.Act


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One entry of the access log. statements: those memories that the person can still see;
    `gone` counts the others."""

    who: str
    did: str
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
            who=names.get(record.reader_ref, _PLAIN[record.reader]),
            did=_DID[Act(record.act)],
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
    return {key.id: f"The chatbot ({key.name})" for key in keys}


_PLAIN: dict[str, str] = {
    Decision.Actor.API_KEY: "The chatbot",
    Decision.Actor.OPERATOR: "Somebody who looks after the chatbot",
    Decision.Actor.SUBJECT: "You",
    Decision.Actor.GATE: "The memory itself",
    Decision.Actor.SYSTEM: "The memory itself",
}
_DID = {
    Act.CONTEXT: "was told what matters for an answer",
    Act.LIST: "looked through what is remembered",
    Act.READ: "looked at one thing",
    Act.RECALL: "told you what is remembered",
    Act.REVIEW: "looked at an open question",
    Act.EXPORT: "took a copy of everything",
}
