"""Raw turns go by age and by count; what was learned from them stays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import tasks
from memory.forget import prune
from memory.forget.prune import prune_turns
from memory.models import ChatRequest, Claim, Memory, Session, Turn
from memory.requests.kinds import Kind
from tests.people import make_claim, remember

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def limits(settings):
    settings.TURN_AGE, settings.TURNS_KEPT = 30 * DAY, 10


def say(subject, *ages: int, session: str = "s1") -> list[Turn]:
    """Turns of so many days ago."""
    talk, _ = Session.objects.get_or_create(subject=subject, external_id=session)
    first = talk.turns.count() + 1
    return Turn.objects.bulk_create(
        Turn(
            session=talk,
            number=first + place,
            role="user",
            content=f"said {age} days ago",
            created_at=timezone.now() - age * DAY,
        )
        for place, age in enumerate(ages)
    )


def left(subject) -> list[str]:
    turns = Turn.objects.filter(session__subject=subject).order_by("created_at")
    return list(turns.values_list("content", flat=True))


def test_old_turns_go_and_younger_ones_stay(alma, bruno):
    say(alma, 40, 31, 29, 0)
    say(bruno, 31, 2)

    assert prune_turns(timezone.now()) == 3
    assert left(alma) == ["said 29 days ago", "said 0 days ago"]
    assert left(bruno) == ["said 2 days ago"]


def test_of_too_many_the_oldest_go_across_sessions(alma, bruno):
    say(alma, *range(19, 9, -1), session="s1")
    say(alma, 5, 4, 3, session="s2")
    say(bruno, 1)

    assert prune_turns(timezone.now()) == 3
    assert len(left(alma)) == 10
    assert left(alma)[0] == "said 16 days ago"
    assert len(left(bruno)) == 1


def test_what_was_learned_from_a_turn_stays(alma):
    [turn] = say(alma, 40)
    memory = remember(alma, "Alma lives in Pau.")
    Memory.objects.filter(id=memory.id).update(source_turn=turn)

    prune_turns(timezone.now())

    assert Memory.objects.get(id=memory.id).source_turn is None


def test_what_still_has_work_waiting_stays(alma):
    unread, claimed, asked, done = say(alma, 40, 41, 42, 43)
    Turn.objects.filter(id=unread.id).update(unread=True)
    claim = make_claim(alma, "Alma lives in Pau.")
    Claim.objects.filter(id=claim.id).update(turn=claimed)
    ChatRequest.objects.create(subject=alma, session=asked.session, turn=asked, kind=Kind.FORGET)

    assert prune_turns(timezone.now()) == 1
    assert not Turn.objects.filter(id=done.id).exists()
    assert len(left(alma)) == 3


def test_numbers_go_on_after_pruning(alma, fakes):
    from memory.write_path import NewTurn, receive_turns

    say(alma, 40, 1)
    prune_turns(timezone.now())

    [turn] = receive_turns(alma, session="s1", turns=[NewTurn("user", "hello again")]).turns
    assert turn.number == 3


def test_running_twice_does_no_harm(alma):
    say(alma, 40)
    tasks.prune_turns()
    tasks.prune_turns()

    assert left(alma) == []


def test_many_people_are_done_in_further_runs(alma, bruno, monkeypatch):
    monkeypatch.setattr(prune, "SUBJECTS", 1)
    say(alma, 40)
    say(bruno, 40)

    assert [prune_turns(timezone.now()) for _ in range(3)] == [1, 1, 0]
