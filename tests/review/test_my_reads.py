"""The page on which a person sees who was told what about them."""

from __future__ import annotations

from django.urls import reverse

from memory.api.keys import create_key
from memory.audit.reads import note_read
from memory.change import Actor
from memory.models import AccessRecord, Decision
from tests.people import remember

PAGE = reverse("review:me_reads")


def test_it_names_the_bot_what_it_read_and_when(visit_of, mira, denver):
    key, _ = create_key(mira.workspace, name="helpdesk bot", scopes=["read"])
    actor = Actor(Decision.Actor.API_KEY, key.id)
    note_read(mira, actor, AccessRecord.Act.CONTEXT, [denver.id, "mem_erased000000"])
    page = visit_of(mira).get(PAGE).content.decode()
    assert "The chatbot (helpdesk bot)" in page
    assert "Denver" in page
    assert "one that is gone" in page


def test_another_person_s_reads_and_statements_are_not_shown(visit_of, mira, noor, olga, denver):
    theirs = remember(noor, "Collects stamps.")
    bot = Actor(Decision.Actor.API_KEY, "key_000000000001")
    for subject, memory in ((noor, theirs), (olga, theirs), (mira, theirs)):
        note_read(subject, bot, AccessRecord.Act.READ, [memory.id])
    page = visit_of(mira).get(PAGE).content.decode()
    assert page.count("looked at one thing") == 1
    assert "stamps" not in page


def test_opening_a_person_or_a_memory_is_logged(browser_of, ana, mira, denver):
    browser = browser_of(ana)
    browser.get(reverse("review:subject", args=[mira.id]))
    browser.get(reverse("review:memory", args=[denver.id]))
    found = AccessRecord.objects.order_by("created_at").values_list("reader", "reader_ref", "act")
    assert list(found) == [
        ("operator", str(ana.pk), "list"),
        ("operator", str(ana.pk), "read"),
    ]


def test_without_a_visit_the_page_is_gone(client, mira):
    assert client.get(PAGE).status_code == 410
