"""The clauses of a statement that says several things."""

from __future__ import annotations

import pytest

from memory.gate.parts import parts_of


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        (
            "Ola has a new bike, a Brompton, and is with Kestrel Mobile now.",
            ("Ola has a new bike, a Brompton", "Ola is with Kestrel Mobile now"),
        ),
        (
            "Still at the bakery, but I'm living in Turku these days.",
            ("Still at the bakery", "I'm living in Turku these days"),
        ),
        (
            "Ines has left Porto; she eats meat again.",
            ("Ines has left Porto", "Ines eats meat again"),
        ),
        (
            "We emptied the barn and relocated to the old dairy.",
            ("We emptied the barn", "We relocated to the old dairy"),
        ),
    ],
)
def test_each_clause_stands_alone_with_a_subject(statement: str, parts: tuple[str, ...]) -> None:
    assert parts_of(statement) == parts


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "Ola has a bike.",
        "Ola likes salt and vinegar.",
        "Prefers e-mail, never by phone.",
        "Lives in Bergen, Norway.",
    ],
)
def test_a_statement_of_one_clause_has_no_parts(statement: str) -> None:
    assert parts_of(statement) == ()
