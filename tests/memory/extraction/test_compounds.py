from __future__ import annotations

import pytest

from memory.extraction.compounds import taken_apart
from memory.vocabulary import Change, MemoryType, Modality

from .said import contents, heard


@pytest.mark.parametrize(
    ("said", "states"),
    [
        ("sold the van, bought a scooter", ["User does not have the van.", "User has a scooter."]),
        ("i quit smoking and started rowing", ["User does not smoke.", "User is rowing."]),
        ("i left Lille and moved to Ghent", ["User lives in Ghent."]),
        ("just got a new job as a porter at St. Luke's",
         ["User works as a porter.", "User works at St. Luke's."]),
        ("i've just started at Globex as a welder",
         ["User works as a welder.", "User works at Globex."]),
        ("i landed a job at Globex as an analyst",
         ["User works as an analyst.", "User works at Globex."]),
    ],
)  # fmt: skip
def test_each_change_told_in_one_clause_has_its_own_state(said: str, states: list[str]) -> None:
    assert [claim.restated for claim in heard(said)] == states


def test_a_new_job_fills_two_slots() -> None:
    claims = heard("ive just started a new job as a porter at St. Luke's")
    assert [(claim.key, claim.value) for claim in claims] == [
        ("job_title", "porter"),
        ("employer", "St. Luke's"),
    ]


def test_leaving_one_employer_for_another_retracts_and_names_the_new_one() -> None:
    left, joined = heard("actually im not at St. Luke's anymore, i work at City Clinic now")
    assert (left.restated, left.change) == ("User is not at St. Luke's.", Change.RETRACTION)
    assert (joined.key, joined.value) == ("employer", "City Clinic")


def test_what_is_concluded_with_a_doubt_is_kept_as_doubtful() -> None:
    eats, diet = heard("lol ok i eat prawns sometimes so pescatarian i suppose")
    assert eats.content == "User eats prawns sometimes."
    assert diet.content == "User is probably pescatarian."
    assert (diet.modality, diet.key) == (Modality.HEDGED, "")
    assert 0 < diet.confidence < 0.5


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("vegan i guess", "User is probably vegan."),
        ("i think i'm allergic to latex", "User is probably allergic to latex."),
        ("i live in Ghent, i suppose", "User probably lives in Ghent."),
    ],
)
def test_a_doubt_is_never_taken_for_filler(said: str, kept: str) -> None:
    [claim] = heard(said)
    assert (claim.content, claim.modality) == (kept, Modality.HEDGED)


def test_an_instruction_after_its_reason_is_an_instruction_of_its_own() -> None:
    reason, asked = heard("my shifts are mostly lates so please don't suggest dinner plans")
    assert reason.content == "User's shifts are mostly lates."
    assert (asked.content, asked.type) == (
        "Do not suggest dinner plans.",
        MemoryType.PROCEDURAL,
    )


@pytest.mark.parametrize(
    "clause",
    ["i'm vegan", "booked a table and ordered a cake", "i work nights so i sleep late", "so what"],
)
def test_one_statement_stays_one(clause: str) -> None:
    assert taken_apart(clause) == [clause]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("can't stand liquorice", ["User can not stand liquorice."]),
        ("love bossa nova", ["User loves bossa nova."]),
        ("hate this", []),
        ("love you", []),
    ],
)
def test_a_taste_needs_no_subject_but_a_thing(said: str, kept: list[str]) -> None:
    assert contents(said) == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("i love rye bread but hate caraway", ["User loves rye bread.", "User hates caraway."]),
        ("can't stand jazz, adore opera", ["User can not stand jazz.", "User adores opera."]),
        ("i like how it looks and hate it", []),
        ("sold my moped, got a laptop", ["User sold their moped.", "User got a laptop."]),
    ],
)
def test_tastes_and_deeds_in_one_breath_are_taken_apart(said: str, kept: list[str]) -> None:
    assert [one for one in contents(said) if "User" in one][: len(kept)] == kept
