from __future__ import annotations

import pytest

from memory.gate.wording import brings_name, brings_number, is_sibling, same_slot, says_it_too


@pytest.mark.parametrize(
    ("new", "stored", "holds"),
    [
        ("The shop's phone is 0301.", "The shop's phone is 0455.", True),
        ("Mira's tutor is Lea Font.", "Mira's tutor is Ole Berg.", True),
        ("Mira enjoys chess.", "The shop's phone is 0455.", False),
        ("It is red.", "It is blue.", False),
    ],
)
def test_same_slot_needs_a_frame_with_meaning(new, stored, holds):
    assert same_slot(new, stored) is holds


@pytest.mark.parametrize(
    ("new", "stored", "holds"),
    [
        ("The return flight leaves at 9.", "The outbound flight leaves at 7.", True),
        ("User hurt his left knee.", "User hurt his right knee.", True),
        ("The staging server has 4 GB.", "The production server has 8 GB.", True),
        ("The return flight leaves at 9.", "The return flight leaves at 7.", False),
        ("User lives in Pau.", "User lives in Pisa.", False),
        ("The review is on Friday morning.", "The review is on Monday afternoon.", False),
        ("The Friday review is short.", "The Monday review is short.", True),
    ],
)
def test_qualifiers_tell_siblings_apart(new, stored, holds):
    assert is_sibling(new, stored) is holds


@pytest.mark.parametrize(
    ("new", "stored", "holds"),
    [
        ("Mira reads in the evening.", "Mira reads in the evening, never at noon.", True),
        ("Mira reads in the evening.", "Mira reads in the evening, unless she is out.", False),
        ("Mira reads.", "Mira reads in the evening.", False),
        ("Mira reads in the evening.", "Mira reads in the evening.", False),
    ],
)
def test_a_longer_statement_says_its_first_clause_too(new, stored, holds):
    assert says_it_too(new, stored) is holds


@pytest.mark.parametrize(
    ("new", "stored", "holds"),
    [
        ("Mira owns 3 bikes.", "Mira owns bikes.", True),
        ("Mira does not cycle.", "Mira cycles.", True),
        ("Mira owns 3 bikes.", "Mira keeps 3 bikes in Pau.", False),
        ("Mira has a bike.", "Mira owns a bike.", False),
    ],
)
def test_a_number_or_a_negation_that_the_other_lacks(new, stored, holds):
    assert brings_number(new, stored) is holds


@pytest.mark.parametrize(
    ("new", "stored", "holds"),
    [
        ("Mira's cat is called Pip.", "Mira has a cat.", True),
        ("Mira's cat is called Pip.", "Mira keeps pip in a jar for her cat.", False),
        ("Mira has a cat, and I like it.", "Mira has a cat.", False),
        ("Mira has a bike.", "She owns a bike.", False),
    ],
)
def test_a_name_that_the_other_lacks(new, stored, holds):
    assert brings_name(new, stored) is holds
