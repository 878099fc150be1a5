"""An erasure while other processes are at the same person, and one that is killed in the middle."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from memory import store, tasks
from memory.forget.erase import erase_memory, erase_subject
from memory.inference.fakes import use_fakes
from memory.models import Claim, ErasureReceipt, ErasureRequest, Memory, Subject, Workspace
from memory.write_path import decide_claim
from tests.memory.conftest import tell
from tests.memory.forget.test_erase import traces

ROOT = Path(__file__).parents[3]
CANARY = "I keep bees in Quixhaven."
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fakes():
    with use_fakes():
        yield


@pytest.fixture
def alma() -> Subject:
    workspace = Workspace.objects.create(name="Alma's bot", slug="almas-bot")
    return Subject.objects.create(workspace=workspace, external_id="person-1")


@pytest.fixture
def bees(alma) -> Memory:
    tell(alma, CANARY)
    return Memory.objects.get()


@contextmanager
def process(*arguments: str):
    """A process on this test's database, from the moment at which it says that it is there."""
    url = os.environ["DATABASE_URL"]
    name = url.rsplit("/", 1)[1].split("?", 1)[0]
    test = url.replace(f"/{name}?", f"/{connection.settings_dict['NAME']}?")
    environ = {**os.environ, "DATABASE_URL": test, "DJANGO_SETTINGS_MODULE": "memory.settings"}
    running = subprocess.Popen(
        [sys.executable, "-m", "tests.memory.forget.erasing", *arguments],
        cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert running.stdout.readline() == "here\n"
        yield running
    finally:
        running.kill()
        running.wait()
        running.stdout.close()


def long_ago() -> None:
    past = timezone.now() - timedelta(hours=1)
    ErasureRequest.objects.update(created_at=past)
    ErasureReceipt.objects.update(created_at=past)


def test_killed_before_the_commit_nothing_is_gone_and_all_is_after_the_restart(alma, bees):
    with process("before_commit", alma.id, bees.id):
        pass  # killed where it stands, with everything removed and nothing committed

    assert Memory.objects.get() == bees
    assert Claim.objects.get().content == CANARY
    assert not ErasureReceipt.objects.exists()
    assert ErasureRequest.objects.get().target_ref == bees.id

    long_ago()
    tasks.sweep_erasures()

    assert traces("Quixhaven") == []
    assert ErasureReceipt.objects.get().scan["clean"]


def test_killed_after_the_commit_all_is_gone_and_proven_after_the_restart(alma, bees):
    with process("before_proof", alma.id, bees.id):
        pass

    assert traces("Quixhaven") == []
    assert ErasureReceipt.objects.get().scan is None

    long_ago()
    tasks.sweep_erasures()

    receipt = ErasureReceipt.objects.get()
    assert (receipt.scan["by"], receipt.scan["clean"]) == ("fingerprints", True)
    assert receipt.signature


def test_killed_while_another_is_busy_it_is_done_after_the_restart(alma, bees):
    """Wholly: the busy one waits for the killed one's row, then goes on with what is left."""
    with process("busy", alma.id) as busy:
        with process("before_commit", alma.id, bees.id):
            pass
        assert ErasureRequest.objects.get().target_ref == bees.id
        assert Memory.objects.filter(id=bees.id).exists(), "nothing of it was done"
        long_ago()
        tasks.sweep_erasures()
        assert not ErasureRequest.objects.exists()
        assert not Memory.objects.filter(content=CANARY).exists()
        erase_subject(alma, store.SYSTEM)
        rest, _ = busy.communicate(timeout=240)
        assert rest.splitlines()[-1] == "done", "a worker must survive it"
    assert traces("Quixhaven") == []


def test_erased_while_two_others_tell_it_again_and_again(alma, bees):
    with process("busy", alma.id) as one, process("busy", alma.id) as two:
        erase_memory(bees, store.SYSTEM)
        # What was taken in since is refused by the gate, as it was erased before.
        receipts = ErasureReceipt.objects.count()
        assert not Memory.objects.filter(content=CANARY).exists()
        erase_subject(alma, store.SYSTEM)
        for running in (one, two):
            rest, _ = running.communicate(timeout=240)
            assert rest.splitlines()[-1] == "done", "a worker must survive the erasure"

    assert receipts == 1
    assert traces("Quixhaven") == []
    assert traces("hives") == []
    assert not Subject.objects.exists()


def test_what_waits_for_the_gate_in_another_process_is_not_stored_afterwards(alma, bees):
    waiting = Claim.objects.create(subject=alma, content=CANARY.upper(), said_at=timezone.now())

    erase_memory(bees, store.SYSTEM)

    with pytest.raises(Claim.DoesNotExist):
        decide_claim(waiting.id)
    assert traces("QUIXHAVEN") == []
