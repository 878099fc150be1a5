"""Processes that an earlier start left behind, found by the mark in their environment.

A process number proves nothing: it may be a zombie that nobody reaps, or somebody else by now.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from memory.supervisor.child import MARK

PROC = Path("/proc")  # absent outside Linux: then there is nothing to see


def alive(pid: int) -> bool:
    """Whether a process runs. A zombie does not."""
    try:
        stat = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return False
    state = stat.rpartition(")")[2].split()[0]
    return state not in "ZX"


def leftovers(data: Path) -> list[int]:
    """Running processes, ourselves excepted, that carry this data folder's mark."""
    mark = f"{MARK}={data}".encode()
    numbers = [int(entry.name) for entry in PROC.glob("[0-9]*")] if PROC.exists() else []
    return [pid for pid in numbers if pid != os.getpid() and _carries(pid, mark) and alive(pid)]


def _carries(pid: int, mark: bytes) -> bool:
    try:
        return mark in (PROC / str(pid) / "environ").read_bytes().split(b"\0")
    except OSError:  # gone meanwhile, or another user's
        return False


def end_leftovers(data: Path, *, patience: float = 20.0) -> int:
    """End what an earlier start left on this data folder; say how many there were.

    They may be ending already, for the kernel told them when their supervisor died.
    SIGINT is PostgreSQL's fast shutdown and ends the others too.
    """
    found = leftovers(data)
    _send(found, signal.SIGINT)
    deadline = time.monotonic() + patience
    while (left := leftovers(data)) and time.monotonic() < deadline:
        time.sleep(0.1)
    _send(left, signal.SIGKILL)
    while left and leftovers(data) and time.monotonic() < deadline + 5:
        time.sleep(0.1)
    return len(found)


def _send(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, number)
