"""What a person wrote about themselves, as it is stored."""

from __future__ import annotations

import re

from memory.extraction.person import third_person

_FIRST_PERSON = re.compile(r"\b(?:i|i'm|my|me|mine|we|our)\b", re.IGNORECASE)


def as_stored(content: str) -> str:
    """What a subject wrote about itself, told like all that is stored: "I live in Bonn" →
    "User lives in Bonn."."""
    return third_person(content) if _FIRST_PERSON.search(content) else content
