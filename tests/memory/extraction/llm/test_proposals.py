"""From a claim as a model states it to the value that the gate takes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.extraction.llm.proposals import proposal_of
from memory.extraction.llm.schema import StatedClaim
from memory.extraction.proposal import ProposedClaim
from tests.memory.extraction.llm.stand_in import stated
from tests.memory.extraction.said import TUESDAY, ZONE, day


def proposed(statement: str, **fields: object) -> ProposedClaim:
    claim = StatedClaim.model_validate(stated("it", statement, **fields))
    return proposal_of(claim, said_at=TUESDAY, span=(0, 2), zone=ZONE)


def test_a_sentence_is_written_as_one():
    assert proposed("user  has\na cat").content == "User has a cat."


def test_a_key_of_the_registry_is_taken_by_any_of_its_names():
    claim = proposed("User is with Globex.", key="company", value="Globex")
    assert (claim.key, claim.value, claim.category) == ("employer", "Globex", "work")


def test_the_rules_own_slot_goes_before():
    claim = proposed("User lives in Gent.", key="hometown", value="Gent")
    assert (claim.key, claim.value) == ("city", "Gent")


@pytest.mark.parametrize(
    "fields",
    [
        {"key": "mood", "value": "Globex"},
        {"key": "employer", "value": " "},
        {"key": "employer", "value": None},
        {"key": "employer", "value": "Globex", "about": "sister Ann"},
        {"key": "employer", "value": "Globex", "modality": "past"},
    ],
)
def test_a_slot_that_is_not_the_users_own_now_stays_empty(fields):
    assert proposed("User is with Globex.", **fields).key == ""


@pytest.mark.parametrize(
    ("statement", "fields", "modality"),
    [
        ("User might be allergic to nuts.", {}, "hedged"),
        ("User is allergic to nuts.", {"modality": "hedged"}, "hedged"),
        ("User used to live in Gent.", {}, "past"),
        ("User is allergic to nuts.", {}, "current"),
    ],
)
def test_current_is_what_both_read_as_current(statement, fields, modality):
    assert proposed(statement, **fields).modality == modality


def test_a_change_that_one_of_both_sees_is_one():
    seen_by_rules = proposed("User moved to Gent.")
    assert (seen_by_rules.change, seen_by_rules.restated) == ("event", "User lives in Gent.")
    seen_by_model = proposed("User is a Genter now.", change="event", present="User is a Genter.")
    assert (seen_by_model.change, seen_by_model.restated) == ("event", "User is a Genter.")


def test_what_is_planned_changes_nothing_yet():
    claim = proposed(
        "User moves to Gent.", modality="future", change="event", present="User lives in Gent."
    )
    assert (claim.change, claim.restated, claim.key) == ("none", "", "")


def test_a_change_that_is_called_an_episode_is_a_state_all_the_same():
    assert proposed("User moved to Gent.", type="episodic", scope="event").type == "semantic"


def test_an_episode_fills_no_slot():
    claim = proposed("User saw a play.", type="episodic", scope="event", key="hobby", value="play")
    assert (claim.type, claim.scope, claim.key) == ("episodic", "event", "")


def test_an_instruction_is_procedural_whatever_its_scope():
    claim = proposed("Keep answers short.", type="procedural", scope="fact")
    assert (claim.type, claim.scope) == ("procedural", "instruction")
    assert (claim.key, claim.value) == ("answer_length", "short")


@pytest.mark.parametrize("scope", ["event", "instruction"])
def test_a_state_has_a_scope_that_a_state_can_have(scope):
    assert proposed("User finds tea good.", scope=scope).scope == "fact"


def test_a_constraint_for_the_rules_is_one():
    claim = proposed("User is allergic to nuts.", scope="preference", importance=1)
    assert (claim.scope, claim.importance) == ("constraint", 10)


def test_days_are_the_subjects_own():
    claim = proposed("User is vegetarian.", valid_from="2020-03-01")
    assert claim.valid_from == day("2020-03-01")


@pytest.mark.parametrize("start", ["2026-09-01", "0001-01-01", "9999-12-31"])
def test_what_is_current_did_not_begin_later(start):
    assert proposed("User is vegetarian.", valid_from=start).valid_from is None


def test_only_what_is_temporary_ends():
    assert proposed("User is in Gent.", valid_until="2026-04-01").valid_until is None
    claim = proposed("User is in Gent.", modality="temporary", valid_until="2026-04-01")
    assert claim.valid_until == day("2026-04-02")


@pytest.mark.parametrize("end", [None, "2020-01-01", "9999-12-31"])
def test_what_is_temporary_ends_at_some_time(end):
    claim = proposed("User is in Gent.", modality="temporary", valid_until=end)
    assert claim.valid_until == TUESDAY + timedelta(days=30)


def test_an_end_before_the_beginning_loses_the_beginning():
    claim = proposed(
        "User is in Gent.",
        modality="temporary",
        type="episodic",
        valid_from="2026-05-01",
        valid_until="2026-04-01",
    )
    assert claim.valid_from is None and claim.valid_until == datetime(2026, 4, 1, 22, tzinfo=UTC)
