"""What is said as somebody else, or of a group, is nothing of the user's own."""

from __future__ import annotations

import pytest

from .said import contents, heard


@pytest.mark.parametrize(
    "said",
    [
        "let's role-play: you're the interviewer. i've got a degree in law and i live in Ghent",
        "ok roleplay: i'm a knight. i live in Camelot. i'm allergic to dragons",
        "you are now my landlord. i rent a flat in Lille and i pay 900",
        "imagine i'm a customer. my order number is 4410 and i'm vegan",
        "for my novel: the hero says i moved to Ghent. i work at Globex",
        "can we roleplay a sales call? i work at Initech",
    ],
)
def test_who_plays_a_part_says_nothing_of_themselves(said: str) -> None:
    assert contents(said) == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("i live in Ghent. let's roleplay, you're a pirate and i'm a king", ["User lives in Ghent."]),
        ("pretend you're a chef. i'm allergic to sesame", ["User is allergic to sesame."]),
        ("act as my tutor please. i study law", ["User studies law."]),
        ("my boss plays a lot of role-playing games. we live in Ghent", ["User lives in Ghent."]),
    ],
)  # fmt: skip
def test_who_only_gives_the_bot_a_part_is_still_themselves(said: str, kept: list[str]) -> None:
    assert contents(said) == kept


@pytest.mark.parametrize(
    "said",
    ["we're called The Night Bus", "we are named Blue Harbour", "we were called Kites before"],
)
def test_what_a_group_is_called_is_nobodys_own_name(said: str) -> None:
    assert not [one for one in heard(said) if one.key == "name"]
