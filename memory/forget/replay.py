"""Erase again what an older copy of the database brought back.

The words are not known, so they are looked for: rows by their ids, statements by their keyed
hashes, and longer texts at the places where they were masked. What is found that way is erased as
thoroughly as it was the first time, and the receipt stands again as it was handed out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.db.models import Q

from memory.change import Change, change
from memory.extraction.sentences import split_sentences
from memory.fingerprint import fingerprint
from memory.forget import mask
from memory.forget.gone import Gone, MaskedPlace
from memory.forget.ledger import Entry, unknown
from memory.forget.register import PERSONAL, rows_of
from memory.forget.removal import (
    Removed,
    bury_marks,
    empty_lines,
    remove_session,
    remove_statements,
    remove_subject,
)
from memory.forget.scan import Findings, scan_for_person, scan_for_words
from memory.forget.traces import Traces
from memory.models import Claim, Decision, FollowUp, Memory, Session, Subject
from memory.models.erasure import Extent
from memory.store import SYSTEM


def replay(entries: Iterable[Entry]) -> tuple[int, Counter[str]]:
    """Erase again what this database does not know to be erased, the oldest first, each in a
    transaction of its own; safe to run twice.

    Answers how many erasures that were, and in which places something was still found afterwards:
    none, unless a row came in that the erasure did not know of.
    """
    again = unknown(entries)
    left: Counter[str] = Counter()
    for entry in again:
        findings: list[Findings] = []
        with transaction.atomic():
            _, traces = _erase_again(entry)
            transaction.on_commit(partial(_look, entry, traces, findings))
        left.update(findings[0].found if findings else {})
    return len(again), left


def _look(entry: Entry, traces: Traces, findings: list[Findings]) -> None:
    person = str(entry.receipt["subject_ref"])
    found = scan_for_words(person, traces)
    if entry.receipt["extent"] == Extent.SUBJECT:
        found.merge(scan_for_person(person))
    findings.append(found)


def _erase_again(entry: Entry) -> Removed:
    receipt = entry.as_row()
    receipt.save(force_insert=True)
    whose = Subject.objects.filter(id=receipt.subject_ref, workspace=receipt.workspace_id)
    if not whose.exists():
        return Counter(), Traces()
    if receipt.extent == Extent.SUBJECT:
        held = whose.select_for_update().get()
        Decision.objects.create(
            workspace_id=held.workspace_id,
            subject_ref=held.id,
            actor=SYSTEM.kind,
            action=Decision.Action.ERASE,
            reason="erased_again",
            evidence={"receipt": receipt.id},
        )
        return remove_subject(held)
    with change(receipt.subject_ref, SYSTEM) as c:
        return _erase_statements(c, entry)


def _erase_statements(c: Change, entry: Entry) -> Removed:
    gone, receipt = entry.gone, entry.as_row()
    bury = receipt.extent != Extent.LAPSED
    traces = _words(c.subject, gone)
    counts: Counter[str] = Counter()
    for session in Session.objects.filter(subject=c.subject, id__in=gone.of("memory.Session")):
        more, of_session = remove_session(c, session, receipt)
        counts += more
        traces.merge(of_session)
    memories = Memory.objects.filter(
        Q(id__in=gone.of("memory.Memory")) | Q(fingerprint__in=gone.marks), subject=c.subject
    )
    claims = Claim.objects.filter(
        subject=c.subject, id__in=gone.of("memory.Claim") | _claims_that_state(c.subject, gone)
    )
    more, traces = remove_statements(
        c, list(memories), receipt, bury=bury, claims=list(claims), traces=traces
    )
    counts += more
    FollowUp.objects.filter(subject=c.subject, id__in=gone.of("memory.FollowUp")).delete()
    _mask_places(c.subject, gone)
    bury_marks(c.subject, gone.marks, receipt)
    empty_lines(c.subject, gone.marks)
    c.record(Decision.Action.ERASE, "erased_again", evidence={"receipt": receipt.id})
    return counts, traces


def _words(subject: Subject, gone: Gone) -> Traces:
    """The erased wordings, as far as they stand in this database: at the places that were masked,
    and as statements or sentences of which the ledger has the keyed hash."""
    traces = Traces()
    for label, pk, column, start, end in _known_places(gone):
        texts = rows_of(label, subject.id).filter(pk=pk).values_list(column, flat=True)
        traces.add(*(text[start:end] for text in texts))
    for label, place in PERSONAL.items():
        for column in (*place.statements, *place.texts) if gone.marks else ():
            texts = rows_of(label, subject.id).values_list(column, flat=True)
            for text in texts.iterator():
                traces.add(*_stated(subject, text, gone))
    return traces


def _stated(subject: Subject, text: str, gone: Gone) -> list[str]:
    """The text, or those of its sentences, that were erased."""
    parts = [text, *(one.text for one in split_sentences(text))]
    return [part for part in parts if part and fingerprint(subject.id, part) in gone.marks]


def _claims_that_state(subject: Subject, gone: Gone) -> set[str]:
    rows = Claim.objects.filter(subject=subject).values_list("id", "content", "restated")
    return {
        ref
        for ref, *forms in rows.iterator()
        if any(form and fingerprint(subject.id, form) in gone.marks for form in forms)
    }


def _mask_places(subject: Subject, gone: Gone) -> None:
    """What is too short to be looked for is masked where it stood."""
    for label, pk, column, start, end in _known_places(gone):
        for text in rows_of(label, subject.id).filter(pk=pk).values_list(column, flat=True):
            hidden = mask.masked(text, [(start, end)])
            if hidden != text:
                mask.write_masked(label, subject.id, pk, {column: hidden})


def _known_places(gone: Gone) -> list[MaskedPlace]:
    """Those in columns that there still are."""
    return [one for one in gone.places if one[0] in PERSONAL and one[2] in PERSONAL[one[0]].texts]
