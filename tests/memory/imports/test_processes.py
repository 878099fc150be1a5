"""Real processes on a real database: killed in the middle, side by side, and in each other's way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection, transaction

from memory.imports import tasks
from memory.imports import work as batches
from memory.imports.work import decide_some, waiting_shards
from memory.inference.fakes import use_fakes
from memory.locks import one_decision_at_a_time
from memory.models import SHARDS, Claim, Decision, Import, ImportLine, Memory, Subject, Workspace
from tests.memory.imports.conftest import outcomes, take_in, work
from tests.memory.test_worker import kill, start_worker

PATIENCE = 300
"""Seconds; a machine that builds other things meanwhile is slow."""

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.django_db(transaction=True)

COMMAND = """
import sys, django
django.setup()
from django.core.management import call_command
from memory.inference.fakes import use_fakes
with use_fakes():
    call_command("import_memories", *sys.argv[1:])
"""


@pytest.fixture
def workspace() -> Workspace:
    return Workspace.objects.create(name="Alma's bot", slug="almas-bot")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """200 statements about five people, each its own, and a line that is none."""
    path = tmp_path / "statements.jsonl"
    rows = [
        {"content": f"Owns tuba {n} in town {n * 7}.", "subject": f"person-{n % 5}"}
        for n in range(200)
    ]
    lines = [json.dumps(row) for row in rows]
    path.write_text("\n".join([*lines[:100], "nonsense", *lines[100:]]))
    return path


def start_import(file: Path, *options: str) -> subprocess.Popen[str]:
    name = connection.settings_dict["NAME"]
    url = os.environ["DATABASE_URL"]
    old = url.rsplit("/", 1)[1].split("?", 1)[0]
    environment = {
        **os.environ,
        "DATABASE_URL": url.replace(f"/{old}?", f"/{name}?"),
        "DJANGO_SETTINGS_MODULE": "memory.settings",
    }
    arguments = [str(file), "--workspace", "almas-bot", *options]
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments],
        cwd=ROOT,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.02)
    assert true()


def check_all_once(run: Import) -> None:
    """Every line has its outcome, and every statement is decided and stored once."""
    assert Import.objects.count() == 1
    assert ImportLine.objects.count() == 201
    assert not ImportLine.objects.filter(outcome="").exists()
    assert Claim.objects.filter(state=Claim.State.DECIDED).count() == 200
    assert Claim.objects.count() == Memory.objects.count() == 200
    contents = Memory.objects.values_list("subject__external_id", "content")
    assert len(set(contents)) == 200
    assert Decision.objects.filter(action="add").count() == 200


@pytest.mark.parametrize(
    ("moment", "reached"),
    [
        ("while it is taken in", lambda: Import.objects.exists()),
        ("after some verdicts", lambda: Decision.objects.count() >= 40),
        ("near the end", lambda: Decision.objects.count() >= 170),
    ],
)
def test_an_import_that_is_killed_is_resumed_by_the_same_command(workspace, file, moment, reached):
    first = start_import(file)
    wait_until(reached)
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()

    second = start_import(file, "--json")
    out, error = second.communicate(timeout=PATIENCE)

    assert second.returncode == 0, error
    report = json.loads(out)
    assert (report["state"], report["outcomes"]["added"]) == ("done", 200)
    assert report["faults"] == [
        {"line": 101, "message": "This is not valid JSON: Expecting value (column 1)."}
    ]
    check_all_once(Import.objects.get())
    assert "tuba" not in out + error


def test_two_commands_on_one_file_share_the_work(workspace, file):
    both = [start_import(file, "--json") for _ in range(2)]
    for process in both:
        out, error = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, error
        assert json.loads(out)["outcomes"]["added"] == 200
    check_all_once(Import.objects.get())


@pytest.mark.models
def test_workers_decide_what_was_handed_over_and_survive_a_kill(workspace, file):
    small = file.with_name("small.jsonl")
    small.write_text("\n".join(file.read_text().splitlines()[:60]))
    handed = start_import(small, "--detach", "--json")
    out, error = handed.communicate(timeout=PATIENCE)
    assert handed.returncode == 0, error
    assert json.loads(out)["waiting"] == 60

    worker = start_worker()
    wait_until(lambda: Decision.objects.count() >= 10)
    kill(worker)
    run = Import.objects.get()
    second = start_worker()
    try:
        tasks.nudge_import(run)  # what the sweep does after a minute
        wait_until(lambda: Import.objects.exclude(finished_at=None).exists())
    finally:
        kill(second)
    assert Claim.objects.count() == 60
    decided = Decision.objects.exclude(claim_ref="").values_list("claim_ref", flat=True)
    assert set(decided) == set(Claim.objects.values_list("id", flat=True))
    assert not ImportLine.objects.filter(outcome="").exists()


def holding(subject: Subject, how: str, ready: threading.Event, done: threading.Event) -> None:
    """Hold a person as somebody else does, in a connection of its own."""
    try:
        if how == "decides":
            with one_decision_at_a_time(subject.id):
                ready.set()
                done.wait(PATIENCE)
        else:
            with transaction.atomic():
                Subject.objects.select_for_update().get(id=subject.id)
                ready.set()
                done.wait(PATIENCE)
    finally:
        connection.close()


@pytest.mark.parametrize("how", ["decides", "writes"])
def test_a_person_who_is_busy_holds_up_nobody_else(workspace, monkeypatch, how):
    """Also in the same shard, and with more than a batch of the first lines."""
    monkeypatch.setattr(batches, "BATCH", 10)
    with use_fakes():
        alma = Subject.objects.create(workspace=workspace, external_id="alma")
        others = [{"content": "Plays.", "subject": f"person-{n}"} for n in range(SHARDS)]
        busy = [{"content": f"Owns tuba {n}.", "subject": "alma"} for n in range(15)]
        run = take_in(workspace, *busy, *others)
        ready, done = threading.Event(), threading.Event()
        thread = threading.Thread(target=holding, args=(alma, how, ready, done))
        thread.start()
        try:
            assert ready.wait(PATIENCE)
            report = work(run)
            assert outcomes(report) == {"added": len(others)}
            assert report.waiting == len(busy)
        finally:
            done.set()
            thread.join()
        assert outcomes(work(run)) == {"added": len(others) + len(busy)}


def test_a_shard_is_worked_on_by_one_at_a_time(workspace):
    with use_fakes():
        run = take_in(workspace, "Plays the tuba.")
        (shard,) = waiting_shards(run)
        ready, done = threading.Event(), threading.Event()

        def hold() -> None:
            try:
                with one_decision_at_a_time(f"{run.id}/{shard}"):
                    ready.set()
                    done.wait(PATIENCE)
            finally:
                connection.close()

        thread = threading.Thread(target=hold)
        thread.start()
        assert ready.wait(PATIENCE)
        assert decide_some(run, shard) == 0
        done.set()
        thread.join()
        assert decide_some(run, shard) == 1


def test_the_sweep_finds_an_import_that_nobody_is_at(workspace, monkeypatch):
    from datetime import timedelta

    told: list[Import] = []
    monkeypatch.setattr(tasks, "nudge_import", told.append)
    with use_fakes():
        run = take_in(workspace, "Plays the tuba.")
        tasks.sweep_imports()
        assert told == []  # somebody may be at it
        old = run.worked_at - timedelta(minutes=5)
        Import.objects.update(worked_at=old)
        tasks.sweep_imports()
        tasks.sweep_imports()
        assert told == [run]  # once for each time it was lost
        Import.objects.update(worked_at=old)
        work(run)
        tasks.sweep_imports()
        assert told == [run]


def test_the_task_decides_a_batch_and_comes_back(workspace, monkeypatch):
    monkeypatch.setattr(batches, "BATCH", 10)
    again: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        tasks.decide_import, "apply_async", lambda args, **options: again.append((*args, options))
    )
    with use_fakes():
        run = take_in(workspace, *(f"Owns tuba {n}." for n in range(15)))
        (shard,) = waiting_shards(run)
        tasks.decide_import(run.id, shard)
        assert [call[:2] for call in again] == [(run.id, shard)]
        tasks.decide_import(run.id, shard)
        tasks.decide_import(run.id, shard)
        tasks.decide_import("imp_0000000000zz", shard)
    assert len(again) == 1
    run.refresh_from_db()
    assert run.state == Import.State.DONE
