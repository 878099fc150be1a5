"""What does not agree with a constraint: on labelled statements, and as the context marks it."""

from __future__ import annotations

import pytest

from memory.inference.fakes import use_fakes
from memory.read_path import build_context
from memory.recall.conflicts import TABLE, disagree
from tests.memory.conftest import tell
from tests.memory.recall.labelled_conflicts import ASIDE, PAIRS, VEGETARIAN

# Words that mean something else here; the table knows words, not what they mean.
TAKEN_WRONGLY = {
    "User has a dog called Bacon Junior's friend Max.",
    "User needs nuts and bolts for the shelf.",
    "User has a bread knife from his father.",
}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.statement)
def test_a_labelled_statement(pair):
    expected = pair.conflict or pair.statement in TAKEN_WRONGLY
    assert disagree(pair.statement, pair.constraint) is expected


def test_most_of_what_was_kept_aside_is_found_and_most_that_is_found_is_right():
    found = [pair for pair in ASIDE if disagree(pair.statement, pair.constraint)]
    right = [pair for pair in found if pair.conflict]
    assert len(right) >= 0.75 * sum(pair.conflict for pair in ASIDE)
    assert len(right) >= 0.8 * len(found)


@pytest.mark.parametrize(
    ("constraint", "against", "fine"),
    [
        ("User has a dry April, no alcohol until 2025-04-30.", "User bought wine.", "User ran."),
        ("User must never be given haloperidol.", "User got haloperidol.", "User got donepezil."),
        ("User does not want calls before 10 am.", "", "User has a call with the bank at noon."),
        ("User can't eat fish, mushrooms or kiwi.", "User ordered kiwis.", "User ordered figs."),
        ("User prays five times a day.", "", "User ordered a steak."),
        ("", "", "User ordered a steak."),
    ],
)
def test_what_a_constraint_rules_out(constraint, against, fine):
    assert not disagree(fine, constraint)
    assert not against or disagree(against, constraint)


def test_a_statement_does_not_disagree_with_itself():
    for constraint in {pair.constraint for pair in PAIRS}:
        assert not disagree(constraint, constraint), constraint


def test_every_group_that_the_table_names_is_in_it():
    import tomllib

    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    named = {group for rule in table["rules"].values() for group in rule["groups"]}
    named |= {word[1:] for words in table["groups"].values() for word in words if word[0] == "@"}
    assert named <= set(table["groups"])


# In the context --------------------------------------------------------------------------------


@pytest.fixture
def vegetarian(alma):
    with use_fakes():
        tell(alma, VEGETARIAN, scope="constraint", type="semantic")
        yield alma


def line_about(subject, words: str):
    block = build_context(subject, query=f"where is {words}", budget=2_000)
    [line] = [line for line in block.lines if words in line.text]
    return line, block.text


def test_what_was_booked_for_others_says_so_and_names_the_constraint(vegetarian):
    tell(
        vegetarian,
        "The steakhouse dinner is booked.",
        type="episodic",
        scope="event",
        beneficiary="team",
    )
    line, text = line_about(vegetarian, "steakhouse dinner is booked")
    assert line.notes[0] == "for “team”, not for the user"
    assert line.conflict == "conflicts with “User is vegetarian.”"
    [row] = [row for row in text.splitlines() if "steakhouse" in row]
    assert "not for the user" in row
    assert "conflicts with “User is vegetarian.”" in row


def test_what_is_about_another_says_so(vegetarian):
    tell(vegetarian, "The brother plays chess on Mondays.", beneficiary="brother")
    line, _ = line_about(vegetarian, "brother plays chess on Mondays")
    assert line.notes[0] == "about “brother”, not the user"
    assert line.conflict == ""


def test_a_keyed_memory_is_marked_as_well(vegetarian):
    tell(vegetarian, "User's favourite food is steak.", key="favourite_food", value="steak")
    assert line_about(vegetarian, "favourite food is steak")[0].conflict


def test_the_constraints_of_another_are_not_the_users(alma):
    with use_fakes():
        tell(alma, "Suri is vegan.", scope="constraint", type="semantic", beneficiary="Suri")
        tell(alma, "User cooks steak on Sundays.")
        tell(alma, "Suri wants steak for the birthday.", beneficiary="Suri")
        assert line_about(alma, "cooks steak on Sundays")[0].conflict == ""
        assert line_about(alma, "steak for the birthday")[0].conflict


def test_a_constraint_that_holds_no_more_marks_nothing(vegetarian):
    from memory.amend import delete_memory
    from memory.models import Memory
    from memory.store import SYSTEM

    tell(vegetarian, "User cooks steak on Sundays.")
    delete_memory(Memory.objects.get(content=VEGETARIAN), SYSTEM)
    assert line_about(vegetarian, "cooks steak on Sundays")[0].conflict == ""
