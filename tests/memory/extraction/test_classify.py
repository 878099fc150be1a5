from __future__ import annotations

from datetime import datetime

import pytest

from memory.extraction.classify import classify
from memory.vocabulary import Change, MemoryType, Modality, Scope

from .said import ZONE, classified, day


@pytest.mark.parametrize(
    ("statement", "modality"),
    [
        ("The customer's office is in Ghent.", "current"),
        ("User's thermostat is set to 18 degrees at night.", "current"),
        ("my router is in the attic now", "current"),
        ("These days the bills are paid by card.", "current"),
        ("User moved to Ghent last month.", "current"),
        ("User no longer eats fish.", "current"),
        ("When i said PT i meant physiotherapy.", "current"),
        ("User's permit is valid until May 2029.", "current"),
        ("Guests may use the terrace.", "current"),
        ("User might move to Ghent.", "hedged"),
        ("I'm toying with the idea of a cargo bike", "hedged"),
        ("Apparently the depot has a new manager.", "hedged"),
        ("User used to live in Lille.", "past"),
        ("Femke was a baker for nine years.", "past"),
        ("As a student, User rowed every morning and lived in Delft.", "past"),
        ("User will move to Ghent in June.", "future"),
        ("User plans to leave the choir.", "future"),
        ("The price goes up to €40 from 1 July.", "future"),
        ("User is in Ghent this week for a course.", "temporary"),
        ("Bookings are closed while the roof is being mended.", "temporary"),
        ("sleeping at my brother's until Friday", "temporary"),
        ("If it rains, User takes the tram.", "conditional"),
        ("For urgent matters User prefers a phone call.", "conditional"),
        ("Femke's aunt says that Femke lives in Ghent.", "quoted"),
        ("Did I say that I live in Ghent?", "quoted"),
    ],
)
def test_the_modality_says_what_kind_of_truth_a_statement_has(
    statement: str, modality: str
) -> None:
    assert classified(statement).modality == Modality(modality)


@pytest.mark.parametrize(
    ("statement", "beneficiary"),
    [
        ("The customer moved to Ghent.", "self"),
        ("Femke's line manager is Bram Visser.", "self"),
        ("She lives in Ghent.", "self"),
        ("my sister's name is Noor", "self"),
        ("her brother moved to Ghent", "brother"),
        ("my mum takes statins", "mother"),
        ("User's son Teun is allergic to wasps.", "son Teun"),
        ("The customer's colleague Noor is on the Plus plan.", "colleague Noor"),
        ("User booked a steakhouse for the team dinner.", "team"),
        ("Femke ordered a cake for her neighbour.", "neighbour"),
        ("the dog is on a diet", "dog"),
    ],
)
def test_the_beneficiary_is_whom_the_statement_is_about(statement: str, beneficiary: str) -> None:
    assert classified(statement).beneficiary == beneficiary


@pytest.mark.parametrize(
    ("statement", "key", "value"),
    [
        ("User lives in Ghent.", "city", "Ghent"),
        ("The customer is on the Business plan.", "plan", "Business"),
        ("User is allergic to wasp stings.", "allergy", "wasp stings"),
        ("my phone is a Fairphone 5", "phone_model", "Fairphone 5"),
        ("User's line manager is Bram Visser.", "manager", "Bram Visser"),
        ("User moved to Ghent.", "city", "Ghent"),
        ("User is vegetarian, about four years now.", "diet", "vegetarian"),
        ("Keep your answers short.", "answer_length", "short"),
    ],
)
def test_a_key_is_given_where_the_slot_is_certain(statement: str, key: str, value: str) -> None:
    claim = classified(statement)
    assert (claim.key, claim.value) == (key, value)


@pytest.mark.parametrize(
    "statement",
    [
        "User might live in Ghent.",
        "User lives in Ghent this week.",
        "User is not allergic to wasps.",
        "User's employer is difficult.",
        "User's work phone is a Fairphone 5.",
        "my sister lives in Ghent",
        "Femke lives in Ghent.",
        "User lives in Ghent with two cats.",
        "The staging server runs Debian 12.",
    ],
)
def test_no_key_is_given_where_in_doubt(statement: str) -> None:
    assert classified(statement).key == ""


