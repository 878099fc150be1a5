from __future__ import annotations

import pytest

from .said import contents, heard


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("heya, im timo, 27, living in Aarhus with my boyfriend Kasper",
         ["User's name is Timo.", "User is 27.", "User lives in Aarhus.",
          "User's boyfriend is called Kasper."]),
        ("I'm Leila, a florist from Namur",
         ["User's name is Leila.", "User is a florist.", "User is from Namur."]),
        ("im 52, divorced and living in Namur",
         ["User is 52.", "User is divorced.", "User lives in Namur."]),
        ("i'm vegan, 30, based in Aarhus",
         ["User is vegan.", "User is 30.", "User is based in Aarhus."]),
        ("I'm Leila, new here", ["User's name is Leila."]),
        ("my name is leila", ["User's name is Leila."]),
        ("ive got two kids and im coeliac", ["User has two kids.", "User is coeliac."]),
        ("we live in Namur with our daughter Ines",
         ["User lives in Namur.", "User's daughter is called Ines."]),
        ("i live with my husband Timo",
         ["User lives with their husband.", "User's husband is called Timo."]),
    ],
)  # fmt: skip
def test_an_introduction_gives_a_claim_for_each_thing_it_says(said: str, kept: list[str]) -> None:
    assert contents(said) == kept


@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("im timo, 27, living in Aarhus", "name", "Timo"),
        ("im timo, 27, living in Aarhus", "age", "27"),
        ("im timo, 27, living in Aarhus", "city", "Aarhus"),
        ("i live in Aarhus with my boyfriend Kasper", "partner_name", "Kasper"),
    ],
)
def test_what_an_introduction_says_fills_its_slot(said: str, key: str, value: str) -> None:
    assert (key, value) in [(claim.key, claim.value) for claim in heard(said)]


@pytest.mark.parametrize(
    "said",
    [
        "im knackered",
        "i'm knackered, 27 tickets left",
        "im lost, where do i click",
        "my name is misspelled",
        "this is a test, from me",
        "i'm new here",
    ],
)
def test_a_word_that_is_no_name_introduces_nobody(said: str) -> None:
    assert contents(said) == []
