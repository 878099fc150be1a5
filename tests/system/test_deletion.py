"""What is erased is gone on every path, what is kept is still found, and nothing is taken by guess."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from memory import store, tasks
from memory.episodes import write_summary
from memory.forget.erase import erase_memory, erase_subject
from memory.inference.embeddings import embed
from memory.models import (
    AccessRecord,
    AuditLink,
    Decision,
    ErasureReceipt,
    Memory,
    Session,
    Subject,
    Turn,
)
from memory.models.memory import RESTORABLE_FOR
from memory.recall.hits import find_hits
from memory.recall.statements import compiled
from memory.sessions.summary import Summary
from memory.write_path import NewTurn, receive_turns
from tests.memory.conftest import current, tell
from tests.memory.forget.test_canary import in_valkey
from tests.memory.forget.test_erase import traces
from tests.people import remember
from tests.system.doing import hear, run_periodic_tasks

pytestmark = pytest.mark.django_db


@pytest.mark.case("del-001")
def test_an_erased_person_is_found_by_no_search(case, fakes, alice, api, told):
    tell(alice, case.existing[0])
    assert "whisky" in told(alice, "whisky?")
    assert "whisky" in told(alice, "whisky?"), "nor is an answer kept that was given before"
    assert api.delete("subjects/alice").status_code == 200
    assert traces("whisky") == []
    assert "whisky" not in in_valkey()
    assert api.get("subjects/alice/memories?text=whisky").status_code == 404
    assert api.post("subjects/alice/context", {"query": "whisky?"}).status_code == 404


@pytest.mark.case("del-003")
def test_what_is_erased_leaves_no_place_in_a_ranking(case, fakes, alice):
    first, second = (remember(alice, content) for content in case.existing)
    erase_memory(first, store.SYSTEM)
    (vector,) = embed(["jose JWT"])
    hits = find_hits(compiled(Memory.objects.filter(subject=alice)), "jose JWT", vector)
    assert [hit.id for hit in hits] == [second.id]


@pytest.mark.case("del-005")
def test_a_summary_that_was_derived_goes_as_well(case, fakes, alice):
    said = f"A hard spring. {case.existing[0]}"
    memory = remember(alice, case.existing[0], said=said)
    text = case.existing[1].removeprefix("[derived summary] ")
    with store.change(alice.id, store.GATE) as c:
        summary = Summary(text=text, topics=("surgery",))
        write_summary(c, Session.objects.get(), summary, embed([text])[0], evidence={})
    erase_memory(memory, store.SYSTEM)
    assert traces("surgery") == []
    assert "A hard spring." in Turn.objects.get().content


@pytest.mark.case("del-007")
def test_all_of_a_person_goes_however_many_they_are(case, fakes, alice):
    for content in case.existing:
        remember(alice, content)
    receipt = erase_subject(alice, store.SYSTEM)
    assert receipt.counts["memory.Memory"] == len(case.existing) == 12
    assert traces("(entity e1)") == []


@pytest.mark.case("del-009")
def test_the_message_that_it_came_from_is_masked(case, fakes, alice):
    memory = remember(alice, case.existing[0], said=f"Good morning. {case.existing[0]}")
    erase_memory(memory, store.SYSTEM)
    assert traces("Elm Street") == []
    assert Turn.objects.get().content.startswith("Good morning. ")


@pytest.mark.case("del-011")
def test_no_profile_is_served_after_its_person_is_erased(case, fakes, alice, acme, api, told):
    slot, value = case.existing[0].removeprefix("profile.interest.").split(" = ")
    tell(alice, f"User's {slot} is {value}.", key=slot, value=value)
    assert value in told(alice, "Hello.")
    api.delete("subjects/alice")
    anew = Subject.objects.create(workspace=acme, external_id="alice")
    assert value not in told(anew, "Hello.")


@pytest.mark.models
@pytest.mark.case("del-013")
def test_a_request_that_fits_nothing_well_takes_nothing(case, alice):
    remember(alice, case.existing[0])
    hear(alice, "Forget my car.")
    assert current(alice) == set(case.existing)
    assert not Decision.objects.filter(action__in=["delete", "erase", "expire"]).exists()


@pytest.mark.case("del-015")
def test_no_log_has_the_words_neither_before_nor_after(case, fakes, alice, api, told):
    def in_logs() -> list[object]:
        logs = (Decision, AccessRecord, AuditLink, ErasureReceipt)
        rows = [row for model in logs for row in model.objects.values()]
        assert rows
        return [row for row in rows if "absent" in str(row)]

    tell(alice, case.existing[0])
    told(alice, "Why was I absent?")
    assert in_logs() == []
    api.delete("subjects/alice")
    assert in_logs() == []
    assert traces("absent") == []


@pytest.mark.case("del-017")
def test_what_a_person_erased_on_their_page_does_not_come_back(case, fakes, alice, visit_of):
    memory = remember(alice, case.existing[0])
    browser = visit_of(alice)
    assert "learning Go" in browser.get("/me/").content.decode()
    browser.post(reverse("review:me_erase_one", args=[memory.id]), {"sure": "on"})
    for _ in range(2):
        page = browser.get("/me/").content.decode()
        assert "learning Go" not in page and "Nothing at the moment" in page
    assert traces("learning Go") == []


@pytest.mark.case("del-019")
def test_what_waits_in_the_queue_is_not_written_after_the_erasure(case, fakes, alice):
    message = case.existing[0].removeprefix("(buffered, not yet processed) ")
    receipt = receive_turns(alice, session="s1", turns=[NewTurn("user", message)])
    sessions = list(Session.objects.values_list("id", flat=True))
    assert receipt.claims, "the job is there before"
    erase_subject(alice, store.SYSTEM)
    for claim in receipt.claims:
        tasks.decide_claim(claim.id)
    for session_id in sessions:
        tasks.read_turns(session_id)
        tasks.embed_session(session_id)
        tasks.sum_up_session(session_id)
    tasks.sweep_claims()
    assert traces("Kaunas") == []
    assert not Subject.objects.exists()


@pytest.mark.case("del-021")
def test_a_request_that_is_withdrawn_in_the_same_message_is_none(case, fakes, alice):
    remember(alice, case.existing[0])
    hear(alice, case.incoming)
    assert current(alice) == set(case.existing)
    assert Memory.objects.count() == 1


@pytest.mark.case("del-023")
def test_no_path_of_retrieval_finds_what_was_erased(case, fakes, alice, api, told):
    memory = remember(alice, case.existing[0], said=f"Please note: {case.existing[0]}")
    Memory.objects.update(created_at=timezone.now() - timedelta(hours=2))
    assert "6001" in told(alice, "database port")
    moment = (timezone.now() - timedelta(hours=1)).isoformat()
    receipt = api.delete(f"memories/{memory.id}?erase=true").json()
    assert receipt["counts"]["memories"] == 1
    found = [
        told(alice, "database port"),
        told(alice, "What was my database port before?"),
        told(alice, "What did I say about the database port?", session="chat"),
        told(alice, "database port", as_of=moment),
        api.get("subjects/alice/memories?state=all&text=6001").content.decode(),
        api.get("subjects/alice/export").content.decode(),
        api.get("review-items?text=6001").content.decode(),
    ]
    assert [text for text in found if "6001" in text] == []


@pytest.mark.case("dup-020")
def test_nothing_that_runs_by_itself_drops_both_copies(case, fakes, alice):
    for content in case.existing:
        tell(alice, content)
    before = current(alice)
    with time_machine.travel(timezone.now() + timedelta(days=40)):
        run_periodic_tasks()
        assert current(alice) == before
    assert len(before) >= 1


@pytest.mark.case("evt-007")
def test_a_request_to_forget_leaves_nothing_that_tells_of_it(case, fakes, alice, told):
    tell(alice, case.existing[0])
    hear(alice, case.incoming)
    assert current(alice) == set()
    assert Memory.objects.count() == 1, "the request itself is no memory"
    assert "trading" not in told(alice, "What was I interested in?")
    with time_machine.travel(timezone.now() + RESTORABLE_FOR + timedelta(hours=1)):
        run_periodic_tasks()
    assert not Memory.objects.exists()
