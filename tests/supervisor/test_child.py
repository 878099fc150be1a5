"""A child starts, writes its log and ends; nothing of it stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from memory.supervisor.account import Account
from memory.supervisor.child import LOG_LIMIT, Child
from memory.supervisor.endpoints import REPOSITORY
from memory.supervisor.leftovers import alive

STUBBORN = "trap '' TERM; echo ready; while true; do sleep 0.1; done"


def shell(script: str, folder: Path, **options: object) -> Child:
    return Child("shell", ["sh", "-c", script], log=folder / "shell.log",
                 environ={"PATH": os.environ["PATH"]}, **options)  # type: ignore[arg-type]  # fmt: skip


def until(condition: Callable[[], object], seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.02)


def test_its_output_goes_to_its_log(tmp_path: Path) -> None:
    child = shell("echo first; echo last >&2; exit 3", tmp_path)
    assert child.start().wait() == 3
    assert child.exit_code == 3
    assert child.last_line() == "last"


def test_stopping_a_child_that_ended_does_nothing(tmp_path: Path) -> None:
    child = shell("exit 0", tmp_path)
    child.stop()
    child.start().wait()
    child.stop()
    child.stop()
    assert not child.running


def test_a_child_that_ignores_the_polite_signal_is_killed(tmp_path: Path) -> None:
    child = shell(STUBBORN, tmp_path, stops=((signal.SIGTERM, 0.3),))
    process = child.start()
    until(child.last_line)
    child.stop()
    assert process.returncode == -signal.SIGKILL


def test_helpers_of_a_child_end_with_it(tmp_path: Path) -> None:
    child = shell("sleep 60 & echo $!; wait", tmp_path)
    child.start()
    until(child.last_line)
    helper = int(child.last_line())
    child.stop()
    until(lambda: not alive(helper))


def test_a_child_dies_with_its_parent(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from memory.supervisor.child import Child;"
        "child = Child('c', ['sleep', '60'], log=Path(sys.argv[1]), environ=os.environ);"
        "print(child.start().pid, flush=True); sys.stdin.read()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "c.log")],
        cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert alive(child)
    parent.kill()
    parent.communicate()
    until(lambda: not alive(child))


def test_a_long_log_is_put_aside_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "shell.log").write_bytes(b"x" * (LOG_LIMIT + 1))
    child = shell("echo new", tmp_path)
    child.start().wait()
    assert (tmp_path / "shell.log").read_text() == "new\n"
    assert (tmp_path / "shell.log.1").stat().st_size == LOG_LIMIT + 1


def test_started_by_root_it_runs_as_its_account(tmp_path: Path, account: Account | None) -> None:
    child = shell("id -u; id -G", tmp_path, account=account, cwd=Path("/"))
    child.start().wait()
    wanted = (account.uid, account.gid) if account else (os.getuid(), None)
    lines = child.log.read_text().split("\n")
    assert int(lines[0]) == wanted[0]
    if account:
        assert lines[1] == str(account.gid)
