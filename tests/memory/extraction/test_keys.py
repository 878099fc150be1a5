from __future__ import annotations

import pytest

from memory.extraction.keys import all_keys, find_key, spelling_of
from memory.vocabulary import Scope


@pytest.mark.parametrize(
    ("spelt", "name"),
    [
        ("city", "city"),
        ("Home City", "city"),
        ("home-city", "city"),
        ("job.title", "job_title"),
        ("E-Mail", "email"),
        ("favorite color", "favourite_colour"),
        ("Wi Fi colour", None),
        ("", None),
    ],
)
def test_a_key_is_found_by_name_or_alias_in_any_spelling(spelt: str, name: str | None) -> None:
    key = find_key(spelt)
    assert (key.name if key else None) == name


def test_there_are_at_least_sixty_keys_in_every_field_of_life() -> None:
    assert len(all_keys()) >= 60
    assert {"person", "account", "work", "device", "software", "travel", "health"} <= {
        key.category for key in all_keys()
    }


@pytest.mark.parametrize("name", ["allergy", "language", "hobby", "pet", "email", "medication"])
def test_what_one_can_have_several_of_is_never_single(name: str) -> None:
    key = find_key(name)
    assert key is not None and not key.is_single


def test_every_name_is_written_as_it_is_looked_up() -> None:
    assert [key.name for key in all_keys() if key.name != spelling_of(key.name)] == []


def test_no_two_keys_share_a_name_or_an_alias() -> None:
    spelt = [spelling_of(word) for key in all_keys() for word in (key.name, *key.aliases)]
    assert {word for word in spelt if spelt.count(word) > 1} == set()


def test_an_allergy_is_a_constraint_of_the_highest_importance() -> None:
    allergy = find_key("allergies")
    assert allergy is not None
    assert (allergy.scope, allergy.importance, allergy.lifetime) == (Scope.CONSTRAINT, 10, None)
