"""A session that has ended becomes an episode, once; or the log says why it does not."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from memory import store
from memory.forget.erase import erase_memory
from memory.gate.verdict import Reason
from memory.inference.embeddings import embed
from memory.models import Claim, Decision, Episode, Memory, Session, Subject, Turn
from memory.read_path import build_context
from memory.sessions.summaries import summaries_of
from memory.sessions.summing_up import ended_sessions, sum_up
from memory.undo import undo
from memory.write_path import NewTurn, decide_claim, receive_turns
from tests.memory.conftest import current
from tests.memory.test_concurrency import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fakes")]

DAY = ["i had a terrible day, my boss yelled at me", "i cried in the car", "i feel better now"]


def talk(subject: Subject, *messages: str, minutes_ago: float = 60, session: str = "chat"):
    """A conversation whose last message lies so long back, with all claims decided."""
    last = timezone.now() - timedelta(minutes=minutes_ago)
    turns = [
        NewTurn("user", message, created_at=last - timedelta(seconds=len(messages) - number))
        for number, message in enumerate(messages)
    ]
    for claim in receive_turns(subject, session=session, turns=turns).claims:
        decide_claim(claim.id)
    return Session.objects.get(subject=subject, external_id=session)


def sum_up_all() -> list[Memory | None]:
    return [sum_up(session_id) for session_id in ended_sessions(timezone.now())]


def why(subject: Subject) -> str:
    return Decision.objects.filter(subject_ref=subject.id).latest("created_at").reason


def test_a_session_that_has_ended_becomes_an_episode(alma):
    session = talk(alma, *DAY)
    [memory] = sum_up_all()
    assert memory is not None
    episode = Episode.objects.get(memory=memory)
    assert (memory.type, memory.scope, memory.source) == ("episodic", "event", "inferred")
    assert memory.source_session == session
    assert "User cried in the car." in memory.content
    assert episode.summary == memory.content
    assert episode.date == session.turns.earliest("number").created_at.date()
    assert (episode.mood_at_start, episode.mood_at_end) == ("sad", "calm")
    assert {"boss", "car"} & set(episode.topics)
    assert why(alma) == Reason.SUMMED_UP


def test_it_takes_thirty_minutes_of_silence(alma):
    talk(alma, *DAY, minutes_ago=29)
    assert sum_up_all() == []
    assert sum_up(Session.objects.get().id) is None
    Session.objects.update(quiet_since=timezone.now() - timedelta(minutes=31))
    assert len(sum_up_all()) == 1


def test_the_silence_is_a_setting(alma):
    talk(alma, *DAY, minutes_ago=6)
    before = settings.SESSION_SILENCE
    settings.SESSION_SILENCE = timedelta(minutes=5)
    try:
        assert len(sum_up_all()) == 1
    finally:
        settings.SESSION_SILENCE = before


def test_what_is_done_is_not_done_again(alma):
    session = talk(alma, *DAY)
    sum_up_all()
    assert sum_up_all() == []
    assert sum_up(session.id) is None
    assert summaries_of(session.id).count() == 1


@pytest.mark.parametrize(
    "messages",
    [
        ("hi", "how are you?", "lol ok thanks bye"),
        ("what's the capital of France?", "and of Spain?"),
        ("shorter answers please",),
        ("translate: i moved to Leeds and cried", "thanks"),
        ("🙂", "👍"),
        ("i read it", "i see", "i tried that already"),
    ],
)
def test_nothing_durable_and_nothing_happened_gives_none_and_the_log_says_so(alma, messages):
    session = talk(alma, *messages)
    assert sum_up_all() == [None]
    assert not Episode.objects.exists()
    decision = Decision.objects.filter(subject_ref=alma.id).latest("created_at")
    assert (decision.action, decision.reason) == (Decision.Action.SKIP, Reason.NOTHING_TO_TELL)
    assert decision.evidence["session"] == session.id
    assert sum_up_all() == []


def test_small_talk_and_questions_are_left_out(alma):
    talk(alma, "hey there", "lovely weather!", "i'm allergic to peanuts", "any dinner ideas?", "ta")
    [memory] = sum_up_all()
    assert memory is not None
    assert memory.content == "User is allergic to peanuts."


def test_the_chatbots_words_are_not_told(alma):
    session = talk(alma, "i cried in the car")
    Turn.objects.create(
        session=session,
        number=9,
        role="assistant",
        content="I had a terrible day too and my dog died.",
        created_at=timezone.now() - timedelta(minutes=50),
    )
    [memory] = sum_up_all()
    assert memory is not None
    assert memory.content == "User cried in the car."


def test_a_session_that_goes_on_gets_its_summary_replaced(alma):
    session = talk(alma, "i cried in the car", minutes_ago=120)
    [first] = sum_up_all()
    talk(alma, "i met my sister in Leeds and we went for a walk", minutes_ago=40)
    [second] = sum_up_all()
    assert first is not None
    assert second is not None
    assert second.supersedes == first
    shown = Memory.objects.current(timezone.now()).filter(id__in=summaries_of(session.id))
    assert list(shown) == [second]
    assert "Leeds" in second.content
    assert Episode.objects.count() == 2


def test_a_session_that_goes_on_with_small_talk_keeps_its_summary(alma):
    talk(alma, "i cried in the car", minutes_ago=120)
    [first] = sum_up_all()
    talk(alma, "thanks, bye", minutes_ago=40)
    assert sum_up_all() == [first]
    assert Episode.objects.count() == 1


def test_a_paused_person_gets_none(alma):
    talk(alma, *DAY)
    Subject.objects.filter(id=alma.id).update(paused_at=timezone.now())
    assert sum_up_all() == [None]
    assert why(alma) == Reason.PAUSED
    assert not Episode.objects.exists()


def test_an_off_the_record_session_gets_none(alma):
    talk(alma, "i cried in the car", "off the record, i hate my boss", "i met my sister in Leeds")
    assert all(memory is None for memory in sum_up_all())
    assert not Episode.objects.exists()


def test_a_statement_that_waits_to_be_decided_holds_the_summary_up(alma):
    session = talk(alma, "i moved to Leeds last month")
    Claim.objects.update(state=Claim.State.PENDING)
    assert sum_up_all() == []
    assert sum_up(session.id) is None
    assert session.quiet_since is not None


def test_turns_that_are_not_read_yet_hold_the_summary_up(alma):
    talk(alma, *DAY)
    Turn.objects.filter(number=1).update(unread=True)
    assert sum_up_all() == []


@pytest.mark.django_db(transaction=True)
def test_four_workers_at_once_write_one(alma):
    session = talk(alma, *DAY)
    at_once(sum_up, [session.id] * 4)
    assert summaries_of(session.id).count() == 1
    assert Decision.objects.filter(reason=Reason.SUMMED_UP).count() == 1


# What becomes of a statement becomes of the summary that tells it.


@pytest.fixture
def told(alma) -> tuple[Session, Memory]:
    """A session that tells two statements, summed up; and the memory of the first."""
    session = talk(alma, "i'm allergic to peanuts", "i cried in the car")
    sum_up_all()
    return session, Memory.objects.get(subject=alma, content="User is allergic to peanuts.")


def texts(session: Session) -> list[str]:
    return [memory.content for memory in summaries_of(session.id)]


def test_a_deleted_statement_is_not_told_any_more_at_once(alma, told):
    session, peanuts = told
    with store.change(alma.id, store.SYSTEM) as c:
        store.delete(c, peanuts)
    assert not any("peanuts" in memory for memory in current(alma))
    assert texts(session) == []
    sum_up_all()
    assert texts(session) == ["User cried in the car."]


def test_undo_of_the_deletion_brings_it_back_into_the_summary(alma, told):
    session, peanuts = told
    with store.change(alma.id, store.SYSTEM) as c:
        store.delete(c, peanuts)
    sum_up_all()
    decision = Decision.objects.get(memory_ref=peanuts.id, action=Decision.Action.DELETE)
    with store.change(alma.id, store.SYSTEM) as c:
        undo(c, decision)
    sum_up_all()
    [text] = texts(session)
    assert "peanuts" in text


def test_an_erased_statement_is_in_no_summary_old_or_new(alma, told):
    session, peanuts = told
    talk(alma, "i met my sister in Leeds", minutes_ago=40)
    sum_up_all()
    assert sum("peanuts" in text for text in texts(session)) == 2
    erase_memory(peanuts, store.SYSTEM)
    assert texts(session) == []
    sum_up_all()
    assert texts(session)
    everything = [*Memory.objects.values_list("content"), *Episode.objects.values_list("summary")]
    assert "peanut" not in str(everything).lower()
    assert "peanut" not in str(list(Episode.objects.values_list("topics"))).lower()


def test_a_corrected_statement_is_not_told_in_the_old_words(alma, told):
    session, peanuts = told
    worded = "User is allergic to walnuts."
    with store.change(alma.id, store.SYSTEM) as c:
        store.edit(c, peanuts, {"content": worded}, embed([worded])[0])
    sum_up_all()
    assert texts(session) == ["User cried in the car."]


def test_a_statement_that_another_replaced_is_not_told_as_it_was(alma):
    session = talk(alma, "i live in Leeds", "i cried in the car", minutes_ago=120, session="old")
    sum_up_all()
    assert any("Leeds" in text for text in texts(session))
    talk(alma, "i live in York", session="new")
    sum_up_all()
    assert texts(session) == ["User cried in the car."]


def test_a_doubt_about_a_statement_stands_on_the_summary_too(alma):
    talk(alma, "i live in Leeds", "i cried in the car", minutes_ago=120, session="old")
    sum_up_all()
    talk(alma, "i moved to York last month", minutes_ago=10, session="new")
    text = build_context(alma, query="User lives in Leeds. User cried in the car.").text
    [line] = [line for line in text.splitlines() if "User cried" in line]
    assert "may have changed: on " in line


def test_a_statement_that_a_person_rejected_is_not_told(alma):
    from review import actions, policies
    from review.models import Resolution

    talk(alma, "i live in Leeds", minutes_ago=120, session="old")
    session = talk(alma, "i moved to York last month", "i cried in the car", session="new")
    sum_up_all()
    [item] = alma.review_items.all()
    answer = actions.Answer(action=Resolution.Action.REJECT)
    actions.resolve(item, answer, policies.subject_self(alma))
    sum_up_all()
    assert texts(session) == ["User cried in the car."]


def test_a_summary_that_a_person_deleted_is_not_made_again(alma, told):
    session, _ = told
    with store.change(alma.id, store.SYSTEM) as c:
        store.delete(c, summaries_of(session.id).get())
    talk(alma, "i met my sister in Leeds", minutes_ago=40)
    assert sum_up_all() == [None]
    assert why(alma) == Reason.SUMMARY_SETTLED


def test_a_summary_that_a_person_worded_stays(alma, told):
    session, _ = told
    worded = "User had a hard day."
    with store.change(alma.id, store.SYSTEM) as c:
        version = store.edit(
            c, summaries_of(session.id).get(), {"content": worded}, embed([worded])[0]
        )
    assert Episode.objects.get(memory=version).summary == worded
    talk(alma, "i met my sister in Leeds", minutes_ago=40)
    assert sum_up_all() == [None]
    assert worded in current(alma)


def test_an_erased_summary_is_not_made_again_from_the_same_session(alma, told):
    session, _ = told
    erase_memory(summaries_of(session.id).get(), store.SYSTEM)
    assert texts(session) == []
    assert sum_up_all() == []


def test_a_statement_in_the_words_of_a_summary_is_not_taken_for_known(alma):
    talk(alma, "i cried in the car")
    [memory] = sum_up_all()
    assert memory is not None
    from tests.memory.conftest import tell, verdict_on

    assert verdict_on(tell(alma, memory.content)).reason != Reason.EXACT


def test_nothing_that_was_said_is_in_the_log(alma, caplog):
    with caplog.at_level(logging.DEBUG):
        talk(alma, *DAY)
        sum_up_all()
    assert "cried" not in caplog.text
    assert "boss" not in str(list(Decision.objects.values_list("evidence")))


def test_the_task_leaves_a_session_that_is_gone_alone(db):
    from memory.tasks import sum_up_session

    sum_up_session("ses_000000000000")
