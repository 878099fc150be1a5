"""What no rule is sure of: the statement model judges it."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.errors import UnavailableError
from memory.extraction import judge as judging
from memory.extraction.judge import KEEP, judge, weighed
from memory.extraction.proposal import ProposedClaim
from memory.extraction.rules import Candidate, extract
from memory.inference.statement_labels import (
    About,
    Choice,
    ImportanceBand,
    Labels,
    LifetimeBand,
    Worth,
)
from memory.vocabulary import Change, MemoryType, Modality, Scope

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
CLAIM = Candidate(
    "i sit in row nine", ProposedClaim(content="User sits in row nine."), durable=False
)


def heard(text: str, *, judge=judge) -> list[ProposedClaim]:
    return extract(text, previous=None, said_at=NOW, zone=ZoneInfo("UTC"), judge=judge)


def labels(**words) -> Labels:
    """Labels that are sure of these words, and of the usual ones."""
    usual = {
        "keep": Worth.KEEP, "type": MemoryType.SEMANTIC, "scope": Scope.FACT, "modality": Modality.CURRENT,
        "change": Change.NONE, "about": About.SELF, "importance": ImportanceBand.MIDDLE, "lifetime": LifetimeBand.YEARS,
    }  # fmt: skip
    return Labels(**{head: Choice({word: 1.0}) for head, word in (usual | words).items()})


def keep_at(probability: float) -> Labels:
    choice = Choice({Worth.KEEP: probability, Worth.DROP: 1 - probability})
    given = labels()
    return Labels(keep=choice, **{h: getattr(given, h) for h in given.__slots__ if h != "keep"})


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    [
        "i always want an aisle seat, my knee won't bend",
        "we keep bees",
        "our cat sleeps in the garage",
    ],
)
def test_what_only_the_model_knows_to_last_is_kept(text):
    assert heard(text, judge=None) == []
    assert heard(text)


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    [
        "i can't believe this weather lol",
        "i need coffee",
        "we're nearly there i think",
        "i just laughed so hard",
        "my code won't compile",
    ],
)
def test_small_talk_is_not(text):
    assert heard(text) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("soil is heavy clay", "User's soil is heavy clay."),
        ("the startup is called Larkbox", "User's startup is called Larkbox."),
        ("off sports til easter", "User is off sports til easter."),
        ("thinking of a used Zoe", "User is thinking of a used Zoe."),
    ],
)
def test_what_is_told_without_an_owner_is_the_users_if_it_is_kept(text, content):
    def keep(candidates):
        return [one.claim for one in candidates]

    assert heard(text, judge=None) == []
    assert [claim.content for claim in heard(text, judge=keep)] == [content]


@pytest.mark.parametrize("text", ["it is raining", "that one", "on it", "is it late", "fix it"])
def test_what_is_nobodys_is_not_even_asked(text):
    def refuse(_candidates):
        raise AssertionError

    assert heard(text, judge=refuse) == []


def test_a_rule_that_is_sure_is_not_asked_again():
    def refuse(_candidates):
        raise AssertionError

    assert [claim.content for claim in heard("i'm vegan", judge=refuse)] == ["User is vegan."]


def test_all_that_is_doubtful_is_asked_at_once_and_keeps_its_place():
    asked = []

    def one_in_two(candidates):
        asked.append([one.clause for one in candidates if not one.in_passing])
        return [one.claim if "new" in one.clause else None for one in candidates]

    text = "I collect old maps. I'm vegan. I collect new stamps."
    claims = heard(text, judge=one_in_two)

    assert asked == [["I collect old maps", "I collect new stamps"]]
    assert [claim.content for claim in claims] == ["User is vegan.", "User collects new stamps."]
    start, end = claims[1].span
    assert text[start:end].startswith("I collect new stamps")


def test_the_more_careful_reading_of_the_modality_holds():
    kept = weighed(CLAIM, labels(modality=Modality.HEDGED))

    assert kept is not None and kept.modality == Modality.HEDGED


@pytest.mark.parametrize(
    "found",
    [
        keep_at(KEEP - 0.01),
        labels(type=MemoryType.PROCEDURAL),
        labels(about=About.OTHER),
    ],
)
def test_what_the_model_doubts_is_dropped(found):
    assert weighed(CLAIM, found) is None


def test_what_is_told_in_passing_of_somebody_else_is_kept_as_that():
    told = ProposedClaim(content="Biscuit died this morning.")
    claim = weighed(
        Candidate("Biscuit died this morning", told, durable=False, in_passing=True),
        labels(about=About.OTHER),
    )

    assert claim is not None and claim.beneficiary == "Biscuit"


@pytest.mark.parametrize("fields", [{"key": "diet"}, {"scope": Scope.CONSTRAINT}])
def test_nobody_elses_slot_or_constraint_becomes_the_users(fields):
    told = ProposedClaim(content="Vegan.", **fields)
    candidate = Candidate("vegan", told, durable=False, in_passing=True)

    assert weighed(candidate, labels(about=About.OTHER)) is None


def test_an_episode_is_kept_as_one():
    kept = weighed(CLAIM, labels(type=MemoryType.EPISODIC))

    assert kept is not None and (kept.type, kept.scope) == (MemoryType.EPISODIC, Scope.EVENT)


def test_without_the_model_only_what_is_sure_is_kept(monkeypatch):
    def away(_messages):
        raise UnavailableError("away")

    monkeypatch.setattr(judging, "read_statements", away)

    contents = [claim.content for claim in heard("I collect old maps. I'm vegan.")]

    assert contents == ["User is vegan."]


@pytest.mark.parametrize(
    ("heard_as", "kept"), [(MemoryType.SEMANTIC, None), (MemoryType.EPISODIC, MemoryType.EPISODIC)]
)
def test_what_only_sounds_like_an_order_is_no_instruction(heard_as, kept):
    order = ProposedClaim(content="Do not have a car.", type=MemoryType.PROCEDURAL)
    found = weighed(Candidate("don't have a car", order, durable=False), labels(type=heard_as))
    assert (found.type if found else None) == kept


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("dropped my phone in the canal yesterday", "2026-03-09"),
        ("had my tonsils out in 2011", "2011-01-01"),
        ("the tyres were changed on saturday", "2026-03-07"),
        ("keys to the new studio on 2 april", None),
        ("our fence fell over", None),
    ],
)
def test_what_is_judged_an_event_keeps_its_day(said, day):
    def an_event(candidates):
        found = labels(
            type=MemoryType.EPISODIC, modality=Modality.FUTURE if "keys" in said else Modality.PAST
        )
        return [weighed(one, found) for one in candidates]

    [claim] = heard(said, judge=an_event)
    happens = claim.valid_from.date().isoformat() if claim.valid_from else None
    assert (claim.type, happens) == (MemoryType.EPISODIC, day)


def test_what_came_back_lies_behind():
    assert not [
        one
        for one in heard("got my exam results back on friday", judge=None)
        if one.valid_from and one.valid_from > NOW
    ]
