"""What is told in passing: sentences that no rule reads, for the judge."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.extraction.judge import judge
from memory.extraction.passing import told_in_passing
from memory.extraction.rules import extract

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


def heard(text: str, *, judge=judge):
    return extract(text, previous=None, said_at=NOW, zone=ZoneInfo("UTC"), judge=judge)


def keep_all(candidates):
    return [one.claim for one in candidates]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("caterer: Miss Perring", "Caterer: Miss Perring."),
        ("pnpm not npm", "Pnpm not npm."),
        ("CV2-88126B", "CV2-88126B."),
        ("the lamp is by my bed", "The lamp is by User's bed."),
    ],
)
def test_a_sentence_that_stands_alone_is_kept_as_it_is(sentence, told):
    assert told_in_passing(sentence, []) == told


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("my mum turns 60", "User's mum hates chocolate."),
        ("ask my cousin Dana", "User's cousin Dana hates chocolate."),
        ("grandma was here", "User's grandma hates chocolate."),
    ],
)
def test_she_is_who_was_named_before(before, told):
    assert told_in_passing("she hates chocolate", [before]) == told


@pytest.mark.parametrize(
    "sentence",
    [
        "she hates chocolate",
        "that one is broken",
        "it is on the left",
        "yes please do",
        "fix the loop for me",
        "what a day",
        "forget my number",
        "great stuff",
    ],
)
def test_what_cannot_stand_alone_is_left_out(sentence):
    assert told_in_passing(sentence, ["lovely weather"]) == ""


def test_the_whole_sentence_is_offered_only_where_no_rule_is_sure():
    contents = [claim.content for claim in heard("i'm vegan. dose is 20 mg now", judge=keep_all)]

    assert contents == ["User is vegan.", "User's dose is 20 mg now."]


def test_a_claim_knows_its_place_in_the_turn():
    text = "ok. so the caterer: Miss Perring, finally"
    claim = heard(text, judge=keep_all)[-1]

    start, end = claim.span
    assert "caterer: Miss Perring" in text[start:end]


def test_code_quotes_and_questions_are_not_offered():
    text = "> caterer: Miss Perring\n```\nport: 8080\n```\nwhich caterer was it again?"

    assert heard(text, judge=keep_all) == []


@pytest.mark.models
@pytest.mark.parametrize(
    "text", ["Oliver moved away last week", "Biscuit died this morning", "rent 2A from april: 820"]
)
def test_the_model_keeps_what_lasts(text):
    assert heard(text)


@pytest.mark.models
@pytest.mark.parametrize("text", ["lol what a day", "sounds good to me", "nice weather for ducks"])
def test_and_no_chatter(text):
    assert heard(text) == []


@pytest.mark.parametrize("text", ["i play the cello", "we're learning to play the sitar"])
def test_playing_an_instrument_is_no_role_play(text):
    assert heard(text, judge=keep_all)


@pytest.mark.parametrize("text", ["ok play my landlord, i'm angry", "let's play a pirate ship"])
def test_playing_a_role_is(text):
    assert heard(text, judge=keep_all) == []
