"""A child that ends is started again, later every time."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from memory.supervisor import keeper
from memory.supervisor.child import Child
from memory.supervisor.keeper import Keeper


class Clock:
    """A monotonic clock that stands still until it is told."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(keeper, "time", clock)
    return clock


def ending(folder: Path) -> Child:
    child = Child("worker", [sys.executable, "-c", "raise SystemExit(7)"],
                  log=folder / "worker.log", environ=os.environ)  # fmt: skip
    child.start().wait()
    return child


def end_once_more(watch: Keeper, clock: Clock, after: float) -> str | None:
    """Let the time pass, see it started, and wait for its next end."""
    clock.now += after
    assert watch.look() == "worker runs again."
    assert watch.child.process is not None
    watch.child.process.wait()
    return watch.look()


def test_an_end_is_told_with_its_code_its_log_and_what_follows(
    tmp_path: Path, clock: Clock
) -> None:
    news = Keeper(ending(tmp_path)).look()
    assert news == (
        f"worker ended with exit code 7 (see {tmp_path}/worker.log); it is started again in 1 s."
    )


def test_a_signal_is_named(tmp_path: Path, clock: Clock) -> None:
    child = Child("web", ["sleep", "60"], log=tmp_path / "web.log", environ=os.environ)
    process = child.start()
    process.kill()
    process.wait()
    assert "web ended by signal 9" in (Keeper(child).look() or "")


def test_nothing_is_started_before_its_time(tmp_path: Path, clock: Clock) -> None:
    watch = Keeper(ending(tmp_path))
    watch.look()
    clock.now += 0.9
    assert watch.look() is None
    assert not watch.child.running


def test_the_delay_doubles_up_to_a_minute(tmp_path: Path, clock: Clock) -> None:
    watch = Keeper(ending(tmp_path))
    watch.look()
    for before, after in ((1, 2), (2, 4), (4, 8), (8, 16), (16, 32), (32, 60), (60, 60)):
        assert f"again in {after} s" in (end_once_more(watch, clock, before) or "")


def test_a_child_that_ran_for_a_while_starts_afresh(tmp_path: Path, clock: Clock) -> None:
    watch = Keeper(ending(tmp_path))
    watch.look()
    end_once_more(watch, clock, 1)
    clock.now += 2
    watch.look()
    assert watch.child.process is not None
    watch.child.process.wait()
    clock.now += 61
    assert "again in 1 s" in (watch.look() or "")
