"""Statements about oneself in other languages are kept word for word; nothing else is."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.extraction.classify import classify
from memory.extraction.rules import extract
from memory.vocabulary import SELF


def heard(text: str) -> list[str]:
    return [claim.content for claim in claims(text)]


def claims(text: str):
    now = datetime(2026, 3, 10, 12, tzinfo=UTC)
    return extract(text, previous=None, said_at=now, zone=ZoneInfo("UTC"))


@pytest.mark.parametrize(
    "text",
    [
        "J'habite à Lyon et je travaille de nuit",
        "estoy en Dublín hasta el 11 de abril, por trabajo",
        "sono allergico alle noci",
        "ik werk bij de gemeente",
        "mieszkam w Łodzi od roku",
        "Benim iki kedim var",
        "मैं दिल्ली में रहता हूँ",
        "私は学生です",
        "저는 서울에 살아요",
    ],
)
def test_it_is_kept_word_for_word_and_has_no_slot(text):
    [claim] = claims(text)

    assert (claim.content, claim.key, claim.restated, claim.beneficiary) == (text, "", "", SELF)
    assert claim.span == (0, len(text))


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("Ich wohne in Hamburg", "Hamburg"),
        ("ich lebe jetzt in Freiburg", "Freiburg"),
        ("eu moro em Recife", "Recife"),
        ("jag bor i Malmö", "Malmö"),
        ("j'habite maintenant à Lille", "Lille"),
        ("Я теперь живу в Казани", "Казань"),
        ("Я живу в Томске", "Томск"),
        ("我住在北京", "北京"),
    ],
)
def test_the_town_that_somebody_lives_in_fills_its_slot(text, town):
    [claim] = claims(text)

    assert (claim.content, claim.key, claim.value) == (text, "city", town)


@pytest.mark.parametrize(
    "text",
    ["Я живу в Москве", "我在学习", "ich lebe in Angst", "ich wohne in einem Haus", "vivo en paz"],
)
def test_what_is_not_surely_a_town_fills_no_slot(text):
    assert all(claim.key == "" for claim in claims(text))


@pytest.mark.parametrize(
    ("statement", "town"),
    [
        ("Der Kunde wohnt in Rostock.", "Rostock"),
        ("Likes tea, 用户在成都", "成都"),
        ("La usuaria vive en Granada.", "Granada"),
    ],
)
def test_a_statement_that_is_posted_in_the_third_person_is_read_as_well(statement, town):
    found = classify(statement, said_at=datetime(2026, 3, 10, tzinfo=UTC), zone=ZoneInfo("UTC"))

    assert (found.key, found.value) == ("city", town)


def test_sentences_end_where_these_languages_end_them():
    text = "我住在北京。我喜欢猫\uff01你好吗\uff1f"

    assert heard(text) == ["我住在北京", "我喜欢猫"]


@pytest.mark.parametrize(
    "text",
    [
        "ich bin müde",
        "ich habe eine Frage",
        "¿cómo se dice eso?",
        "tengo hambre",
        "je suis prête",
        "Wohnst du in Hamburg?",
        "ho ho ho merry",
        "Ben likes cats very much",
        "soy milk please and thanks",
        "Mi casa es su casa is the name of it",
    ],
)
def test_what_is_of_the_moment_or_only_looks_foreign_is_left_out(text):
    assert heard(text) == []