@pytest.mark.parametrize(
    ("statement", "scope", "at_least"),
    [
        ("User is allergic to wasps.", Scope.CONSTRAINT, 10),
        ("User is vegetarian.", Scope.CONSTRAINT, 9),
        ("User uses a wheelchair.", Scope.CONSTRAINT, 9),
        ("User no longer has the egg allergy.", Scope.CONSTRAINT, 8),
        ("User likes jazz.", Scope.PREFERENCE, 1),
        ("User is training for a triathlon.", Scope.GOAL, 1),
        ("User is married to Noor.", Scope.RELATIONSHIP, 5),
        ("The vaults are dry.", Scope.FACT, 5),
    ],
)
def test_scope_and_importance_say_how_costly_a_mistake_is(
    statement: str, scope: Scope, at_least: int
) -> None:
    claim = classified(statement)
    assert claim.scope is scope and claim.importance >= at_least


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("Use metric units.", MemoryType.PROCEDURAL),
        ("Never mention competitors.", MemoryType.PROCEDURAL),
        ("User went to a wedding in Ghent on Saturday.", MemoryType.EPISODIC),
        ("User has an interview on Thursday.", MemoryType.EPISODIC),
        ("User moved to Ghent on Saturday.", MemoryType.SEMANTIC),
        ("Phone is how the customer wants to be reached.", MemoryType.SEMANTIC),
    ],
)
def test_the_type_says_how_it_is_remembered(statement: str, kind: MemoryType) -> None:
    assert classified(statement).type is kind


@pytest.mark.parametrize(
    ("statement", "begins", "ends"),
    [
        ("User has lived in Ghent since 2018.", "2018-01-01", None),
        ("User moved to Ghent last month.", "2026-02-01", None),
        ("User is in Ghent until Friday.", None, "2026-03-14"),
        ("User is in Ghent this week.", None, "2026-03-16"),
        ("User will work from Ghent from 1 May.", "2026-05-01", None),
        ("User lives in Ghent.", None, None),
    ],
)
def test_times_become_dates_of_validity(
    statement: str, begins: str | None, ends: str | None
) -> None:
    claim = classified(statement)
    assert claim.valid_from == (day(begins) if begins else None)
    assert claim.valid_until == (day(ends) if ends else None)


def test_an_event_carries_its_restatement_and_how_it_was_told() -> None:
    claim = classified("The customer moved to Ghent last month.")
    assert claim.restated == "The customer lives in Ghent."
    assert (claim.change, claim.content) == (
        Change.EVENT,
        "The customer moved to Ghent last month.",
    )


def test_a_doubtful_statement_is_trusted_less() -> None:
    assert classified("User might move.").confidence < classified("User lives here.").confidence


def test_a_naive_moment_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        classify("User lives in Ghent.", said_at=datetime(2026, 3, 10), zone=ZONE)


def test_a_duration_that_no_calendar_holds_is_no_beginning() -> None:
    claim = classified("User has lived in Ghent for 500 decades.")
    assert claim.valid_from is None


@pytest.mark.parametrize(
    ("statement", "modality"),
    [
        ("User starts work at 7.", "current"),
        ("User starts school at half eight.", "current"),
        ("User starts work on Mondays.", "current"),
        ("User starts a new job at Globex.", "future"),
        ("User starts uni in Ghent.", "future"),
        ("User starts her course next week.", "future"),
    ],
)
def test_when_the_day_begins_is_no_plan(statement: str, modality: str) -> None:
    assert classified(statement).modality == modality


@pytest.mark.parametrize("statement", ["User has lower back pain.", "User has knee problems."])
def test_a_lasting_pain_is_a_constraint(statement: str) -> None:
    assert classified(statement).key == "medical_condition"
