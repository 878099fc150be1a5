"""Nobody can make the patterns work without end: a long nasty message costs no more than a long one.

The watchdog is no measure of speed. It is far above what any input needs, and far below what one
does whose cost grows with the square of its length or worse.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from memory.extraction.refuse import refuse
from memory.extraction.restate import restate

from .said import classified, heard

LONGEST = 8_000
WATCHDOG = 20.0  # seconds

CUES = (
    "", "i live in ", "my name is ", "i'm allergic to ", "my password is ", "i moved to ",
    "my sister ", "please ", "ignore ", "SELECT ",
)  # fmt: skip
TOKENS = (
    "\n", " \n", " ", "\u2026", ".!", ", ", ". ", " and ", "in 5 years ", "a-", "a", "a ", "A ", "Ab1", "1 ",
    "I live in ", "a, ", '" ', "' ", "a. ", "- ", "not ", "haha ", "i think ", "sk-", "a@", "(", "\U0001f643",
)  # fmt: skip
REPORTED = (
    "my name is " + "\n" * 3990 + " and I work at " + "\n" * 3900 + "x",
    "my name is " + "\u2026" * 3990 + " and I work at " + "\u2026" * 3900 + "x",
    "I live in " + " and " * 1600,
    "i'm " + "allergic to a, " * 530,
)


@contextmanager
def watched(name: str) -> Iterator[None]:
    def bark(_signal: int, _frame: FrameType | None) -> None:
        pytest.fail(f"Still working on {name!r} after {WATCHDOG} seconds of computing.")

    before = signal.signal(signal.SIGVTALRM, bark)
    signal.setitimer(signal.ITIMER_VIRTUAL, WATCHDOG)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def read_by_all(text: str) -> None:
    heard(text, previous=text + "?")
    classified(text)
    restate(text)
    refuse(text)


@pytest.mark.parametrize("token", TOKENS)
def test_a_repeated_token_does_not_freeze_the_patterns(token: str) -> None:
    for cue in CUES:
        for length in (400, LONGEST):
            with watched(f"{cue}{token} of {length}"):
                read_by_all((cue + token * length)[: length - 1] + "x")


@pytest.mark.parametrize("text", REPORTED)
def test_what_froze_the_server_once_does_not_again(text: str) -> None:
    with watched(text[:40]):
        read_by_all(text)


def test_what_is_longer_than_a_statement_is_kept_without_a_key() -> None:
    claim = classified("I live in Ghent" + " and Ghent" * 50)
    assert (claim.key, claim.modality) == ("", "current")


def test_a_span_is_counted_in_the_text_as_it_was_sent() -> None:
    text = "hello \n\n\n......... i live   in\u00a0Ghent!!!!!!!! i'm vegan"
    assert [text[slice(*claim.span)] for claim in heard(text) if claim.span] == [
        "i live   in\u00a0Ghent",
        "i'm vegan",
    ]
