"""The page on which a person sees who was told what about them."""

from __future__ import annotations

from django.urls import reverse

from memory.api_keys import create_key
from memory.audit.reads import note_read
from memory.change import Actor
from memory.models import AccessRecord, Decision
from review import bulk
from review.actions import Answer, resolve
from review.listings.items import queue as queued
from review.policies import Action
from tests.people import ask, remember

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


def test_every_page_that_shows_questions_is_logged_for_each_person(
    browser_of, ana, decider, harbour, mira, noor, olga, moved
):
    """The queue, its list alone, a bulk run, one's last answers, an item: ids and no words."""
    dog = remember(noor, "Has a dog.")
    asked = ask(noor, "Has a cat.", dog, others=(remember(noor, "Has a hen."),))
    ask(olga, "Has a cow.", remember(olga, "Has a goat."))
    run = bulk.prepare(harbour, decider(ana), queued(harbour, {}), deed="reject")
    resolve(moved, Answer(action=Action.REJECT), decider(ana))
    browser, part = browser_of(ana), {"HX-Request": "true"}
    of_noor = {dog.id, *asked.others.values_list("id", flat=True)}
    of_mira = {moved.memory_id}
    for address, headers, told in (
        ("/review/", {}, {noor.id: of_noor}),
        ("/review/?text=cat", part, {noor.id: of_noor}),
        ("/review/?text=nothing", part, {}),
        ("/review/?state=resolved", {}, {mira.id: of_mira}),
        (reverse("review:bulk_run", args=[run.id]), {}, {noor.id: of_noor, mira.id: of_mira}),
        (reverse("review:bulk_run", args=[run.id]), part, {}),
        (reverse("review:mine"), {}, {mira.id: of_mira}),
        (reverse("review:item", args=[asked.id]), {}, {noor.id: of_noor}),
    ):
        before = set(AccessRecord.objects.values_list("id", flat=True))
        assert browser.get(address, headers=headers).status_code == 200
        fresh = AccessRecord.objects.exclude(id__in=before)
        assert {(one.subject_ref, *sorted(one.memory_refs)) for one in fresh} == {
            (subject, *sorted(refs)) for subject, refs in told.items()
        }, address
        assert {one.reader_ref for one in fresh} <= {str(ana.pk)}


def test_without_a_visit_the_page_is_gone(client, mira):
    assert client.get(PAGE).status_code == 410
