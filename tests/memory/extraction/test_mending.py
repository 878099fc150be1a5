"""What was said in an earlier message, mended in a later one."""

from __future__ import annotations

import pytest

from memory.extraction.mending import Spoken, mended_statement
from memory.extraction.rules import extract
from memory.vocabulary import Change

from .said import TUESDAY, ZONE


def conversation(*texts: str) -> list[Spoken]:
    """The user speaks first, then the bot, in turn."""
    return [Spoken(text, is_users=place % 2 == 0) for place, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("earlier", "said", "mended"),
    [
        (["the pool is 28 degrees", "Warm."], "oops i said 28, it's 26", "the pool is 26 degrees"),
        (["my rent is 610", "Noted."], "610 i said but it should be 640", "my rent is 640"),
        (
            ["hello", "What is the frame number?", "WBX-55017K", "Thank you."],
            "let me look again. WBX-55011K, a one at the end",
            "my frame number is WBX-55011K",
        ),
        (["hi", "Your badge is 0B-3310?"], "the sticker says OB-3310", "my badge is OB-3310"),
    ],
)
def test_the_statement_is_said_anew(earlier: list[str], said: str, mended: str) -> None:
    sentence = said.split(". ")[-1]
    assert mended_statement(sentence, conversation(*earlier)) == mended


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        (["my rent is 610", "Noted."], "i said 500, it's 520"),
        (["the code is WBX-55017K", "Noted."], "the other one is QRT-10993P"),
        (["my rent is 610", "Noted."], "is it 610 or 640"),
        (["my rent is 610", "Noted."], "i said 610 because of the heating"),
        ([], "sorry i said 6, its 7"),
    ],
)
def test_what_mends_nothing_is_left_alone(earlier: list[str], said: str) -> None:
    assert mended_statement(said, conversation(*earlier)) is None


def test_it_is_kept_as_a_correction_at_its_own_place() -> None:
    text = "hm. sorry i said 610, its 640"
    earlier = conversation("my rent is 610", "Noted.")
    [claim] = extract(text, previous="Noted.", said_at=TUESDAY, zone=ZONE, earlier=earlier)
    assert (claim.content, claim.change) == ("User's rent is 640.", Change.CORRECTION)
    assert claim.span and text[slice(*claim.span)] == "sorry i said 610, its 640"


@pytest.mark.parametrize(
    ("earlier", "said", "kept"),
    [
        (["my grandma is in hospital", "I'm sorry."], "she is allergic to latex", "User's grandma is allergic to latex."),
        (["my uncle came over", "Nice."], "he hates fennel", "User's uncle hates fennel."),
    ],
)  # fmt: skip
def test_she_is_who_was_named_in_an_earlier_message(
    earlier: list[str], said: str, kept: str
) -> None:
    found = extract(
        said, previous=earlier[-1], said_at=TUESDAY, zone=ZONE, earlier=conversation(*earlier)
    )
    assert [claim.content for claim in found] == [kept]


def test_he_is_nobody_who_was_named_as_a_woman() -> None:
    earlier = conversation("my grandma is in hospital", "I'm sorry.")
    found = extract("he hates fennel", previous=None, said_at=TUESDAY, zone=ZONE, earlier=earlier)
    assert found == []
