"""The same statement about somebody else: "User is vegan." → "User's neighbour is vegan." Pure."""

from __future__ import annotations

import re

from memory.extraction.people import beneficiary_of
from memory.vocabulary import SELF


def about(content: str, *, before: str, person: str) -> str:
    """The statement as it reads about `person` ("neighbour Ben", "Kuba", "self").

    before: whom it was about so far. A statement that names nobody stays as it is worded.
    """
    old, new = _named(before), _named(person)
    if content.startswith(f"{old}'s "):
        return f"{new}'s {content[len(old) + 3 :]}"
    if content.startswith(f"{old} "):
        return f"{new} {content[len(old) + 1 :]}"
    return content


def _named(person: str) -> str:
    """How a stored statement names the person."""
    if person == SELF:
        return "User"
    relation = beneficiary_of(f"my {person} lives here.") != SELF
    is_name = re.fullmatch(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)?", person) is not None
    return person if is_name and not relation else f"User's {person}"
