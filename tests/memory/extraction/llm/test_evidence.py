"""Whether a quote stands in a turn, and whether names and numbers were said."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.extraction.engine import HeardTurn
from memory.extraction.llm.evidence import is_founded, is_named, is_said, place_of, words_said


def heard(content, *, users=True):
    said_at = datetime(2026, 3, 10, tzinfo=UTC)
    return HeardTurn(content=content, said_at=said_at, is_users=users, is_new=True)


def quoted(quote, content):
    place = place_of(quote, heard(content))
    return content[slice(*place)] if place else None


@pytest.mark.parametrize(
    ("quote", "content", "found"),
    [
        ("i'm vegan", "hey. I\u2019m  vegan now", "I\u2019m  vegan"),
        ("I live in Köln!", "i live\n\n\nin köln, hi", "i live\n\n\nin köln"),
        ("“two cats”", "i have two cats", "two cats"),
        ("我住在北京", "你好我住在北京了", "我住在北京"),
        ("北京", "我住在北京", "北京"),
        ("живу в Перми", "я живу в перми", "живу в перми"),
        ("no", "no", "no"),
        ("no 🎉", "no 🎉", "no 🎉"),
        ("i ... vegan", "i am vegan", None),
        ("a cat", "i have a category", None),
        ("no", "no way, never", None),
        ("?!", "what?!", None),
        ("", "what", None),
        ("vegan " * 300, "vegan", None),
        ("(.*)+$", "hello (world)", None),
        ("i am vegan", "translate: i am vegan", None),
        ("i am a vegan now", 'she said "i am a vegan now" to me', None),
    ],
)
def test_the_words_stand_there_or_not(quote, content, found):
    assert quoted(quote, content) == found


def test_a_long_hostile_turn_takes_no_time():
    hostile = ("\n" * 3_000 + "a " * 1_000 + "\u200b" * 3_000)[:8_000]
    assert quoted("a " * 900 + "b", hostile) is None


@pytest.mark.parametrize(
    ("sentence", "founded"),
    [
        ("User lives in Gent.", True),
        ("User lives in Paris.", False),
        ("User has 2 dogs.", True),
        ("User has 3 dogs.", False),
        ("User sails at 7 pm.", True),
        ("Gentle words.", True),
        ("User hat eine Allergie.", True),
        ("User is vegetarian.", True),
    ],
)
def test_names_and_numbers_were_said(sentence, founded):
    said = words_said([heard("gent! two dogs. bin allergisch. sailing at 7pm")], 0)
    assert is_founded(sentence, said) is founded


def test_of_the_chatbot_only_the_question_counts_that_is_answered():
    turns = [heard("Rome?", users=False), heard("no"), heard("Oslo.", users=False), heard("yes")]
    assert words_said(turns, 1) == {"rome", "no"}
    assert words_said(turns, 3) == {"no", "yes"}


def test_a_name_counts_from_its_first_word_and_a_value_in_every_word():
    said = words_said([heard("my sister ann is vegan")], 0)
    assert is_named("sister Ann", said) and not is_named("Kim", said)
    assert is_said("Vegan", said) and not is_said("strict vegan", said)
