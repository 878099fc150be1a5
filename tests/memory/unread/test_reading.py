"""What the LLM reads, once, and whose words they are."""

from __future__ import annotations

import logging
from datetime import timedelta
from threading import Event, Thread
from unittest.mock import patch

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from memory import tasks, unread
from memory.forget.erase import erase_subject
from memory.inference.fakes import use_fakes
from memory.models import Claim, Decision, Extraction, Subject
from memory.store import SYSTEM
from memory.write_path import decide_claim
from tests.memory.conftest import current
from tests.memory.extraction.llm.stand_in import claims, say, stated, wait_for
from tests.memory.unread.conftest import (
    GENT,
    contents,
    due_in,
    make_due,
    read_it,
    row,
    swept,
    told,
    unread_turns,
)


def test_one_request_for_all_new_turns_with_the_bots_turn_before(alma, llm):
    llm.will(claims({**GENT, "turn": 2}))
    told(alma, "Where do you live?", role="assistant")
    told(alma, "i live in Gent", "and i have two cats")

    assert read_it() == ["User lives in Gent."]
    assert len(llm.asked) == 1
    assert all(text in llm.texts for text in ("Where do you live?", "two cats"))
    claim = Claim.objects.get()
    assert (claim.engine, claim.source, claim.state) == ("llm:small-model", "user", "pending")
    assert (claim.turn.content, claim.span_start) == ("i live in Gent", 0)
    assert claim.said_at == claim.turn.created_at
    assert unread_turns() == [] and row().due_at is None


def test_what_was_read_is_not_read_again(alma, llm):
    llm.will(claims(GENT), claims(stated("two cats", "User has two cats.", 2)))
    told(alma, "i live in Gent")
    read_it()
    told(alma, "and i have two cats")
    read_it()

    lines = llm.asked[1]["messages"][1]["content"].splitlines()
    assert ['"new": false' in line for line in lines[1:3]] == [True, False]
    assert contents() == ["User lives in Gent.", "User has two cats."]


def test_the_claims_go_to_the_gate_and_the_log_says_what_read_them(alma, llm):
    llm.will(claims(GENT))
    told(alma, "i live in Gent")
    read_it()
    with use_fakes():
        decide_claim(Claim.objects.get().id)

    assert current(alma) == {"User lives in Gent."}
    assert Decision.objects.get().evidence["extraction"] == {"engine": "llm:small-model"}


def test_many_turns_are_several_requests(alma, llm, django_capture_on_commit_callbacks):
    llm.will(claims())
    told(alma, *[f"note {n}" for n in range(unread.MOST_TURNS + 1)])
    with patch.object(tasks, "nudge_readers") as nudge:
        with django_capture_on_commit_callbacks(execute=True):
            read_it()
        assert unread_turns() == ["note 20"]
        assert due_in() > 0 and not nudge.called  # one turn that is left waits for the pause
    read_it()
    assert len(llm.asked) == 2 and unread_turns() == []


def test_long_turns_are_several_requests(alma, llm):
    llm.will(claims())
    told(alma, *[letter * 8_000 for letter in "abcd"])
    read_it()
    assert [turn[0] for turn in unread_turns()] == ["d"]


def test_a_task_that_comes_twice_or_early_asks_nobody(alma, llm):
    llm.will(claims())
    told(alma, "i live in Gent")
    tasks.read_turns(row().session_id)
    assert llm.asked == []
    read_it()
    tasks.read_turns(row().session_id)
    assert len(llm.asked) == 1


def test_a_session_is_read_by_one_worker_only_until_that_is_lost(alma, llm):
    llm.will(claims(GENT))
    told(alma, "i live in Gent")
    held = timezone.now() + timedelta(seconds=90)
    Extraction.objects.update(held_until=held)

    assert read_it() == [] and swept() == []
    with time_machine.travel(held + timedelta(seconds=1)):
        assert swept() == [row().session_id]
        assert read_it() == ["User lives in Gent."]


def test_a_session_that_was_erased_is_no_error(alma, llm):
    told(alma, "i live in Gent")
    session = row().session_id
    erase_subject(alma, SYSTEM)

    tasks.read_turns(session)
    assert llm.asked == []


