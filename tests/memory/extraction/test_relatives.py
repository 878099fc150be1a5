"""Whom somebody has, where they are only mentioned."""

from __future__ import annotations

import pytest

from .said import contents


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("my dog is barking at the router", "User has a dog."),
        ("sorry, my husband just came in", "User has a husband."),
        ("my nephew Olaf drew a whale", "User has a nephew called Olaf."),
        ("the dog is sitting on my feet", "User has a dog."),
    ],
)
def test_a_mention_says_that_there_is_somebody(text: str, told: str) -> None:
    assert told in contents(text)


@pytest.mark.parametrize(
    "text",
    [
        "my late husband loved this",
        "if my wife were here",
        "my boyfriend and i broke up years ago",
        "my sister is loud",
        "the dog next door is barking at my window",
        "the dog on tv",
        "my cat video got 3 likes",
    ],
)
def test_of_nobody_else_it_is_said(text: str) -> None:
    assert not any(content.startswith("User has a ") for content in contents(text))


def test_where_something_is_said_of_them_that_is_enough() -> None:
    assert contents("my wife is a surgeon") == ["User's wife is a surgeon."]
