"""The chatbot's own ids of people and conversations: any line of text that can be told apart."""

from __future__ import annotations

import unicodedata

from memory.errors import InvalidError

MAX_ID = 200
"""In characters."""


def external_id(text: str, *, field: str) -> str:
    """A chatbot's own id of a subject or session.

    Raises InvalidError where it is empty, longer than 200 characters or not writable in a line.
    """
    if not text.strip():
        raise InvalidError("The id is empty.", field=field)
    if len(text) > MAX_ID:
        raise InvalidError(f"An id may have {MAX_ID} characters.", field=field)
    if any(unicodedata.category(character) in {"Cc", "Cs"} for character in text):
        raise InvalidError("The id holds a control character; remove it.", field=field)
    return text
