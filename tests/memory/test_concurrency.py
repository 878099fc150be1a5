"""Two at once: real connections, real transactions."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from memory import store
from memory.errors import ConflictError
from memory.forget.erase import erase_subject
from memory.inference.fakes import use_fakes
from memory.models import Memory, Subject, Workspace
from memory.write_path import NewClaim, NewTurn, decide_claim, receive_claims, receive_turns
from tests.memory.conftest import conflict, current

pytestmark = pytest.mark.django_db(transaction=True)

HOURS = ("one", "two", "three", "four", "five", "six")


@pytest.fixture
def alma() -> Subject:
    workspace = Workspace.objects.create(name="Alma's bot", slug="almas-bot")
    return Subject.objects.create(workspace=workspace, external_id="person-1")


def at_once(work, items) -> list[object]:
    """Run `work` on every item in threads of their own, each with its own connection."""

    def run(item):
        try:
            return work(item)
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=len(items)) as pool:
        return list(pool.map(run, items))


def test_claims_that_race_leave_one_current_memory_and_one_chain(alma):
    pairs = [(a, b) for a in HOURS for b in HOURS if a != b]
    claims = receive_claims(
        alma, [NewClaim(content=f"Alma's bakery opens at {hour}.") for hour in HOURS]
    )
    with use_fakes(conflict(*pairs)):
        at_once(decide_claim, [claim.id for claim in claims])

    ids = set(Memory.objects.values_list("id", flat=True))
    superseded = list(Memory.objects.exclude(supersedes=None).values_list("supersedes", flat=True))
    assert len(current(alma)) == 1
    assert len(superseded) == len(set(superseded))
    assert set(superseded) <= ids


def test_one_claim_that_is_decided_twice_at_once_makes_one_memory(alma):
    [claim] = receive_claims(alma, [NewClaim(content="Alma plays the tuba.")])
    with use_fakes():
        at_once(decide_claim, [claim.id] * 4)

    assert Memory.objects.count() == 1


def test_turns_that_arrive_at_once_each_get_their_own_place(alma):
    receive_turns(alma, session="s1", turns=[NewTurn("user", "hello")])

    at_once(
        lambda n: receive_turns(
            alma, session="s1", turns=[NewTurn("user", f"{n}"), NewTurn("assistant", "ok")]
        ),
        range(5),
    )

    numbers = alma.sessions.get().turns.values_list("number", flat=True)
    assert sorted(numbers) == list(range(1, 12))


def test_a_person_is_erased_while_turns_arrive(alma):
    receive_turns(alma, session="s1", turns=[NewTurn("user", "hello")])

    def act(n: int) -> str:
        try:
            if n == 0:
                erase_subject(alma, store.SYSTEM)
            else:
                receive_turns(alma, session="s1", turns=[NewTurn("user", f"turn {n}")])
        except ConflictError:
            return "told to send it again"
        return "done"

    for answer in at_once(act, range(6)):
        assert answer in {"done", "told to send it again"}

    assert not Subject.objects.exists()
