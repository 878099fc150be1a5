"""Follow-ups as rows: planned with the memory of an event, moved and ended by what is said later."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from memory import store
from memory.forget.erase import erase_memory
from memory.inference.embeddings import embed
from memory.models import FollowUp, Memory, Subject
from memory.read_path import build_context
from memory.write_path import NewTurn, decide_claim, receive_turns
from tests.memory.conftest import tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fakes")]
Status = FollowUp.Status


def say(subject: Subject, *messages: str, at: datetime | None = None) -> None:
    """Messages of a user, with all that comes of them decided."""
    turns = [NewTurn("user", message, created_at=at) for message in messages]
    for claim in receive_turns(subject, session="chat", turns=turns).claims:
        decide_claim(claim.id)


def planned(subject: Subject) -> list[tuple[str, date, str]]:
    rows = FollowUp.objects.filter(subject=subject).order_by("created_at")
    return [(row.question, row.due_date, row.status) for row in rows]


def today(subject: Subject) -> date:
    return timezone.now().astimezone(subject.zone_info).date()


def in_days(subject: Subject, count: int) -> str:
    """ "on 7 October": the day so many days from now, as the subject would say it."""
    day = today(subject) + timedelta(days=count)
    return f"on {day.day} {day:%B}"


def test_an_event_ahead_is_planned_with_its_memory(alma):
    say(alma, f"i have an interview {in_days(alma, 5)}")
    [row] = FollowUp.objects.filter(subject=alma)
    assert row.question == "How did the interview go?"
    assert row.due_date == today(alma) + timedelta(days=6)
    assert row.memory == Memory.objects.get(subject=alma)


def test_the_day_is_the_subjects_own(alma):
    alma.zone = "Pacific/Kiritimati"
    alma.save()
    say(alma, "exam tomorrow")
    day = timezone.now().astimezone(ZoneInfo("Pacific/Kiritimati")).date()
    assert planned(alma) == [("How did the exam go?", day + timedelta(days=2), "pending")]


def test_an_event_is_asked_about_once_however_often_it_is_told(alma):
    day = in_days(alma, 5)
    say(alma, f"i have an interview {day}")
    say(alma, f"job interview {day}, so nervous")
    say(alma, f"my interview is {day}")
    assert len(planned(alma)) == 1


def test_two_events_of_a_kind_are_two(alma):
    say(alma, f"maths exam {in_days(alma, 5)}")
    say(alma, f"physics exam {in_days(alma, 6)}")
    assert [row[0] for row in planned(alma)] == [
        "How did the maths exam go?",
        "How did the physics exam go?",
    ]


@pytest.mark.parametrize(
    "message",
    ["i had an interview yesterday", "haircut tomorrow", "my boss has surgery tomorrow"],
)
def test_what_is_over_trivial_or_a_strangers_is_not_planned(alma, message):
    say(alma, message)
    assert planned(alma) == []


def test_what_was_ahead_in_an_old_conversation_is_over(alma):
    say(alma, "i have an interview tomorrow", at=timezone.now() - timedelta(days=30))
    assert Memory.objects.filter(subject=alma).exists()
    assert planned(alma) == []


def test_only_the_word_of_a_person_plans(alma):
    tell(alma, "User has an interview tomorrow.", source="assistant")
    tell(alma, "User has an exam tomorrow.", source="inferred")
    assert planned(alma) == []
    tell(alma, "User has surgery tomorrow.", source="operator")
    assert len(planned(alma)) == 1


def test_it_moves_with_the_event(alma):
    say(alma, f"i have an interview {in_days(alma, 5)}")
    say(alma, f"the interview got moved to {in_days(alma, 8).removeprefix('on ')}")
    assert planned(alma) == [
        ("How did the interview go?", today(alma) + timedelta(days=9), "pending")
    ]


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("my interview was cancelled", Status.DISMISSED),
        ("the interview got postponed", Status.DISMISSED),
        ("the interview went well!", Status.DONE),
        ("had my interview today", Status.DONE),
        ("i'm nervous about the interview", Status.PENDING),
        ("the interview might be cancelled", Status.PENDING),
    ],
)
def test_it_ends_with_the_event(alma, message, status):
    say(alma, "i have an interview today")
    say(alma, message)
    assert planned(alma)[0][2] == status


def test_the_chatbot_cannot_end_it(alma):
    say(alma, "i have an interview tomorrow")
    receive_turns(alma, session="chat", turns=[NewTurn("assistant", "the interview is cancelled")])
    assert planned(alma)[0][2] == Status.PENDING


def test_of_two_events_the_one_that_is_named_ends(alma):
    say(alma, f"maths exam {in_days(alma, 5)}", f"physics exam {in_days(alma, 6)}")
    say(alma, "the physics exam is cancelled")
    assert [row[2] for row in planned(alma)] == [Status.PENDING, Status.DISMISSED]


def test_another_persons_news_changes_nothing(alma, bruno):
    say(alma, "i have an interview tomorrow")
    say(bruno, "the interview was cancelled")
    assert planned(alma)[0][2] == Status.PENDING


def test_news_that_comes_before_the_claim_is_decided_counts(alma):
    turns = [
        NewTurn("user", "i have an interview tomorrow"),
        NewTurn("user", "argh, the interview was cancelled"),
    ]
    receipt = receive_turns(alma, session="chat", turns=turns)
    for claim in receipt.claims:
        decide_claim(claim.id)
    assert planned(alma)[0][2] == Status.DISMISSED


def test_what_is_off_the_record_plans_nothing(alma):
    say(alma, "off the record: i have an interview tomorrow")
    assert planned(alma) == []


def test_it_is_told_when_it_is_due_and_not_once_its_memory_is_deleted(alma):
    say(alma, "i have an interview today", at=timezone.now() - timedelta(days=1))
    FollowUp.objects.update(due_date=today(alma))
    assert "How did the interview go?" in build_context(alma, query="hi").text
    memory = Memory.objects.get(subject=alma)
    with store.change(alma.id, store.SYSTEM) as c:
        store.delete(c, memory)
    assert "interview" not in build_context(alma, query="hi").text


def test_it_goes_with_its_memory_when_that_is_erased(alma):
    say(alma, "i have an interview tomorrow")
    erase_memory(Memory.objects.get(subject=alma), store.SYSTEM)
    assert planned(alma) == []


def test_a_corrected_memory_takes_it_along_with_its_date(alma):
    say(alma, f"i have an interview {in_days(alma, 5)}")
    memory = Memory.objects.get(subject=alma)
    worded = f"User has an interview {in_days(alma, 9)}."
    with store.change(alma.id, store.SYSTEM) as c:
        version = store.edit(c, memory, {"content": worded}, embed([worded])[0])
    [row] = FollowUp.objects.all()
    assert row.memory == version
    assert row.due_date == today(alma) + timedelta(days=10)