def test_a_paused_subject_is_not_read_until_it_goes_on(alma, llm):
    llm.will(claims(GENT))
    told(alma, "i live in Gent")
    Subject.objects.update(paused_at=timezone.now())

    assert read_it() == [] and swept() == [] and llm.asked == []
    Subject.objects.update(paused_at=None)
    assert read_it() == ["User lives in Gent."]


def test_an_error_that_nobody_thought_of_is_tried_again_and_given_up_visibly(alma, llm, caplog):
    told(alma, "i live in Gent")
    with patch("memory.unread.chosen_engine", side_effect=RuntimeError("about Gent")):
        read_it()
        assert (row().attempts, row().last_error, row().held_until) == (1, "RuntimeError", None)
        assert 55 < due_in() <= 60
        for _ in range(unread.MAX_ATTEMPTS - 1):
            read_it()
    assert row().due_at is None and row().last_error == "RuntimeError"
    assert unread_turns() == ["i live in Gent"] and "Gent" not in caplog.text


BOOKED = stated("I booked a table for you", "A table is booked for User.", 2)


def test_what_the_chatbot_says_is_no_claim(alma, llm):
    llm.will(claims(BOOKED))
    told(alma, "hi")
    told(alma, "I booked a table for you", role="assistant")
    assert read_it() == [] and unread_turns() == []


def test_where_the_workspace_asks_for_it_the_chatbot_is_a_source_of_its_own(alma, llm):
    alma.workspace.learn_from_assistant = True
    alma.workspace.save()
    llm.will(claims(BOOKED))
    told(alma, "hi")
    told(alma, "I booked a table for you", role="assistant")

    assert read_it() == ["A table is booked for User."]
    assert Claim.objects.get().source == "assistant"


def test_the_chatbot_never_retires_what_the_user_said(alma, llm):
    alma.workspace.learn_from_assistant = True
    alma.workspace.save()
    llm.will(
        claims(GENT),
        claims(stated("You live in Rome", "User lives in Rome.", 2, key="city", value="Rome")),
    )
    with use_fakes():
        for role, content in (("user", "i live in Gent"), ("assistant", "You live in Rome")):
            told(alma, content, role=role)
            read_it()
        for claim in Claim.objects.order_by("created_at"):
            decide_claim(claim.id)

    assert current(alma) == {"User lives in Gent."}
    assert Claim.objects.get(source="assistant").state == "waiting"


@pytest.mark.django_db(transaction=True)
def test_two_workers_ask_once(workspace, llm):
    alma = Subject.objects.create(workspace=workspace, external_id="person-1")
    started, go_on = Event(), Event()
    llm.will(wait_for(started, go_on, claims(GENT)))
    told(alma, "i live in Gent")
    make_due()

    def work():
        try:
            tasks.read_turns(row().session_id)
        finally:
            connection.close()

    first = Thread(target=work)
    first.start()
    assert started.wait(5)
    second = Thread(target=work)
    second.start()
    second.join(5)
    told(alma, "something new meanwhile")
    go_on.set()
    first.join(5)

    assert len(llm.asked) == 1
    assert contents() == ["User lives in Gent."]
    assert unread_turns() == ["something new meanwhile"] and row().due_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_person_erased_while_the_llm_reads_leaves_nothing(workspace, llm):
    alma = Subject.objects.create(workspace=workspace, external_id="person-1")
    started, go_on = Event(), Event()
    llm.will(wait_for(started, go_on, claims(GENT)))
    told(alma, "i live in Gent")
    make_due()
    session = row().session_id

    def work():
        try:
            tasks.read_turns(session)
        finally:
            connection.close()

    worker = Thread(target=work)
    worker.start()
    assert started.wait(5)
    erase_subject(alma, SYSTEM)
    go_on.set()
    worker.join(5)

    assert not Claim.objects.exists() and not Extraction.objects.exists()


def test_no_words_in_the_logs(alma, llm, caplog):
    caplog.set_level(logging.DEBUG)
    llm.will(claims(GENT), say("Gent is no JSON"))
    for _ in range(2):
        told(alma, "i live in Gent")
        read_it()
    assert "2 turns" not in caplog.text and "1 turns, 1 claims" in caplog.text
    assert "Gent" not in caplog.text and "sk-hidden" not in caplog.text
