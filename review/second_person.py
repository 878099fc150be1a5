"""A statement about "User" as its own person reads it: "User lives in Denver" → "You live in Denver".

Only for showing: what is stored and compared stays as it is.
"""

from __future__ import annotations

import re

from memory.extraction.grammar import ADVERB, plural

_SUBJECT_AND_VERB = re.compile(
    rf"\b(?:the )?user(?P<between>(?: (?:{ADVERB}|no longer))*) (?P<verb>[a-z]+)\b", re.IGNORECASE
)
_SECOND_VERB = re.compile(
    r"(?P<before>\b(?:and|but|or) )(?P<verb>lives|works|plays|speaks|has|owns|drives|drinks|eats"
    r"|likes|loves|hates|prefers|studies|teaches|runs|uses|needs|wants|is|does)\b"
)
_OWNER = re.compile(r"\b(?:the )?user's\b", re.IGNORECASE)
_OTHER = re.compile(r"\b(?:the )?user\b", re.IGNORECASE)


def to_you(statement: str) -> str:
    """The statement in the second person; one that is not about "User" stays as it is."""
    text = _SUBJECT_AND_VERB.sub(
        lambda m: f"you{m['between']} {plural(m['verb'])}", _OWNER.sub("your", statement)
    )
    if text == statement:
        return _capital(_OTHER.sub("you", statement)) if _OTHER.search(statement) else statement
    text = _SECOND_VERB.sub(lambda m: f"{m['before']}{plural(m['verb'])}", text)
    return _capital(_OTHER.sub("you", text))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
