from __future__ import annotations

import pytest

from memory.extraction.joining import joined

from .said import heard


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("we moved! Loft in Antwerp", "we moved, Loft in Antwerp"),
        ("switched desks. now by the window", "switched desks, now by the window"),
        ("got the job! night porter at Hotel Elm.", "got the job, night porter at Hotel Elm."),
    ],
)
def test_an_exclamation_is_read_on_into_what_explains_it(text: str, read: str) -> None:
    assert joined(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "we moved! i like it here",
        "we moved! what a day",
        "we moved! can you update my address",
        "signed! thanks for the help",
        "the file was moved. Loft in Antwerp",
    ],
)
def test_what_stands_alone_stays_alone(text: str) -> None:
    assert joined(text) == text


def test_a_flat_in_a_town_says_where_somebody_lives_now() -> None:
    [claim] = heard("finally moved in! Small flat in Antwerp")
    assert (claim.key, claim.value, claim.restated) == ("city", "Antwerp", "User lives in Antwerp.")
