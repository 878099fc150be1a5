"""What a person takes with them: one archive with everything as JSON, as a table, and to read."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string
from django.utils import timezone

from memory.access import memories_of
from memory.models import FollowUp, Subject
from memory.portable.export import as_json
from review import export
from review.listings.mine import everything_told

FIELDS = (
    "id",
    "content",
    "type",
    "scope",
    "beneficiary",
    "key",
    "value",
    "source",
    "created_at",
    "valid_from",
    "valid_until",
    "state",
)
"""The columns of the table, named as in the API."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def archive(subject: Subject) -> bytes:
    """A zip file: `memories.json` has everything that is stored, `memories.csv` the memories as a
    table, `memories.html` what is remembered, what was, and the conversations, to read, and
    `portable.json` what another Palimpsest takes in."""
    everything = export.everything(subject)
    files = {
        "memories.json": json.dumps(
            everything, cls=DjangoJSONEncoder, indent=2, ensure_ascii=False
        ),
        "memories.csv": as_table(everything["memories"]),
        "memories.html": to_read(subject),
        "portable.json": "".join(as_json([subject.id])),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archived:
        for name, text in files.items():
            archived.writestr(name, text)
    return packed.getvalue()


def as_table(memories: Sequence[Mapping[str, Any]]) -> str:
    """The memories as CSV, with a mark that lets spreadsheets read it as UTF-8.

    A cell that a spreadsheet would run as a formula begins with an apostrophe instead; the JSON
    has it as it is.
    """
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(FIELDS)
    for memory in memories:
        rows.writerow([_cell(memory.get(name)) for name in FIELDS])
    return "\ufeff" + written.getvalue()


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def to_read(subject: Subject) -> str:
    """What is remembered, what was, and the conversations, as a page of its own."""
    now = timezone.now()
    shelves = everything_told(subject)
    told = {card.memory.id for shelf in shelves for card in shelf.cards}
    return render_to_string(
        "me/archive.html",
        {
            "shelves": shelves,
            "follow_ups": FollowUp.objects.filter(subject=subject).open(),
            "now": now,
            "earlier": memories_of(subject).exclude(id__in=told).order_by("created_at", "id"),
            "sessions": subject.sessions.prefetch_related("turns").order_by("started_at", "id"),
        },
    )
