from __future__ import annotations

from datetime import UTC, datetime

from memory.demo import DemoPerson, load_people
from memory.extraction.classify import classify
from memory.extraction.proposal import ProposedClaim
from memory.extraction.refuse import refuse
from memory.extraction.rules import extract
from memory.vocabulary import Change, MemoryType, Modality, Scope, Source

NOW = datetime(2026, 3, 10, 11, tzinfo=UTC)


def claims_of(person: DemoPerson) -> list[ProposedClaim]:
    zone = person.zone
    said = [
        claim
        for session in person.sessions
        for turn in session.turns
        if turn.role == "user"
        for claim in extract(turn.content, previous=None, said_at=NOW, zone=zone)
    ]
    posted = [
        classify(claim.content, said_at=NOW, zone=zone)
        for session in person.sessions
        for claim in session.claims
    ]
    return said + posted


def test_two_workspaces_know_the_same_id_as_different_subjects() -> None:
    people = load_people()
    assert len({person.workspace for person in people}) == 2
    assert len({(person.workspace, person.external_id) for person in people}) == len(people)
    assert len({person.external_id for person in people}) == len(people) - 1


def test_everybody_has_three_sessions_or_more_oldest_first() -> None:
    for person in load_people():
        days = [session.days_ago for session in person.sessions]
        assert len(days) >= 3 and days == sorted(days, reverse=True)


def test_session_names_are_unique() -> None:
    names = [session.external_id for person in load_people() for session in person.sessions]
    assert len(set(names)) == len(names)


def test_every_person_says_something_worth_keeping_and_nothing_to_refuse() -> None:
    for person in load_people():
        assert claims_of(person)
        for session in person.sessions:
            assert [turn.content for turn in session.turns if refuse(turn.content)] == []


def test_the_conversations_hold_what_the_gate_has_to_tell_apart() -> None:
    claims = [claim for person in load_people() for claim in claims_of(person)]
    assert {claim.change for claim in claims} == set(Change)
    assert {claim.type for claim in claims} == set(MemoryType)
    assert {Modality.HEDGED, Modality.TEMPORARY, Modality.PAST, Modality.FUTURE} <= {
        claim.modality for claim in claims
    }
    assert {Scope.CONSTRAINT, Scope.PREFERENCE, Scope.GOAL} <= {claim.scope for claim in claims}
    assert "team" in {claim.beneficiary for claim in claims}


def test_posted_claims_come_from_several_sources() -> None:
    sources = {
        claim.source
        for person in load_people()
        for session in person.sessions
        for claim in session.claims
    }
    assert {Source.IMPORT.value, Source.ASSISTANT.value, Source.OPERATOR.value} == sources


def test_sessions_lie_that_many_days_before_now_at_their_local_time() -> None:
    person = load_people()[0]
    began = person.sessions[0].began_at(now=NOW, zone=person.zone)
    assert began.tzinfo is person.zone and began < NOW
    assert (NOW.date() - began.date()).days == person.sessions[0].days_ago
