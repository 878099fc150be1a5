"""What must be kept from somebody, said by what it does to them."""

from __future__ import annotations

import pytest

from memory.vocabulary import Scope

from .said import heard


@pytest.mark.parametrize(
    "said",
    [
        "shellfish gives me hives",
        "amoxicillin makes me vomit",
        "red wine always gives me migraines",
        "cat hair triggers my asthma",
        "latex gloves make my hands itch",
        "aspirin causes me stomach ache",
        "i can't tolerate codeine",
        "i'm really sensitive to sulphites",
        "i react really badly to bee stings",
        "i come out in hives from nickel",
        "i get a rash when i wear wool",
        "i'm 12 weeks pregnant",
        "can't manage stairs with this hip",
        "never eat shellfish",
        "dont touch dairy",
        "kosher food only for us",
        "i'm two years sober",
    ],
)
def test_it_is_a_constraint(said: str) -> None:
    [claim] = heard(said)
    assert (claim.scope, claim.beneficiary) == (Scope.CONSTRAINT, "self")
    assert claim.importance >= 8 and "User" in claim.content


@pytest.mark.parametrize(
    "said",
    ["your answers make me sick", "this makes me ill", "mondays give me headaches lol", "he makes me sick",
     "that joke made me choke haha", "thinking about it makes me dizzy"],
)  # fmt: skip
def test_a_figure_of_speech_is_none(said: str) -> None:
    assert not [one for one in heard(said) if one.scope is Scope.CONSTRAINT]


def test_how_long_somebody_has_been_so_is_no_end() -> None:
    [claim] = heard("been vegetarian for 12 years")
    assert (claim.content, claim.key, claim.valid_until) == ("User is vegetarian.", "diet", None)
    assert claim.valid_from and claim.valid_from.year == 2014


@pytest.mark.parametrize(
    ("said", "scope"),
    [
        ("sold my moped", Scope.FACT),
        ("i weaned off citalopram", Scope.FACT),
        ("i don't own a car", Scope.FACT),
        ("we have speakers in every room", Scope.FACT),
        ("i have porridge every morning", Scope.PREFERENCE),
        ("i don't like jazz", Scope.PREFERENCE),
    ],
)
def test_what_somebody_has_is_no_taste(said: str, scope: Scope) -> None:
    assert [one.scope for one in heard(said)] in ([scope], [])
