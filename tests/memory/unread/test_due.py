"""When turns are read: at once without an LLM, else when enough of them wait or the session pauses."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import time_machine
from django.utils import timezone
from kombu.exceptions import OperationalError

from memory import tasks
from memory.models import Claim, Extraction
from tests.memory.extraction.llm.conftest import endpoint_at
from tests.memory.unread.conftest import due_in, read_it, row, swept, told, unread_turns


def test_without_an_llm_all_is_read_at_once(alma):
    receipt = told(alma, "i live in Gent")

    assert [claim.content for claim in receipt.claims] == ["User lives in Gent."]
    assert (receipt.claims[0].engine, receipt.claims[0].fallback) == ("rules", "")
    assert not Extraction.objects.exists() and unread_turns() == []


def test_what_is_left_when_the_llm_is_taken_away_is_read_by_the_rules(alma, llm, settings):
    told(alma, "i live in Gent")
    settings.LLM = None

    assert read_it() == ["User lives in Gent."]
    assert Claim.objects.get().engine == "rules"
    assert llm.asked == []


def test_a_single_turn_waits_for_the_pause(alma, llm):
    receipt = told(alma, "i live in Gent")

    assert receipt.claims == [] and llm.asked == []
    assert 55 < due_in() <= 60
    assert swept() == []


def test_a_session_that_paused_is_swept_up(alma, llm):
    told(alma, "i live in Gent")
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert swept() == [row().session_id]


def test_each_message_of_the_person_starts_the_pause_anew(alma, llm, settings):
    settings.LLM = endpoint_at(llm.url, every_turns=3)
    told(alma, "i live in Gent")
    Extraction.objects.update(due_at=timezone.now() + timedelta(seconds=5))
    told(alma, "Nice!", role="assistant")
    assert due_in() < 6
    told(alma, "hm")
    assert 55 < due_in() <= 60
    told(alma, "and i have two cats")
    assert due_in() <= 0


def test_enough_turns_tell_the_workers_on_commit(alma, llm, django_capture_on_commit_callbacks):
    told(alma, "i live in Gent")
    with (
        patch.object(tasks.read_turns, "apply_async") as told_workers,
        django_capture_on_commit_callbacks(execute=True),
    ):
        told(alma, "and i have two cats")

    told_workers.assert_called_once_with((row().session_id,), retry=False)


def test_a_broker_that_is_down_loses_nothing(alma, llm, django_capture_on_commit_callbacks):
    with (
        patch.object(tasks.read_turns, "apply_async", side_effect=OperationalError("down")),
        django_capture_on_commit_callbacks(execute=True),
    ):
        told(alma, "i live in Gent", "and i have two cats")

    assert swept() == [row().session_id]
