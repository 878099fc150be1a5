"""A statement about "User" as its own person reads it: "User lives in Denver" → "You live in Denver".

What is stored and compared stays as it is; `from_you` reads what its person then writes.
"""

from __future__ import annotations

import re

from memory.extraction.grammar import ADVERB, expand_contractions, plural

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
        return _capitals(_OTHER.sub("you", statement)) if _OTHER.search(statement) else statement
    text = _SECOND_VERB.sub(lambda m: f"{m['before']}{plural(m['verb'])}", text)
    return _capitals(_OTHER.sub("you", text))


def from_you(written: str, stored: str) -> str:
    """What a person wrote about themselves as "you", in the first person; `third_person` takes
    it from there. The shown statement unchanged is the stored one. "You" where a clause begins
    is who acts, elsewhere whom it is about."""
    if written == to_you(stored):
        return stored
    text = _CLAUSE.sub(lambda m: f"{m['before']}I", expand_contractions(written))
    for pattern, form in _FIRST_PERSON:
        text = pattern.sub(form, text)
    return text if text != expand_contractions(written) else written


_CLAUSE = re.compile(
    r"(?P<before>^|[.,;:!?] |\b(?:and|but|or|so|that|because|when|if|while|since|where|what|as"
    r"|before|after|until|though|than|do|does|did|are|have) )you\b(?= \w)",
    re.IGNORECASE,
)
_FIRST_PERSON = (
    (re.compile(r"\byourself\b", re.IGNORECASE), "myself"),
    (re.compile(r"\byours\b", re.IGNORECASE), "mine"),
    (re.compile(r"\byour\b", re.IGNORECASE), "my"),
    (re.compile(r"\byou\b", re.IGNORECASE), "me"),
)


_SENTENCE = re.compile(r"(?P<before>[.!?] )(?P<you>you)")


def _capitals(text: str) -> str:
    """A sentence begins with a capital, also where it is the second one."""
    text = text[:1].upper() + text[1:]
    return _SENTENCE.sub(lambda m: f"{m['before']}Y{m['you'][1:]}", text)
