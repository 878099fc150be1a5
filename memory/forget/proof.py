"""After an erasure is committed: look for what was erased, sign the receipt, give the space back.

The first two happen in the process that erased, which still knows the words. Where it was killed
in between, the sweep does them later by the tombstones, and the receipt says so.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from memory.forget import ledger
from memory.forget.receipt import sign
from memory.forget.register import model_of
from memory.forget.scan import (
    Findings,
    scan_for_fingerprints,
    scan_for_person,
    scan_for_words,
)
from memory.forget.traces import Traces
from memory.models import ErasureReceipt
from memory.walls import in_front

logger = logging.getLogger(__name__)
LOST_AFTER = timedelta(seconds=60)


def prove(receipt: ErasureReceipt, traces: Traces) -> None:
    """Search for the erased words and write what was found into the receipt.

    It looks with the owner's eyes, also in a request of the API: what that may not see could not
    be shown to be gone. The erasure is done whatever happens here: what goes wrong is logged by its name, and the
    sweep tries again.
    """
    try:
        with in_front():
            findings = scan_for_words(receipt.subject_ref, traces)
            if receipt.extent == ErasureReceipt.Extent.SUBJECT:
                findings.merge(scan_for_person(receipt.subject_ref))
            _write(receipt, findings)
    except Exception as error:
        # The name only: a database's message may quote what was erased.
        logger.error("receipt %s is not proven yet: %s", receipt.id, type(error).__name__)


def prove_lost(now: datetime) -> int:
    """Finish the receipts whose process ended before it could; answers how many. Safe to run
    twice."""
    lost = ErasureReceipt.objects.filter(scan__isnull=True, created_at__lt=now - LOST_AFTER)
    found = list(lost.exclude(backups_until__isnull=True).order_by("created_at")[:100])
    for receipt in found:
        _write(receipt, scan_again(receipt))
    return len(found)


def scan_again(receipt: ErasureReceipt) -> Findings:
    """Search without the words: by the person's rows, or by the keyed hashes of the statements."""
    if receipt.extent == ErasureReceipt.Extent.SUBJECT:
        return scan_for_person(receipt.subject_ref)
    return scan_for_fingerprints(receipt)


def vacuum(now: datetime) -> list[str]:
    """Have the database give up the space in which erased rows stood; answers the tables.

    A deleted row's bytes stay in its table until then. Outside any transaction, as VACUUM has to
    be; the receipts that ask for it are marked. Safe to run twice.
    """
    waiting = ErasureReceipt.objects.filter(vacuumed_at__isnull=True, created_at__lte=now)
    receipts = list(waiting[:1_000])
    labels = {label for receipt in receipts for label in receipt.counts}
    tables = sorted({model_of(label)._meta.db_table for label in labels})
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"VACUUM {connection.ops.quote_name(table)}")
    done = [receipt.id for receipt in receipts]
    ErasureReceipt.objects.filter(id__in=done).update(vacuumed_at=timezone.now())
    return tables


def _write(receipt: ErasureReceipt, findings: Findings) -> None:
    receipt.scan = findings.as_dict()
    sign(receipt)
    receipt.save(update_fields=["scan", "signature"])
    ledger.note(receipt)
    if findings.found:
        logger.error("receipt %s: traces in %s", receipt.id, ", ".join(sorted(findings.found)))
