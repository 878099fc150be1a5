"""An erasure's receipt as a document, and its signature."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.core.signing import BadSignature, Signer

from memory.forget.counting import in_words
from memory.models import ErasureReceipt

_SALT = "palimpsest.erasure-receipt"


def document(receipt: ErasureReceipt) -> dict[str, Any]:
    """All that the receipt says, as the API gives it to whoever asked for the erasure."""
    return {**_statement(receipt), "signature": receipt.signature}


def sign(receipt: ErasureReceipt) -> None:
    """Sign what the receipt says now.

    HMAC-SHA-256 under the installation's secret key (Django's signing): it shows that this
    installation wrote it and that nobody changed it since. A rotated key goes on proving old
    receipts while it is among SECRET_KEY_FALLBACKS.
    """
    receipt.signature = _signer().signature(_canonical(_statement(receipt)))


def is_genuine(given: Mapping[str, Any]) -> bool:
    """Whether this installation signed exactly this document."""
    statement = {name: value for name, value in given.items() if name != "signature"}
    try:
        _signer().unsign(f"{_canonical(statement)}:{given.get('signature', '')}")
    except BadSignature:
        return False
    return True


def _statement(receipt: ErasureReceipt) -> dict[str, Any]:
    return {
        "id": receipt.id,
        "extent": str(receipt.extent),
        "subject_ref": receipt.subject_ref,
        "actor": str(receipt.actor),
        "counts": in_words(receipt.counts),
        "scan": receipt.scan,
        "backups_until": receipt.backups_until and receipt.backups_until.isoformat(),
        "created_at": receipt.created_at.isoformat().replace("+00:00", "Z"),
    }


def _canonical(statement: Mapping[str, Any]) -> str:
    return json.dumps(statement, sort_keys=True, separators=(",", ":"))


def _signer() -> Signer:
    return Signer(salt=_SALT)
