"""`manage.py verify_erasure RECEIPT`: whether a receipt is genuine, and what it says is still so."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.forget.proof import scan_again
from memory.forget.receipt import document, is_genuine
from memory.forget.scan import Findings, scan_for_words
from memory.forget.traces import SHORTEST, Traces
from memory.models import ErasureReceipt, Tombstone


class Command(BaseCommand):
    help = (
        "Check a receipt's signature and search again for what was erased. Exit code 1 where it "
        "was changed, or where something is found."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("receipt", help="its id (era_…), its file in JSON, or - for stdin")
        parser.add_argument(
            "--words",
            metavar="FILE",
            help="search for the words in this file too, one wording a line; nothing keeps them",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        given = _given(options["receipt"])
        receipt = ErasureReceipt.objects.filter(id=str(given.get("id", ""))).first()
        if receipt is None:
            raise CommandError("This installation has no such receipt.")
        genuine = is_genuine(given)
        same = given == document(receipt)
        self.stdout.write(f"signature  {'genuine' if genuine else _why_not(receipt)}")
        self.stdout.write(f"record     {'the same' if same else 'differs from the receipt'}")
        found = self._tell(scan_again(receipt), _what_it_knows(receipt))
        if options["words"]:
            traces = _traces(options["words"])
            found += self._tell(scan_for_words(receipt.subject_ref, traces), "the words given")
        vacuumed = f"{receipt.vacuumed_at:%Y-%m-%d %H:%M} UTC" if receipt.vacuumed_at else "not yet"
        self.stdout.write(f"space      given back: {vacuumed}")
        self.stdout.write(f"backups    from before are kept until {receipt.backups_until}")
        if found or not (genuine and same):
            raise CommandError("The erasure is not proven.")

    def _tell(self, findings: Findings, looked_for: str) -> int:
        """Say what was found; answers how much."""
        total = findings.found.total()
        self.stdout.write(f"search     {findings.places} places, for {looked_for}: {total} found")
        for place, count in sorted(findings.found.items()):
            self.stdout.write(f"           {place}: {count}")
        return total


def _given(name: str) -> dict[str, Any]:
    """The receipt as it was handed out; by its id, as it stands in the database."""
    if name.startswith("era_"):
        receipt = ErasureReceipt.objects.filter(id=name).first()
        if receipt is None:
            raise CommandError("This installation has no such receipt.")
        return document(receipt)
    try:
        given = json.loads(sys.stdin.read() if name == "-" else Path(name).read_text())
    except (OSError, ValueError) as error:
        raise CommandError(
            "Give a receipt's id (era_…), or a file with the JSON of one."
        ) from error
    if not isinstance(given, dict):
        raise CommandError("This is not a receipt: it must be one JSON object.")
    return given


def _why_not(receipt: ErasureReceipt) -> str:
    if not receipt.signature:
        return "missing: the search after the erasure is still to come"
    return "WRONG: it was changed, or another installation wrote it"


def _what_it_knows(receipt: ErasureReceipt) -> str:
    if receipt.extent == ErasureReceipt.Extent.SUBJECT:
        return "rows of this person"
    marks = Tombstone.objects.filter(receipt=receipt).count()
    return f"keyed hashes ({marks})" if marks else "nothing (no tombstone is left; use --words)"


def _traces(name: str) -> Traces:
    try:
        lines = Path(name).read_text().splitlines()
    except (OSError, ValueError) as error:
        raise CommandError(f"{name} cannot be read as text.") from error
    traces = Traces()
    traces.add(*lines)
    if not traces.texts:
        raise CommandError(f"{name} holds no wording of {SHORTEST} characters or more.")
    return traces
