"""Where the LLM fails, the rules read; somebody who waits does not wait for it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import tasks, unread
from memory.inference.fakes import use_fakes
from memory.models import Claim, Decision, Extraction
from memory.write_path import NewTurn, decide_claim, read_now, receive_turns
from tests.memory.extraction.llm.stand_in import claims, say, send
from tests.memory.unread.conftest import GENT, contents, due_in, read_it, row, told, unread_turns


@pytest.mark.parametrize(
    ("play", "fallback"),
    [
        (send(401), "denied"),
        (send(400), "rejected"),
        (say("no JSON"), "unusable_answer"),
        (send(429, Retry_After="4000"), "busy"),
    ],
)
def test_what_will_not_pass_makes_the_rules_read_at_once_and_say_so(alma, llm, play, fallback):
    llm.will(play)
    told(alma, "i live in Gent")

    assert read_it() == ["User lives in Gent."]
    claim = Claim.objects.get()
    assert (claim.engine, claim.fallback) == ("rules", fallback)
    with use_fakes():
        decide_claim(claim.id)
    proof = Decision.objects.get().evidence
    assert proof["extraction"] == {"engine": "rules", "fallback": fallback}
    assert unread_turns() == []


def test_what_may_pass_is_tried_three_times_before_the_rules_read(alma, llm):
    llm.will(send(500))
    told(alma, "i live in Gent")

    assert read_it() == []
    assert 15 < due_in() <= unread.RETRY and unread_turns() == ["i live in Gent"]
    assert row().last_error == "server_error"
    assert read_it() == []
    assert read_it() == ["User lives in Gent."]
    assert len(llm.asked) == 3
    assert Claim.objects.get().fallback == "server_error"
    assert (row().attempts, row().last_error, row().due_at) == (0, "", None)


def test_a_failure_that_passes_costs_nothing(alma, llm):
    llm.will(send(500), claims(GENT))
    told(alma, "i live in Gent")
    read_it()
    assert read_it() == ["User lives in Gent."]
    assert Claim.objects.get().engine == "llm:small-model"


def test_an_open_circuit_makes_the_rules_read_at_once(alma, bruno, llm):
    llm.will(send(401))
    told(alma, "hello")
    read_it()
    receipt = told(bruno, "i live in Gent")

    read_now(receipt)
    assert len(llm.asked) == 1
    assert Claim.objects.get().fallback == "suspended"


def test_retry_after_is_respected_for_every_session(alma, bruno, llm):
    llm.will(send(429, Retry_After="40"), claims(GENT))
    told(alma, "i live in Gent")
    read_it()
    assert 35 < due_in() <= 40
    told(alma, "Hello!", role="assistant")
    told(alma, "hm")  # which does not make it due sooner
    assert 35 < due_in() <= 40

    other = receive_turns(bruno, session="s", turns=[NewTurn("user", "i live in Gent")])
    Extraction.objects.filter(session__subject=bruno).update(due_at=timezone.now())
    tasks.read_turns(other.turns[0].session_id)
    assert len(llm.asked) == 1 and contents() == []


def test_who_waits_gets_the_claims_at_once(alma, llm):
    llm.will(claims(GENT))
    receipt = read_now(told(alma, "i live in Gent"))

    assert [claim.content for claim in receipt.claims] == ["User lives in Gent."]
    assert (unread_turns(), receipt.message) == ([], "")


def test_who_waits_is_not_made_to_wait_for_a_retry(alma, llm):
    llm.will(send(500))
    receipt = read_now(told(alma, "i live in Gent"))
    assert [claim.fallback for claim in receipt.claims] == ["server_error"]


def test_who_waits_is_told_where_another_worker_reads(alma, llm):
    receipt = told(alma, "i live in Gent")
    Extraction.objects.update(held_until=timezone.now() + timedelta(seconds=60))
    assert read_now(receipt).message.startswith("Stored, and read later")
