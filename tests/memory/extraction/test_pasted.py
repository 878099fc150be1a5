"""What is pasted or written for the eye: invisible characters, marks of bold type, logs, chats."""

# ruff: noqa: RUF001 (the look-alike characters are the point)

from __future__ import annotations

import pytest

from memory.extraction.plain import plain

from .said import contents, heard


@pytest.mark.parametrize(
    "said",
    [
        "i\u200bm vegan and i li\u200bve in Ghent",
        "i'm veg\u00adan and i live in Gh\u00adent",
        "\u202ai'm vegan\u202c and i live in \u2066Ghent\u2069",
        "\ufeffi'm vegan and i\u200d live in Ghent",
        "i'm \x1b[1mvegan\x1b[0m and i live in \x07Ghent",
        "i'm **vegan** and i live in *Ghent*",
        "i'm __vegan__ and i live in `Ghent`",
        "i'm vegan and i live in Ghent\U000e0049\U000e0067",
    ],
)
def test_what_nobody_sees_is_in_no_statement(said: str) -> None:
    assert contents(said) == ["User is vegan.", "User lives in Ghent."]


@pytest.mark.parametrize(
    "text",
    [
        "i\u200b am **not** here!!!!!!!!!",
        "a\n\n \nb",
        "\u202eno\u202c",
        "x `y` z\x1b[31m",
        "5 * 3 * 2",
        "",
    ],
)
def test_every_character_knows_the_place_it_came_from(text: str) -> None:
    said = plain(text)
    assert len(said.places) == len(said.text) and list(said.places) == sorted(said.places)
    assert all(
        text[place] == one for place, one in zip(said.places, said.text, strict=True) if one != "\n"
    )


def test_a_claim_knows_its_place_in_what_was_written() -> None:
    text = "hey \u200b**hello**. i li\u200bve in Ghent"
    [claim] = heard(text)
    assert claim.span and text[slice(*claim.span)] == "i li\u200bve in Ghent"


@pytest.mark.parametrize(
    "text", ["کتاب‌ها", "क्‍ष", "the dog is 🐕‍🦺", "2*3*4", "snake__case__name", "* one\n* two"]
)
def test_what_means_something_stays(text: str) -> None:
    assert plain(text).text == text


@pytest.mark.parametrize(
    "pasted",
    [
        "2026-03-09 23:14:05,221 WARN  [http-4] my session is 4411 and i am retrying",
        "[23:14:05] INFO: my user is root",
        "Mar  9 23:14:05 web-2 sshd[811]: my key is accepted",
        "[09/03/2026, 23:14] Femke: i live in Lille",
        "09.03.26, 23:14:05 - Femke: i'm vegan",
        "ERROR my build is broken in Lille",
        "10.0.0.7 - my user is here",
        "$ my command is here",
        "npm ERR! my package is broken",
        "ValueError: my value is seven",
    ],
)
def test_of_a_pasted_log_only_what_stands_around_it_is_read(pasted: str) -> None:
    assert contents(f"{pasted}\n" * 30) == []
    around = f"we moved to Namur. i get this:\n{pasted}\n{pasted}\nmy sister lives in Ghent"
    assert contents(around) == ["User moved to Namur.", "User's sister lives in Ghent."]


def test_of_a_copied_conversation_nothing_is_the_users_own() -> None:
    chat = "Femke: i'm vegan\nWout Maes: i live in Lille\nFemke: my dog is Figo"
    assert contents(f"look what they wrote\n{chat}\ni live in Ghent") == ["User lives in Ghent."]
    assert contents("Update: i live in Ghent") == ["User lives in Ghent."]
