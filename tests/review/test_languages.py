"""The end users' pages speak their reader's language; nobody else's pages do."""

from __future__ import annotations

import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.utils import translation

from memory.amend import delete_memory
from memory.consent.choices import known_categories
from memory.models import Memory
from review.kinds import WORDS
from review.policies import subject_self
from tests.memory.conftest import tell
from tests.people import everything

GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.5"}
HEADING = "Was ich über dich weiß"


def page(browser, path="/me/", **options):
    return browser.get(path, **options).content.decode()


def test_the_browsers_language(visit_of, mira, denver, moved):
    told = page(visit_of(mira), headers=GERMAN)
    assert '<html lang="de">' in told
    assert HEADING in told
    assert "Von dir gesagt am" in told
    assert 'am <time datetime="2026-03-01T09:30:00+00:00"' in told
    assert re.search(r">1\. M\w+</time>", told)
    assert "Ja, ersetzen" in told
    assert "Lives in Denver." in told  # what was said stays as it was said


def test_what_was_deleted_and_the_conversations(visit_of, mira, denver):
    browser = visit_of(mira)
    assert "Gelöscht und endgültig gelöscht." in page(browser, headers=GERMAN)
    delete_memory(denver, subject_self(mira).actor)
    told = page(browser, "/me/forgotten/", headers=GERMAN)
    assert "endgültig weg am <time" in told
    assert "Zurückholen: Lives in Denver." in told
    assert "eine Nachricht · 0 Dinge gelernt" in told
    tell(mira, "Lives in Austin.", key="city", value="Austin")
    refused = page(browser, "/me/forgotten/", headers=GERMAN)
    assert "Dafür gilt jetzt etwas Neueres." in refused
    asked = page(browser, f"/me/sessions/{denver.source_session_id}/erase/", headers=GERMAN)
    assert "eine Nachricht, 0 Dinge, die ich daraus gelernt habe." in asked
    assert 'href="/me/forgotten/"' in asked


@pytest.mark.parametrize("asked", ["", "fr", "xx-YY", "*", "/../de"])
def test_english_where_there_is_no_other(visit_of, mira, asked):
    told = page(visit_of(mira), headers={"accept-language": asked})
    assert '<html lang="en">' in told
    assert "What I remember about you" in told


def test_a_choice_stays_in_the_browser(visit_of, mira):
    browser = visit_of(mira)
    chosen = browser.post("/me/language/", {"language": "de"})
    assert (chosen.status_code, chosen.cookies["visit_language"]["path"]) == (302, "/me/")
    assert HEADING in page(browser)
    browser.post("/me/language/", {"language": "en"})
    assert HEADING not in page(browser, headers=GERMAN)


def test_a_language_that_there_is_none_of(visit_of, mira):
    browser = visit_of(mira)
    assert not browser.post("/me/language/", {"language": "tlh"}).cookies.get("visit_language")
    assert "What I remember about you" in page(browser)


def test_the_operators_pages_and_the_next_request_are_in_english(ana, browser_of, visit_of, mira):
    page(visit_of(mira), headers=GERMAN)
    assert translation.get_language() == "en"
    assert '<html lang="en">' in page(browser_of(ana), "/review/", headers=GERMAN)


def test_refusals_toasts_and_form_errors(visit_of, mira, denver):
    browser = visit_of(mira)
    before = everything()
    edit = f"/me/memories/{denver.id}/edit/"
    late = browser.post(edit, {"content": "Lives in Waco.", "shown": "x"}, headers=GERMAN)
    assert "Sieh noch einmal nach." in late.content.decode()
    empty = browser.post(edit, {"content": ""}, headers=GERMAN)
    assert "Schreib den Satz so" in empty.content.decode()
    secret = browser.post(edit, {"content": "My password is hunter22"}, headers=GERMAN)
    assert "Es enthält ein Passwort" in secret.content.decode()
    assert everything() == before
    gone = browser.post("/me/memories/mem_aaaaaaaaaaaa/delete/", headers=GERMAN)
    assert "Das weiß ich nicht mehr." in gone.content.decode()
    done = browser.post(f"/me/memories/{denver.id}/delete/", follow=True, headers=GERMAN)
    assert "Gelöscht. Ich verwende es nicht mehr." in done.content.decode()
    assert "Rückgängig" in done.content.decode()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/me/reads/", "Wer es gelesen hat"),
        ("/me/erase/", "Alles über dich endgültig löschen?"),
        ("/me/nowhere/", "Nicht gefunden"),
    ],
)
def test_the_other_pages(visit_of, mira, denver, path, words):
    assert words in page(visit_of(mira), path, headers=GERMAN)


def test_the_end_of_a_link(client, db):
    assert "Dieser Link gilt nicht mehr" in page(client, headers=GERMAN)


def test_what_is_taken_along(visit_of, mira, denver):
    packed = visit_of(mira).get("/me/download/", headers=GERMAN)
    told = ZipFile(BytesIO(packed.content)).read("memories.html").decode()
    assert "Was über dich gespeichert war" in told
    assert "(1. März 2026)" in told
    assert Memory.objects.get().content in told


def test_every_kind_has_words():
    assert set(WORDS) == set(known_categories())
