"""The clauses of a statement that says several things. Pure.

"Mei has a new phone, a Pixel 9, and is with Skylark now" speaks of a phone and of a carrier. Read as
a whole it is diluted, or one half hides the other; so each clause is compared with what is stored
too. What a clause alone contradicts is only ever asked about, since it has lost its context.
"""

from __future__ import annotations

import re

_VERB = (
    r"(?:is|are|was|were|has|have|had|does|do|did|can|will|got|gets|goes|went|left|sold|bought|took"
    r"|gave|quit|began|became|made|runs|lives|works|eats|drives|teaches|plays|uses|owns|[a-z]{3,}ed)\b"
)
_PRONOUN = (
    r"(?:i|we|he|she|they|it|you|i'm|i've|we're|we've|he's|she's|they're|they've|it's|im|ive)\b"
)
_NAMED = rf"(?:my|our|his|her|their|its|the) \w+(?: \w+)? {_VERB}"
_JOINS = r",?\s+(?:and|but|so|then)\s+(?:also |now |then |finally |just )?"
_BREAK = re.compile(
    rf"\s*[;\u2013\u2014]\s*|\s-\s|[.!?]\s+|{_JOINS}(?={_PRONOUN}|{_NAMED}|{_VERB})"
    rf"|,\s+(?={_PRONOUN}|{_NAMED}|{_VERB})",
    re.IGNORECASE,
)
_BARE = re.compile(_VERB, re.IGNORECASE)
_SUBJECT = re.compile(
    rf"(?:[\w'\u2019-]+ ){{1,4}}?(?=(?:just |now |finally |also |still |only |recently )*{_VERB})",
    re.IGNORECASE,
)
_STANDS_FOR = re.compile(r"(?:he|she|they|it)(?=['\u2019 ])", re.IGNORECASE)
_SHORTEST = 3
"""Words below which a clause says nothing by itself."""


def parts_of(statement: str) -> tuple[str, ...]:
    """The statement's clauses as statements, each with a subject; none where it has one clause.

    A pronoun of the third person stands for the subject of the statement.
    """
    clauses = [clause.strip(" ,.!") for clause in _BREAK.split(statement)]
    subject = _SUBJECT.match(statement)
    told = [_with_subject(clause, subject[0].strip() if subject else "") for clause in clauses]
    parts = tuple(part for part in told if len(part.split()) >= _SHORTEST)
    return parts if len(clauses) > 1 else ()


def _with_subject(clause: str, subject: str) -> str:
    if not subject:
        return clause
    if _BARE.match(clause):
        return f"{subject} {clause}"
    return (
        _STANDS_FOR.sub(lambda _: subject, clause, count=1) if _STANDS_FOR.match(clause) else clause
    )
