"""Terse notes: a thing that has one value, and the value."""

from __future__ import annotations

import pytest

from memory.extraction.notes import statement_of_note

from .said import contents


@pytest.mark.parametrize(
    ("note", "statement"),
    [
        ("new plate KV-ET 88E", "my plate is KV-ET 88E"),
        ("our new address: 3 Hill Road, Bath", "my address is 3 Hill Road, Bath"),
        ("new supply address from 1 july: 3 Weir Road", "my supply address is 3 Weir Road from 1 july"),
        ("new policy number AS-8800261", "my policy number is AS-8800261"),
        ("and a new boss", ""),
        ("use 07700 900552", "my phone number is 07700 900552"),
        ("you can reach me at ines@example.org now", "my email is ines@example.org"),
        ("use 20 instead", ""),
        ("new boss Ana", "my boss is Ana"),
        ("my gym locker: 212", "my gym locker is 212"),
        ("revenue 34k", "my revenue is 34k"),
        ("rent 820 a month", "my rent is 820 a month"),
        ("weight down to 82 kg", "my weight is 82 kg"),
        ("new iPhone 15", ""),
        ("new year 2026", ""),
        ("title: Moby Dick", ""),
        ("deadline: friday", ""),
        ("price 20 euros", ""),
        ("new address book", ""),
    ],
)  # fmt: skip
def test_a_note_says_what_a_thing_of_ones_own_is(note, statement):
    assert statement_of_note(note) == statement


def test_it_becomes_a_claim_without_anybodys_judgement():
    assert contents("Fiat 500, red. new plate AB12 XYZ") == ["User's plate is AB12 XYZ."]
    assert contents("my plate is KV-RT 204 for the garage form") == ["User's plate is KV-RT 204."]
    assert contents("that was my work phone. use 07700 900552") == [
        "User's phone number is 07700 900552."
    ]
    assert contents("new iphone 15") == []
    assert contents("call the vet on 07700 900552") == []
