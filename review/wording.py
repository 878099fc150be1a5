"""What becomes of a memory's key and value when a person words its sentence anew."""

from __future__ import annotations

import re

from memory.extraction.person import third_person

_FIRST_PERSON = re.compile(r"\b(?:i|i'm|my|me|mine|we|our)\b", re.IGNORECASE)


def as_stored(content: str) -> str:
    """What a subject wrote about itself, told like all that is stored: "I live in Bonn" →
    "User lives in Bonn."."""
    return third_person(content) if _FIRST_PERSON.search(content) else content


def value_after(key: str, value: str, before: str, after: str) -> tuple[str, str]:
    """The key and value that fit the sentence `after`.

    The value stays where the sentence still names it, and follows where only its place in the
    sentence was filled anew ("lives in Denver" → "lives in Austin"). Else both are given up: a
    sentence without a key is right, a key with a stale value is not.
    """
    if not key or value.casefold() in after.casefold():
        return key, value
    start, end = _around(value, before)
    fits = start is not None and after.startswith(start) and after.endswith(end)
    middle = after[len(start or "") : len(after) - len(end)].strip() if fits else ""
    return (key, middle) if middle else ("", "")


def _around(value: str, sentence: str) -> tuple[str | None, str]:
    at = sentence.casefold().find(value.casefold())
    if not value or at < 0:
        return None, ""
    return sentence[:at], sentence[at + len(value) :]
