"""Look for what was erased, in every place where it could still be.

Only the person's own rows are gone through, and what belongs to nobody: somebody else may have
said the same words, and theirs stay.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.contrib.postgres.search import SearchVector
from django.db.models import F, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from pgvector.django import L2Distance

from memory.fingerprint import fingerprint
from memory.forget.register import PERSONAL, Place, files, rows_of
from memory.forget.traces import Traces, statements_in
from memory.models import ErasureReceipt, Tombstone
from memory.models.words import TEXT_SEARCH

SAME_VECTOR = 1e-4
"""Distance of unit vectors below which two were made of the same words."""

CHUNK = 1 << 20
"""Bytes of a file that are read at once."""

MOST_IN_FILES = 200
"""Wordings that files are searched for, the longest first."""


@dataclass(slots=True)
class Findings:
    """How many rows or files still hold it, by place; and how many places were gone through."""

    by: str
    places: int = 0
    found: Counter[str] = field(default_factory=Counter)

    def as_dict(self) -> dict[str, Any]:
        """For the receipt: names of tables, columns and folders, and numbers."""
        return {
            "by": self.by,
            "clean": not self.found,
            "places": self.places,
            "found": dict(sorted(self.found.items())),
            "at": timezone.now().isoformat().replace("+00:00", "Z"),
        }

    def note(self, place: str, count: int) -> None:
        """Count a place as gone through, with what was found in it."""
        self.places += 1
        if count:
            self.found[place] += count

    def merge(self, other: Findings) -> None:
        """Take in what another search found."""
        self.places += other.places
        self.found += other.found


def scan_for_words(subject_id: str, traces: Traces) -> Findings:
    """Look for the erased wordings and vectors. Exact, and only possible right after the erasure,
    by the process that did it: nothing keeps the words."""
    findings = Findings(by="words")
    for label, place in PERSONAL.items():
        _scan_columns(findings, label, place, subject_id, traces)
        _scan_vectors(findings, label, place, subject_id, traces)
    for path in files():
        findings.note(f"file {path.parent.name}/{path.name}", int(_file_holds(path, traces)))
    return findings


def scan_for_fingerprints(receipt: ErasureReceipt) -> Findings:
    """Look for statements whose keyed hash the erasure left. Possible at any time, since it needs
    no words; it knows whole statements and sentences only, and no vectors."""
    findings = Findings(by="fingerprints")
    marks = set(Tombstone.objects.filter(receipt=receipt).values_list("fingerprint", flat=True))
    for label, place in PERSONAL.items():
        for name in place.columns:
            texts = rows_of(label, receipt.subject_ref).values_list(name, flat=True)
            count = sum(
                any(
                    fingerprint(receipt.subject_ref, statement) in marks
                    for statement in statements_in(as_text(text))
                )
                for text in (texts.iterator() if marks else [])
                if text
            )
            findings.note(f"{label}.{name}", count)
    return findings


def scan_for_person(subject_id: str) -> Findings:
    """Look for any row of a person who was erased, whatever it holds."""
    findings = Findings(by="person")
    for label, place in PERSONAL.items():
        if not place.stays:
            findings.note(label, rows_of(label, subject_id).count())
    return findings


def as_text(value: Any) -> str:
    """A column's value as words: JSON as it would be written, without escapes."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _scan_columns(
    findings: Findings, label: str, place: Place, subject_id: str, traces: Traces
) -> None:
    for name in place.columns:
        values = rows_of(label, subject_id).values_list(name, flat=True)
        told = traces.state if name in place.statements else traces.tell
        found = sum(told(as_text(value)) for value in values.iterator() if value)
        findings.note(f"{label}.{name}", found)


def _scan_vectors(
    findings: Findings, label: str, place: Place, subject_id: str, traces: Traces
) -> None:
    """Vectors by their distance, and the words that the database keeps for searching."""
    for column, model in place.vectors:
        rows = rows_of(label, subject_id).filter(**{f"{column}__isnull": False})
        near = {
            pk
            for vector in traces.vectors.values()
            for pk in rows.filter(**{model: vector.model})
            .annotate(apart=L2Distance(column, list(vector.values)))
            .filter(apart__lt=SAME_VECTOR)
            .values_list("pk", flat=True)
        }
        findings.note(f"{label}.{column}", len(near))
    for column, text in place.words:
        # Their text was searched; here they need only be those of their text, and of no other.
        rows = rows_of(label, subject_id).annotate(
            kept=Cast(column, TextField()),
            made=Cast(SearchVector(text, config=TEXT_SEARCH), TextField()),
        )
        findings.note(f"{label}.{column}", rows.exclude(kept=F("made")).count())


def _file_holds(path: Path, traces: Traces) -> bool:
    wanted = sorted(traces.texts, key=len, reverse=True)[:MOST_IN_FILES]
    forms = [
        form.encode().lower()
        for text in wanted
        for form in {text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
    ]
    overlap = max(map(len, forms), default=0)
    return any(form in block for block in _blocks(path, overlap) for form in forms)


def _blocks(path: Path, overlap: int) -> Iterator[bytes]:
    """The file in lower case, piece by piece, each with the end of the one before it."""
    end = b""
    try:
        with path.open("rb") as file:
            while piece := file.read(CHUNK):
                block = end + piece.lower()
                yield block
                end = block[-overlap:] if overlap else b""
    except OSError:
        return  # gone meanwhile, as logs are rotated; or a socket
