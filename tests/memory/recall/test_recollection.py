"""Raw turns: found for precise recollection, quoted with their dates, and never what was taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import store
from memory.models import ChatRequest, Memory, Turn
from memory.read_path import build_context
from memory.recall.turn_search import search_turns, searchable
from memory.requests.kinds import Kind
from memory.write_path import NewTurn, receive_turns
from tests.memory.recall.conftest import section, talk
from tests.people import remember

CHAIR = "at dinner with my family i feel like a chair, nobody talks to me"
DAY = timedelta(days=1)


def quoted(subject, query, **options) -> list[str]:
    lines = section(build_context(subject, query=query, **options), "recollection")
    return [line.text for line in lines]


def test_what_was_said_is_found_by_its_meaning_with_its_date_and_what_was_around(alma):
    turns = talk(alma, "hello there", "How was the weekend?", CHAIR, "That sounds lonely.")

    block = build_context(alma, query="what did I say about feeling invisible at family dinners?")

    lines = {line.turn: line for line in section(block, "recollection")}
    day = turns[2].created_at
    assert lines[turns[2].id].text == CHAIR
    assert lines[turns[2].id].lead == f"{day.day} {day:%b %Y}, user"
    assert {turns[1].id, turns[3].id} <= set(lines)
    assert lines[turns[3].id].lead.endswith("assistant")


def test_a_number_is_found_by_its_words(alma):
    talk(
        alma, "the grinder is 4417-11250 and it rattles", "Noted.", "my cat sleeps all day", "Nice."
    )

    assert "the grinder is 4417-11250 and it rattles" in quoted(alma, "is 4417-11250 on its way?")


def test_an_answer_is_found_by_its_question(alma):
    turns = talk(alma, "ian did not come", "How did it feel when Ian did not come?", "wet mattress")

    assert turns[2].content in quoted(alma, "how did it feel when ian didn't come?")


def test_nothing_is_quoted_where_nothing_is_related(alma):
    talk(alma, "my cat sleeps all day", "Cats do.")

    assert quoted(alma, "how do I convert a PDF?") == []
    assert quoted(alma, "") == []


def test_another_person_s_words_are_never_found(alma, bruno):
    talk(bruno, CHAIR)

    assert quoted(alma, "feeling invisible at family dinners") == []


def test_the_newest_stands_first_and_what_was_replaced_says_so(alma):
    old, *_ = talk(alma, "i live in Denver, near the park", at=timezone.now() - 20 * DAY)
    new, *_ = talk(alma, "i live in Austin now", session="later", at=timezone.now() - 5 * DAY)
    Memory.objects.filter(id=remember(alma, "User lives in Denver.").id).update(
        source_turn=old, valid_until=timezone.now() - DAY
    )

    lines = section(build_context(alma, query="where did i live"), "recollection")
    now = section(build_context(alma, query="where do i live"), "recollection")

    assert [line.turn for line in now] == [new.id]
    assert [line.turn for line in lines] == [new.id, old.id]
    assert lines[1].notes == ("no longer so: “User lives in Denver.”",)
    assert lines[0].notes == ()


def test_what_a_deleted_memory_came_from_is_not_quoted(alma):
    turn, *_ = talk(alma, CHAIR)
    memory = remember(alma, "User feels like a chair at family dinners.")
    Memory.objects.filter(id=memory.id).update(source_turn=turn)
    with store.change(alma.id, store.GATE) as c:
        store.delete(c, Memory.objects.get(id=memory.id))

    assert quoted(alma, "what did i say about family dinners") == []


def test_what_was_asked_to_be_forgotten_is_not_quoted_although_it_was_no_memory(alma):
    talk(alma, CHAIR, at=timezone.now() - 9 * DAY)
    ask, *_ = talk(
        alma,
        "please forget that i feel like a chair at family dinners",
        session="s2",
        at=timezone.now() - 8 * DAY,
    )
    ChatRequest.objects.create(subject=alma, session=ask.session, turn=ask, kind=Kind.FORGET)
    [later, *_] = talk(
        alma, "the family dinner was fun, they sat with me", session="s3", at=timezone.now() - DAY
    )

    assert quoted(alma, "what did i say about feeling invisible at family dinners") == [
        later.content
    ]


def test_withheld_and_future_turns_are_not_quoted(alma):
    withheld, late = talk(alma, CHAIR, "never mind")[0], talk(alma, CHAIR, session="s2")[0]
    Turn.objects.filter(id=withheld.id).update(withheld=True)
    Turn.objects.filter(id=late.id).update(created_at=timezone.now() - DAY)

    asked = "feeling invisible at family dinners"
    assert quoted(alma, asked, as_of=timezone.now() - 2 * DAY) == []


def test_what_sounds_like_a_constraint_and_was_not_heard_is_quoted_whatever_is_asked(alma):
    talk(alma, "not almond, i carry an epipen for tree nuts", "Understood.", "my cat is asleep")

    assert quoted(alma, "how do I convert a PDF?") == [
        "not almond, i carry an epipen for tree nuts"
    ]


def test_turns_that_are_told_as_recent_are_not_quoted_twice(alma):
    talk(alma, CHAIR, session="now", at=timezone.now() - timedelta(minutes=5))

    block = build_context(alma, query="feeling invisible at family dinners", session="now")

    assert [line.text for line in section(block, "recent_turns")] == [CHAIR]
    assert section(block, "recollection") == ()


@pytest.mark.parametrize("budget", [100, 150, 300, 500, 2_000])
def test_quotes_take_only_what_is_left(alma, budget):
    for number in range(40):
        talk(alma, f"at the family dinner number {number} i felt like a chair again, sad {number}")
    receive_turns(alma, session="now", turns=[NewTurn("user", "hey, one more thing, listen")])

    block = build_context(
        alma, query="the family dinner, like a chair", session="now", budget=budget
    )

    assert block.tokens <= budget
    assert [line.text for line in section(block, "recent_turns")] == ["hey, one more thing, listen"]
    assert section(block, "recollection") or budget == 100


def test_a_turn_of_the_time_that_is_asked_about_comes_first(alma):
    from memory.inference.embeddings import embed

    now = timezone.now()
    talk(alma, "dinner with my family was loud", session="old", at=now - 400 * DAY)
    [wanted] = talk(alma, "dinner with my family was sad", session="new", at=now - 100 * DAY)

    query = "dinner with my family"
    found = search_turns(
        searchable(Turn.objects.filter(session__subject=alma)),
        query,
        embed([query])[0],
        span=(now - 101 * DAY, now - 99 * DAY),
    )

    assert found[0].turn.id == wanted.id


@pytest.mark.parametrize(
    "left",
    [
        "at dinner ▒▒▒▒▒▒ feel like a chair",
        "[not kept: it held a password, a key or a payment number]",
    ],
)
def test_what_was_erased_or_never_kept_is_not_quoted(alma, left):
    talk(alma, left)

    assert quoted(alma, left) == []
