"""What handing out a context leaves behind: questions that are asked, memories that are counted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
import time_machine
from django.db import close_old_connections, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import store
from memory.amend import delete_memory, edit_memory
from memory.inference.fakes import use_fakes
from memory.models import FollowUp, Memory
from memory.read_path import build_context
from memory.recall.handing_out import count_access, hand_out
from memory.undo import last_undoable, undo
from memory.write_path import NewTurn, decide_claim, receive_turns
from tests.memory.conftest import conflict, tell

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 10, 7, 12, tzinfo=UTC)
Status = FollowUp.Status


@pytest.fixture(autouse=True)
def judged():
    with use_fakes(conflict(("Tuesday", "Friday"))):
        yield


@pytest.fixture
def interview(alma) -> FollowUp:
    return FollowUp.objects.create(
        subject=alma, question="How did the interview go?", due_date=NOON.date()
    )


def offered(subject, at: datetime = NOON, *, take: bool = True) -> list[str]:
    """The questions of a context at that moment, which is handed out."""
    with time_machine.travel(at, tick=False):
        block = build_context(subject, query="hello")
        if take:
            hand_out(subject, block)
    return [line.text for line in block.lines if line.follow_up]


def status_of(row: FollowUp) -> str:
    row.refresh_from_db()
    return row.status


def test_a_question_is_offered_from_its_day_on(alma, interview):
    assert offered(alma, NOON - timedelta(days=1)) == []
    assert status_of(interview) == Status.PENDING
    assert offered(alma) == ["How did the interview go?"]
    assert status_of(interview) == Status.ASKED


def test_it_is_not_offered_again_on_that_day_and_is_on_the_next(alma, interview):
    assert offered(alma)
    assert offered(alma, NOON + timedelta(hours=11)) == []
    assert offered(alma, NOON + timedelta(hours=12)) == ["How did the interview go?"]
    assert offered(alma, NOON + timedelta(hours=13)) == []


def test_of_two_contexts_that_were_built_at_once_only_one_offers_it(alma, interview):
    with time_machine.travel(NOON, tick=False):
        first, second = (build_context(alma, query="hello") for _ in range(2))
        hand_out(alma, first)
        hand_out(alma, second)

    assert [line.follow_up for line in first.lines] == [interview.id]
    assert second.lines == []
    assert second.as_dict()["text"] == "Nothing is remembered about the user that matters here."
    assert status_of(interview) == Status.ASKED


@pytest.mark.parametrize(("zone", "hours"), [("Pacific/Kiritimati", 1), ("Pacific/Honolulu", 21)])
def test_its_days_are_the_subjects_own(alma, interview, zone, hours):
    """At 9:00 UTC it is 23:00 on Kiritimati; on Hawaii the day ends at 10:00 UTC."""
    alma.zone = zone
    alma.save()
    nine = NOON.replace(hour=9) + timedelta(days=1 if zone == "Pacific/Honolulu" else 0)
    first = nine if hours == 1 else nine + timedelta(hours=4)
    assert offered(alma, first)
    assert offered(alma, first + timedelta(hours=hours) - timedelta(minutes=1)) == []
    assert offered(alma, first + timedelta(hours=hours))


@pytest.mark.parametrize("status", [Status.DONE, Status.DISMISSED])
def test_what_is_done_or_dismissed_is_not_offered(alma, interview, status):
    interview.set_status(status, day=NOON.date())
    assert offered(alma, NOON + timedelta(days=3)) == []


def test_building_a_context_changes_nothing(alma, interview):
    assert offered(alma, take=False)
    assert status_of(interview) == Status.PENDING
    assert offered(alma, take=False)


def test_what_the_budget_dropped_was_not_asked(alma, interview):
    tell(alma, " ".join(["No mushrooms ever."] * 40), scope="constraint")
    with time_machine.travel(NOON, tick=False):
        block = build_context(alma, query="", budget=100)
        hand_out(alma, block)
    assert [gone.line.follow_up for gone in block.dropped] == [interview.id]
    assert status_of(interview) == Status.PENDING


def test_a_past_moment_asks_nothing(alma, interview):
    with time_machine.travel(NOON + timedelta(days=2), tick=False):
        block = build_context(alma, query="", as_of=NOON + timedelta(days=1))
    assert not [line for line in block.lines if line.follow_up]


def test_another_persons_question_is_neither_offered_nor_marked(alma, bruno, interview):
    assert offered(bruno) == []
    with time_machine.travel(NOON, tick=False):
        hand_out(bruno, build_context(alma, query=""))
    assert status_of(interview) == Status.PENDING


def test_an_answer_of_the_same_moment_is_not_lost(alma, interview):
    with time_machine.travel(NOON, tick=False):
        block = build_context(alma, query="")
        interview.set_status(Status.DONE, day=NOON.date())
        hand_out(alma, block)
    assert status_of(interview) == Status.DONE


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("really well, thanks!", Status.DONE),
        ("the interview went well", Status.DONE),
        ("i'd rather not talk about it", Status.DISMISSED),
        ("it got cancelled", Status.DISMISSED),
        ("not yet, still waiting", Status.ASKED),
        ("what's a good soup?", Status.ASKED),
    ],
)
def test_the_users_answer_ends_it(alma, interview, answer, status):
    with time_machine.travel(NOON, tick=True):
        hand_out(alma, build_context(alma, query="hi"))
        asked = NewTurn("assistant", "Hi! How did the interview go?")
        receive_turns(alma, session="s", turns=[NewTurn("user", "hi"), asked])
        receive_turns(alma, session="s", turns=[NewTurn("user", answer)])
    assert status_of(interview) == status


def test_an_answer_may_name_a_new_day(alma, interview):
    with time_machine.travel(NOON, tick=True):
        asked = NewTurn("assistant", "How did the interview go?")
        answer = NewTurn("user", "it was moved to 12 October")
        receive_turns(alma, session="s", turns=[asked, answer])
    assert status_of(interview) == Status.PENDING
    assert interview.due_date == datetime(2026, 10, 13).date()
    assert offered(alma, NOON + timedelta(days=1)) == []


def test_only_the_turn_right_after_the_question_answers_it(alma, interview):
    with time_machine.travel(NOON, tick=True):
        asked = NewTurn("assistant", "How did the interview go?")
        other = [NewTurn("user", "what is a good soup?"), NewTurn("assistant", "Leek soup!")]
        receive_turns(alma, session="s", turns=[asked, *other, NewTurn("user", "great, thanks")])
    assert status_of(interview) == Status.PENDING


# What is retired takes its question along ------------------------------------------------------


@pytest.fixture
def told(alma) -> Memory:
    """A memory of an interview on 6 October, with its question for the 7th."""
    with time_machine.travel(NOON - timedelta(days=5), tick=False):
        turn = NewTurn("user", "I have an interview on 6 October.")
        for claim in receive_turns(alma, session="s", turns=[turn]).claims:
            decide_claim(claim.id)
    assert FollowUp.objects.get().due_date == NOON.date()
    return Memory.objects.get()


def take_back(memory: Memory) -> None:
    with store.change(memory.subject_id, store.SYSTEM) as change:
        undo(change, last_undoable(memory))


def test_an_event_that_is_over_keeps_its_question(alma, told):
    assert not told.is_current(NOON + timedelta(days=60)) or told.valid_until is None
    assert offered(alma, NOON + timedelta(days=60))


def test_a_deleted_memory_takes_its_question_along_and_undo_brings_it_back(alma, told):
    delete_memory(told, store.SYSTEM)
    assert offered(alma, take=False) == []
    take_back(told)
    assert offered(alma)


def test_a_retired_memory_takes_its_question_along_and_undo_brings_it_back(alma, told):
    with store.change(alma.id, store.SYSTEM) as change:
        store.retire(change, told, reason="stored")
    assert offered(alma, take=False) == []
    take_back(told)
    assert offered(alma)


def test_a_replaced_memory_takes_its_question_along_and_undo_brings_it_back(alma):
    FollowUp.objects.create(
        subject=alma,
        memory=stored(alma, "Alma's course meets on Tuesday."),
        question="How was the course?",
        due_date=NOON.date(),
    )
    later = stored(alma, "Alma's course meets on Friday.")
    assert later.supersedes is not None
    assert offered(alma, take=False) == []
    take_back(later)
    assert offered(alma) == ["How was the course?"]


def stored(subject, content: str) -> Memory:
    tell(subject, content)
    return Memory.objects.get(content=content)


def test_a_correction_keeps_the_question_under_the_new_wording(alma, told):
    with time_machine.travel(NOON - timedelta(days=4), tick=False):
        edit_memory(told, {"content": "User has a job interview on 6 October."}, store.SYSTEM)
    assert offered(alma) == ["How did the job interview go?"]


def test_an_event_that_was_deleted_and_is_told_again_is_asked_about_again(alma, told):
    delete_memory(told, store.SYSTEM)
    with time_machine.travel(NOON - timedelta(days=4), tick=False):
        turn = NewTurn("user", "i do have an interview on 6 October")
        for claim in receive_turns(alma, session="s", turns=[turn]).claims:
            decide_claim(claim.id)
    assert len(offered(alma)) == 1


# Access counters -------------------------------------------------------------------------------


def test_what_was_told_is_counted(alma):
    memory = stored(alma, "Alma plays the tuba.")
    tell(alma, "Bread is baked at dawn.")
    for _ in range(2):
        count_access(alma, build_context(alma, query="Alma plays the tuba"))
    memory.refresh_from_db()
    assert memory.access_count == 2
    assert timezone.now() - memory.last_accessed < timedelta(minutes=1)
    assert Memory.objects.exclude(id=memory.id).get().access_count == 0


def test_counting_is_one_statement_and_none_where_nothing_was_told(alma, django_assert_num_queries):
    for name in ("tuba", "viola", "harp"):
        tell(alma, f"Alma plays the {name}.")
    block = build_context(alma, query="Alma plays the tuba")
    with CaptureQueriesContext(connection) as asked:
        count_access(alma, block)
    assert len([q for q in asked if q["sql"].startswith("UPDATE")]) == 1
    assert not [q for q in asked if q["sql"].startswith("SELECT")]
    nothing = build_context(alma, query="")
    with django_assert_num_queries(0):
        count_access(alma, nothing)


def test_what_was_believed_at_a_past_moment_does_not_count(alma):
    memory = stored(alma, "Alma plays the tuba.")
    past = build_context(alma, query="Alma plays the tuba", as_of=timezone.now())
    assert past.memory_ids == [memory.id]
    count_access(alma, past)
    memory.refresh_from_db()
    assert memory.access_count == 0


@pytest.mark.django_db(transaction=True)
def test_contexts_that_are_handed_out_at_once_lose_no_count(alma):
    for name in ("tuba", "viola", "harp"):
        tell(alma, f"Alma plays the {name}.")
    block = build_context(alma, query="Alma plays the tuba viola harp")

    def count() -> None:
        for _ in range(5):
            count_access(alma, block)
        close_old_connections()
        connection.close()

    threads = [Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = Memory.objects.filter(id__in=block.memory_ids)
    assert len(block.memory_ids) > 1
    assert set(told.values_list("access_count", flat=True)) == {20}
