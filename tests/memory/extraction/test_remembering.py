"""What somebody asks to be remembered is kept, whether or not a rule would have thought of it."""

from __future__ import annotations

import pytest

from memory.extraction.person import asks_to_remember

from .said import contents


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("please note that my bike is in shed 4", "User's bike is in shed 4."),
        (
            "make a mental note: our spare key is under the pot",
            "User's spare key is under the pot.",
        ),
        ("remember for next time: i take two sugars in it", "User takes two sugars in it."),
        ("ok keep in mind that my oven runs hot", "User's oven runs hot."),
        ("write this down: my seat was 14C", "User's seat was 14C."),
        ("for your notes, my kiln is a small one", "User's kiln is a small one."),
        ("can you remember that our gate sticks", "User's gate sticks."),
    ],
)
def test_it_is_kept_without_a_doubt(said: str, kept: str) -> None:
    assert contents(said) == [kept]


@pytest.mark.parametrize(
    "said",
    ["remember when we spoke about dogs?", "do you remember my bike?", "i remember my first bike", "i can't remember my pin",
     "make a note of the differences: cost, speed", "remember to water the plants", "note the accent here"],
)  # fmt: skip
def test_what_only_speaks_of_remembering_asks_for_nothing(said: str) -> None:
    assert not asks_to_remember(said)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("my number changed, it's 0151 7781902", "User's number is now 0151 7781902."),
        ("our postcode has changed to NR3 1AB", "User's postcode is now NR3 1AB."),
        ("i've got a new email: wout@example.net", "User's email is now wout@example.net."),
        ("got a new plate, KV 20 RTL", "User's plate is now KV 20 RTL."),
    ],
)
def test_what_changed_is_kept_with_what_it_is_now(said: str, kept: str) -> None:
    assert contents(said) == [kept]
