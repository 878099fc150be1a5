"""What goes by itself, and what only fades."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from memory import store, tasks
from memory.amend import delete_memory, edit_memory
from memory.errors import ConflictError
from memory.forget.lapse import purge_deleted, remove_what_is_old, set_retention
from memory.forget.prune import prune_turns
from memory.models import Claim, ErasureReceipt, Memory, Tombstone, Turn
from memory.read_path import build_context
from memory.undo import last_undoable, undo
from memory.write_path import NewTurn, decide_claim, receive_turns
from tests.memory.conftest import current, tell
from tests.memory.forget.test_erase import traces

CANARY = "Alma's bakery opens at seven."
WEEK = timedelta(days=7)


def in_days(days: float):
    return time_machine.travel(timezone.now() + timedelta(days=days), tick=False)


def restore(memory: Memory) -> None:
    memory.refresh_from_db()
    with store.change(memory.subject_id, store.SYSTEM) as c:
        undo(c, last_undoable(memory))


@pytest.fixture
def deleted(alma, fakes) -> Memory:
    tell(alma, CANARY)
    memory = Memory.objects.get()
    delete_memory(memory, store.SYSTEM)
    return memory


def test_what_was_deleted_can_be_restored_for_a_week(alma, deleted):
    with in_days(6.9):
        assert purge_deleted(timezone.now()) == []
        restore(deleted)

    assert current(alma) == {CANARY}


def test_after_a_week_it_cannot_even_where_the_task_has_not_come_yet(alma, deleted):
    with in_days(7.1), pytest.raises(ConflictError, match="7 days"):
        restore(deleted)

    assert current(alma) == set()


def test_what_was_deleted_is_gone_after_a_week_with_all_that_it_came_from(alma, deleted):
    with in_days(7.1):
        [receipt] = purge_deleted(timezone.now())
        assert purge_deleted(timezone.now()) == []

    assert traces("bakery") == []
    assert receipt.extent == "lapsed"


def test_what_was_restored_stays(alma, deleted):
    restore(deleted)

    with in_days(8):
        assert purge_deleted(timezone.now()) == []

    assert current(alma) == {CANARY}


def test_what_was_deleted_may_be_told_again_and_then_stays(alma, deleted):
    with in_days(1):
        tell(alma, CANARY)
    with in_days(8):
        purge_deleted(timezone.now())

    assert current(alma) == {CANARY}
    assert Memory.objects.count() == 1
    assert not Tombstone.objects.exists()


def test_after_the_purge_it_is_learned_again(alma, deleted):
    with in_days(8):
        purge_deleted(timezone.now())
        tell(alma, CANARY)

    assert current(alma) == {CANARY}


def test_an_older_wording_that_was_deleted_does_not_take_the_current_one_along(alma, fakes):
    tell(alma, CANARY)
    old = Memory.objects.get()
    new = edit_memory(old, {"content": "Alma's bakery opens at nine."}, store.SYSTEM)
    delete_memory(Memory.objects.get(id=old.id), store.SYSTEM)

    with in_days(8):
        purge_deleted(timezone.now())

    assert list(Memory.objects.values_list("id", flat=True)) == [new.id]


def test_a_purge_masks_only_the_words_it_came_from(alma, fakes):
    said = "i live in Pau. i'm allergic to walnuts."
    for claim in receive_turns(alma, session="s", turns=[NewTurn("user", said)]).claims:
        decide_claim(claim.id)
    delete_memory(Memory.objects.get(content__contains="Pau"), store.SYSTEM)

    with in_days(8):
        purge_deleted(timezone.now())

    assert traces("Pau") == []
    assert "allergic to walnuts" in Turn.objects.get().content


def test_what_a_workspace_keeps_no_longer_goes(alma, bruno, fakes):
    for subject in (alma, bruno):
        tell(subject, CANARY)
    set_retention(alma.workspace, "semantic", 30)

    with in_days(29):
        assert remove_what_is_old(timezone.now()) == []
    with in_days(31):
        assert len(remove_what_is_old(timezone.now())) == 1
        assert remove_what_is_old(timezone.now()) == []

    assert current(alma) == set()
    assert current(bruno) == {CANARY}


def test_what_was_confirmed_since_is_kept(alma, fakes):
    set_retention(alma.workspace, "semantic", 30)
    tell(alma, CANARY)
    with in_days(20):
        tell(alma, CANARY)

    with in_days(40):
        assert remove_what_is_old(timezone.now()) == []


def test_a_constraint_that_holds_is_never_too_old(alma, fakes):
    set_retention(alma.workspace, "semantic", 1)
    tell(alma, "Alma is allergic to walnuts.", scope="constraint")

    with in_days(4_000):
        assert remove_what_is_old(timezone.now()) == []
        assert current(alma) == {"Alma is allergic to walnuts."}


def test_a_workspace_may_keep_turns_for_longer_or_less_than_the_installation(alma, bruno, fakes):
    for subject in (alma, bruno):
        receive_turns(subject, session="s", turns=[NewTurn("user", "hello there")])
    set_retention(alma.workspace, "turns", 5)
    set_retention(bruno.workspace, "turns", 60)

    with in_days(6):
        prune_turns(timezone.now())
        assert [turn.session.subject for turn in Turn.objects.all()] == [bruno]
    with in_days(45):
        prune_turns(timezone.now())
        assert Turn.objects.count() == 1


def test_the_task_does_both_and_may_come_twice(alma, deleted):
    with in_days(8):
        tasks.forget_lapsed()
        tasks.forget_lapsed()

    assert not Memory.objects.exists()
    assert not Claim.objects.exists()
    assert ErasureReceipt.objects.count() == 1


def retention(*arguments: str) -> str:
    out = StringIO()
    call_command("retention", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_sets_shows_and_takes_back(workspace):
    slug = ("--workspace", workspace.slug)
    retention(*slug, "--of", "episodic", "--days", "90")
    assert "episodic    90 days" in retention(*slug)

    retention(*slug, "--of", "episodic", "--unlimited")
    workspace.refresh_from_db()
    assert workspace.retention == {}


@pytest.mark.parametrize("days", ["0", "-1", "36501"])
def test_the_command_refuses_days_that_make_no_sense(workspace, days):
    with pytest.raises(CommandError, match="Days"):
        retention("--workspace", workspace.slug, "--of", "turns", "--days", days)
    workspace.refresh_from_db()
    assert workspace.retention == {}


def test_the_command_says_what_is_missing(workspace):
    with pytest.raises(CommandError, match="--of"):
        retention("--workspace", workspace.slug, "--days", "3")
    with pytest.raises(CommandError, match="almas-bot"):
        retention("--workspace", "nobody")


# Fading.

TRIFLE = "Alma saw a green heron by the canal."


def recalled(subject) -> set[str]:
    block = build_context(subject, query=TRIFLE)
    sections = {section.name: section for section in block.sections}
    return {line.text for line in sections["recall"].lines} if "recall" in sections else set()


@pytest.mark.parametrize(
    ("fields", "days", "told"),
    [
        ({"importance": 2, "type": "semantic"}, 364, True),
        ({"importance": 2, "type": "semantic"}, 366, False),
        ({"importance": 4, "type": "semantic"}, 366, True),
        ({"importance": 2, "type": "episodic"}, 179, True),
        ({"importance": 2, "type": "episodic"}, 181, False),
    ],
)
def test_what_matters_little_fades_when_it_was_of_no_use_for_long(alma, fakes, fields, days, told):
    tell(alma, TRIFLE, **fields)

    with in_days(days):
        assert bool(recalled(alma)) is told
        assert current(alma) == {TRIFLE}  # it stays to be seen


def test_what_was_told_or_confirmed_since_has_not_faded(alma, fakes):
    tell(alma, TRIFLE, importance=1)
    with in_days(300):
        Memory.objects.update(last_accessed=timezone.now())
    with in_days(400):
        assert recalled(alma)
    with in_days(700):
        assert not recalled(alma)
        tell(alma, TRIFLE, importance=1)  # said again
        assert recalled(alma)


def test_a_constraint_never_fades(alma, fakes):
    tell(alma, "Alma is allergic to walnuts.", scope="constraint", importance=1)

    with in_days(5_000):
        block = build_context(alma, query="")
        assert "walnuts" in block.text
