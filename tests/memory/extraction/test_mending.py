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


@pytest.mark.parametrize(
    ("earlier", "said", "kept"),
    [
        (["i live in Lille", "Nice!"], "oops i meant Ghent", "User lives in Ghent."),
        (["we moved to Antwerp", "Nice!"], "argh typo, i meant Arnhem", "User moved to Arnhem."),
        (["i work at Philips", "Ok."], "no, not Philips, i mean Phillips", "User works at Phillips."),
        (["my horse is called Bella", "Ok."], "*Stella", "User's horse is called Stella."),
        (["my cousin is Yannick", "Ok."], "Yannik*", "User's cousin is Yannik."),
        (["my yoga is on monday", "Ok."], "sorry i meant wednesday", "User's yoga is on wednesday."),
        (["our wedding is in june", "Ok."], "i meant july, not june", "User's wedding is in july."),
        (["i live in Lille", "Ok."], "oops. sorry. i meant Ghent", "User lives in Ghent."),
        (["i'm 41", "Ok."], "hm no, 42", "User is 42."),
        (["we have 3 hens", "Ok."], "wait, sorry, it's 4", "User has 4 hens."),
        (["i drive a Polo", "Great."], "actually i meant a Golf", "User drives a Golf."),
    ],
)  # fmt: skip
def test_a_word_or_a_figure_is_mended_in_the_message_before(
    earlier: list[str], said: str, kept: str
) -> None:
    found = extract(
        said, previous=earlier[-1], said_at=TUESDAY, zone=ZONE, earlier=conversation(*earlier)
    )
    assert [(one.content, one.change) for one in found] == [(kept, Change.CORRECTION)]


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        (["i live in Lille", "Nice!"], "i meant it"),
        (["i live in Lille", "Nice!"], "i mean who doesn't"),
        (["i live in Lille", "Nice!"], "i mean every day"),
        (["i live in Lille", "Nice!"], "not now, i mean it"),
        (["i live in Lille", "In Lille, or in the 59th?"], "no, 60"),
        (["i have 8 hens", "Nice!"], "no, 5 of them are brown"),
        (["i have 8 hens and 3 cats", "Nice!"], "sorry, 9 is the limit here"),
        (["what is a hen", "A bird."], "*rooster"),
        (["i live in Lille", "Nice!"], "i meant Ghent?"),
        (["we opened on 1 may", "Nice!"], "we're 9 now. no, 8"),
        (["i have an iphone13", "Nice!"], "my wife has an iphone14"),
        (["the server runs ubuntu22.04", "Ok."], "the other one runs ubuntu24.04"),
        (["my dog likes toy-12", "Ok."], "my cat likes toy-13"),
    ],
)
def test_words_that_mend_nothing_make_no_correction(earlier: list[str], said: str) -> None:
    found = extract(
        said, previous=earlier[-1], said_at=TUESDAY, zone=ZONE, earlier=conversation(*earlier)
    )
    assert not [one for one in found if one.change is Change.CORRECTION]
