"""Take a document in as it is: states, times and chains, with ids of their own; all or nothing.

No gate is asked. What was erased here before does not come back: its statements are left out, its
sentences in turns are masked, and the chain closes over the gap. Secrets are left out as well, and
what this workspace, or the person here, has switched off; what is only to be asked about is answered
for by whoever imports it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q

from memory.consent.choices import consent_of, set_for_subject
from memory.consent.rules import Mode
from memory.errors import ConflictError
from memory.external_ids import external_id
from memory.extraction.refuse import RefusalCode, refuse
from memory.extraction.sentences import split_sentences
from memory.fingerprint import fingerprint
from memory.forget.mask import masked
from memory.gate.verdict import Reason
from memory.inference.embeddings import embed
from memory.inference.vector import Vector
from memory.intake_notes import CATEGORY_OFF
from memory.models import (
    Decision,
    Episode,
    FollowUp,
    Memory,
    Session,
    Subject,
    Tombstone,
    Turn,
    Workspace,
)
from memory.portable.checks import check_document
from memory.portable.document import (
    Document,
    PortableMemory,
    PortableSession,
    PortableSubject,
)
from memory.store import Actor, Change, change

SECRETS = (
    RefusalCode.SECRET,
    RefusalCode.CARD_NUMBER,
    RefusalCode.BANK_ACCOUNT,
    RefusalCode.IDENTITY_DOCUMENT,
)
BATCH = 256
"""Statements that the model reads at once."""


@dataclass(slots=True)
class Taken:
    """What was taken in. ids: the new one of each old one. left_out: memories by reason."""

    subjects: int = 0
    turns: int = 0
    memories: int = 0
    follow_ups: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)


def take_in(workspace: Workspace, document: Document, actor: Actor) -> Taken:
    """Store everything that the document has, in one transaction. The people must be new here, or
    have no memories and conversations.

    Raises InvalidError for a document that contradicts itself, ConflictError for a person who has
    memories here, UnavailableError where no vectors can be made; with nothing written.
    """
    check_document(document)
    _refuse_known(workspace, document)
    vectors = _vectors(document)  # the model runs outside the transaction
    taken = Taken()
    with transaction.atomic():
        for told in document.subjects:
            _take_subject(workspace, told, vectors, actor, taken)
    return taken


def _refuse_known(workspace: Workspace, document: Document) -> None:
    names = [told.external_id for told in document.subjects]
    known = Subject.objects.filter(workspace=workspace, external_id__in=names)
    has_data = Q(memories__isnull=False) | Q(sessions__isnull=False)
    if count := known.filter(has_data).distinct().count():
        raise ConflictError(
            f"{count} of these people have memories or conversations here already: let their "
            "statements go through the gate instead, or import into another workspace."
        )


def _vectors(document: Document) -> Mapping[str, Vector]:
    texts = list({memory.content for told in document.subjects for memory in told.memories})
    found: dict[str, Vector] = {}
    for start in range(0, len(texts), BATCH):
        part = texts[start : start + BATCH]
        found.update(zip(part, embed(part), strict=True))
    return found


def _take_subject(
    workspace: Workspace,
    told: PortableSubject,
    vectors: Mapping[str, Vector],
    actor: Actor,
    taken: Taken,
) -> None:
    subject, new = Subject.objects.get_or_create(
        workspace=workspace,
        external_id=external_id(told.external_id, field="external_id"),
        defaults={"zone": told.zone, "paused_at": told.paused_at, "created_at": told.created_at},
    )
    with change(subject.id, actor) as c:
        if not new:  # somebody may have begun to talk with them since we looked
            _refuse_known(workspace, Document.model_construct(subjects=[told]))
        _Taking(c, told, vectors, taken).run()
    if new and told.consent:
        set_for_subject(subject, told.consent)
    taken.subjects += 1


class _Taking:
    """One person's rows, made in the order in which they refer to each other."""

    def __init__(
        self, c: Change, told: PortableSubject, vectors: Mapping[str, Vector], taken: Taken
    ) -> None:
        self.c, self.told, self.vectors, self.taken = c, told, vectors, taken
        stones = Tombstone.objects.filter(subject=c.subject)
        self.erased = frozenset(stones.values_list("fingerprint", flat=True))
        self.consent = consent_of(c.subject)  # as it is before the document's own choices

    def run(self) -> None:
        for session in self.told.sessions:
            self._session(session)
        self._memories()
        for one in self.told.follow_ups:
            if one.memory is not None and one.memory not in self.taken.ids:
                continue  # it asks about what is left out
            if self._tells_erased(one.question) or self._is_off(one.question):
                continue
            row = FollowUp(
                subject=self.c.subject,
                memory_id=self._new(one.memory),
                **one.model_dump(exclude={"id", "memory"}),
            )
            row.save(force_insert=True)
            self.taken.ids[one.id] = row.id
            self.taken.follow_ups += 1

    def _new(self, old: str | None) -> str | None:
        return self.taken.ids.get(old) if old else None

    def _session(self, told: PortableSession) -> None:
        row = Session.objects.create(
            subject=self.c.subject, **told.model_dump(exclude={"id", "turns"})
        )
        self.taken.ids[told.id] = row.id
        turns = [
            Turn(
                session=row,
                **{**turn.model_dump(exclude={"id"}), "content": self._kept(turn.content)},
            )
            for turn in told.turns
        ]
        Turn.objects.bulk_create(turns)
        self.taken.ids |= {old.id: new.id for old, new in zip(told.turns, turns, strict=True)}
        self.taken.turns += len(turns)

    def _kept(self, text: str) -> str:
        """A turn's text with the sentences masked that were erased here; a secret wholly; a note
        where it is about what is switched off."""
        if self._is_erased(text) or _holds_secret(text):
            return masked(text, [(0, len(text))])
        if self._is_off(text):
            return CATEGORY_OFF
        spans = [one.span for one in split_sentences(text) if self._is_erased(one.text)]
        return masked(text, spans)

    def _is_erased(self, text: str) -> bool:
        return bool(self.erased) and fingerprint(self.c.subject.id, text) in self.erased

    def _is_off(self, *texts: str, category: str = "") -> bool:
        return self.consent.mode_for(texts, category) is Mode.OFF

    def _tells_erased(self, text: str) -> bool:
        return self._is_erased(text) or any(
            self._is_erased(one.text) for one in split_sentences(text)
        )

    def _memories(self) -> None:
        left_out = {one.id: reason for one in self.told.memories if (reason := self._refused(one))}
        for reason in left_out.values():
            self.taken.left_out[reason] = self.taken.left_out.get(reason, 0) + 1
        before = {one.id: one.supersedes for one in self.told.memories}
        kept = [one for one in self.told.memories if one.id not in left_out]
        rows = [self._row(one) for one in kept]
        Memory.objects.bulk_create(rows)
        self.taken.ids |= {old.id: new.id for old, new in zip(kept, rows, strict=True)}
        linked = []
        for old, row in zip(kept, rows, strict=True):
            older = before[old.id]
            while older in left_out:  # the chain closes over the gap
                older = before[older]
            if older is not None:
                row.supersedes_id = self.taken.ids[older]
                linked.append(row)
        Memory.objects.bulk_update(linked, ["supersedes"])
        Episode.objects.bulk_create(
            [
                Episode(memory=row, **old.episode.model_dump())
                for old, row in zip(kept, rows, strict=True)
                if old.episode is not None
            ]
        )
        self._log(rows)
        self.taken.memories += len(rows)

    def _refused(self, one: PortableMemory) -> str:
        """Why it is left out, if it is."""
        texts = [one.content, one.episode.summary if one.episode else ""]
        if any(self._tells_erased(text) for text in texts):
            return Reason.ERASED_BEFORE.value
        if self._is_off(*texts, category=one.category):
            return Reason.CATEGORY_OFF.value
        return Reason.SECRET.value if any(map(_holds_secret, [*texts, one.value])) else ""

    def _row(self, one: PortableMemory) -> Memory:
        vector = self.vectors[one.content]
        session = self._new(one.source_session)
        # A summary has one of its own, as `episodes.write_summary` makes it.
        said = f"{session}: {one.content}" if one.episode is not None else one.content
        columns = one.model_dump(
            exclude={"id", "source_session", "source_turn", "supersedes", "episode"}
        )
        return Memory(
            subject=self.c.subject,
            source_session_id=session,
            source_turn_id=self._new(one.source_turn),
            fingerprint=fingerprint(self.c.subject.id, said),
            embedding=vector.values,
            embedding_model=vector.model,
            **columns,
        )

    def _log(self, rows: Sequence[Memory]) -> None:
        """That each one came in, and that it is deleted, which purges it in the end."""
        for row in rows:
            self.c.record(
                Decision.Action.ADD,
                "taken_over",
                memory_ref=row.id,
                fingerprint=row.fingerprint,
                evidence={"source": row.source},
            )
            if row.deleted_at is not None:
                self.c.record(Decision.Action.DELETE, "deleted", memory_ref=row.id)


def _holds_secret(text: str) -> bool:
    refusal = refuse(text)
    return refusal is not None and refusal.code in SECRETS
