"""What an earlier start left behind is found by its mark, never by its number alone."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from memory.supervisor.child import MARK
from memory.supervisor.leftovers import alive, end_leftovers, leftovers


def sleeper(data: Path, script: str = "exec sleep 60") -> subprocess.Popen[bytes]:
    return subprocess.Popen(["sh", "-c", script], env=os.environ | {MARK: str(data)})


def test_only_the_processes_of_this_data_folder_are_found(tmp_path: Path) -> None:
    ours, other = sleeper(tmp_path / "a"), sleeper(tmp_path / "b")
    time.sleep(0.1)
    assert leftovers(tmp_path / "a") == [ours.pid]
    assert end_leftovers(tmp_path / "a") == 1
    assert ours.wait() < 0
    assert other.poll() is None
    other.kill()
    other.wait()


def test_a_stubborn_one_is_killed(tmp_path: Path) -> None:
    stubborn = sleeper(tmp_path, "trap '' INT; while true; do sleep 0.1; done")
    time.sleep(0.2)
    end_leftovers(tmp_path, patience=0.3)
    assert stubborn.wait() == -9


def test_a_zombie_is_not_alive(tmp_path: Path) -> None:
    process = sleeper(tmp_path, "exit 0")
    while alive(process.pid):
        time.sleep(0.01)
    assert Path(f"/proc/{process.pid}").exists()  # the number is still taken
    assert leftovers(tmp_path) == []
    process.wait()
