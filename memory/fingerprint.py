"""Whether two statements have the same words, without keeping the words."""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings

from memory.normalise import normalise


def fingerprint(subject_id: str, text: str) -> str:
    """A keyed hash (HMAC-SHA-256, hex) of the normalised statement of one subject.

    The key is the installation's secret key; the subject is part of the message, so equal
    statements of two people have nothing in common.
    """
    message = f"{subject_id}\n{normalise(text)}".encode()
    return hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).hexdigest()
