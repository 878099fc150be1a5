"""Public ids: a prefix that tells the noun, and 12 random characters."""

from __future__ import annotations

import secrets
from functools import partial

from django.db import models

# Digits and lower-case letters without i, l, o and u: nothing to misread or to spell.
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
LENGTH = 12


def new_id(prefix: str) -> str:
    """A fresh public id such as `mem_4k2x9p0a7qzt`: 60 random bits, never reused."""
    return f"{prefix}_" + "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def public_id(prefix: str) -> models.CharField[str, str]:
    """The primary key of a noun that is named in the API and in pages."""
    return models.CharField(
        primary_key=True, max_length=LENGTH + 4, default=partial(new_id, prefix), editable=False
    )


def choices_hold(field: str, values: list[str], *, name: str) -> models.CheckConstraint:
    """A constraint: the column holds one of the named values, whoever writes it."""
    return models.CheckConstraint(condition=models.Q(**{f"{field}__in": values}), name=name)
