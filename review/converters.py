"""Ids in addresses: only what a public id can look like reaches a view."""

from __future__ import annotations

from memory.models.ids import ALPHABET, LENGTH


class PublicId:
    """`mem_4k2x9p0a7qzt` and its like."""

    regex = f"[a-z]{{3}}_[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
