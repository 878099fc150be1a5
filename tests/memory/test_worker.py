"""A real worker on a real broker: the claim posted here is decided over there."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from memory.models import Claim, Memory, Subject, Workspace
from memory.tasks import nudge
from memory.write_path import NewClaim, receive_claims

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.models]


@pytest.fixture
def alma() -> Subject:
    workspace = Workspace.objects.create(name="Alma's bot", slug="almas-bot")
    return Subject.objects.create(workspace=workspace, external_id="person-1")


def start_worker() -> subprocess.Popen[bytes]:
    """A worker process that uses this test's database and broker."""
    settings = connection.settings_dict
    url = os.environ["DATABASE_URL"]
    name = url.rsplit("/", 1)[1].split("?", 1)[0]
    environment = {**os.environ, "DATABASE_URL": url.replace(f"/{name}?", f"/{settings['NAME']}?")}
    return subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "memory", "worker", "-c", "1", "-l", "WARNING"],
        cwd=ROOT,
        env=environment,
        start_new_session=True,
    )


@pytest.fixture
def worker() -> Iterator[subprocess.Popen[bytes]]:
    process = start_worker()
    yield process
    kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """End the worker and its children at once, as a crash does."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until_decided(claim: Claim, seconds: float = 90) -> Claim:
    end = time.monotonic() + seconds
    while claim.state == Claim.State.PENDING and time.monotonic() < end:
        time.sleep(0.2)
        claim.refresh_from_db()
    return claim


def test_a_posted_claim_is_decided_by_the_worker(alma, worker):
    [claim] = receive_claims(alma, [NewClaim(content="Alma plays the tuba.")])

    assert wait_until_decided(claim).state == Claim.State.DECIDED
    assert Memory.objects.get().content == "Alma plays the tuba."


def test_a_claim_survives_the_worker_that_was_killed_with_it(alma, worker):
    claims = receive_claims(alma, [NewClaim(content=f"Alma owns tuba {n}.") for n in range(3)])
    kill(worker)

    second = start_worker()
    try:
        nudge([claim.id for claim in claims])  # what the sweep does once they are old enough
        states = {wait_until_decided(claim).state for claim in claims}
    finally:
        kill(second)

    assert states == {Claim.State.DECIDED}
    assert Memory.objects.count() == 3
