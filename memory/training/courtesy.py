"""Long training beside other work: use the cores that nobody else wants at the moment."""

from __future__ import annotations

import os
from pathlib import Path

LOAD = Path("/proc/loadavg")


def free_threads(load: Path = LOAD) -> int:
    """How many threads to compute with now: the cores less what else is ready to run, at least one.

    Threads that work on one product wait for the slowest. Where another program holds a core, one
    thread on the free core is several times as fast as two of which one hardly runs.
    """
    cores = os.cpu_count() or 1
    try:
        runnable = int(load.read_text(encoding="ascii").split()[3].split("/")[0])
    except (OSError, ValueError, IndexError):
        return cores
    return max(1, cores - max(0, runnable - 1))
