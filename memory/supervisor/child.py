"""A program that the supervisor starts in the foreground, watches and stops."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from memory.supervisor.account import Account

# Marks every process of a data folder, so that a later start can find what an earlier one left.
MARK = "PALIMPSEST_SUPERVISED"
LOG_LIMIT = 5 * 1024 * 1024  # bytes; a longer log is put aside when its program starts

_PR_SET_PDEATHSIG = 1
_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


class Child:
    """One program. Its own process group, so that a Ctrl-C in the terminal reaches us first.

    `stops` lists the signals that end it and how many seconds each has; after the last one the
    whole group is killed. When the supervisor dies, the kernel sends the first signal.
    `before` is called before every start, the restarts included.
    Start it from the main thread: the kernel's rule speaks of the thread that started it.
    """

    def __init__(
        self,
        name: str,
        argv: list[str],
        *,
        log: Path,
        environ: Mapping[str, str],
        account: Account | None = None,
        cwd: Path | None = None,
        stops: tuple[tuple[signal.Signals, float], ...] = ((signal.SIGTERM, 15.0),),
        before: Callable[[Child], None] = lambda child: None,
    ) -> None:
        self.name = name
        self.argv = argv
        self.log = log
        self.environ = dict(environ)
        self.account = account
        self.cwd = cwd
        self.stops = stops
        self.before = before
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> subprocess.Popen[bytes]:
        """Start it; OSError when the program cannot be executed."""
        self.before(self)
        _put_aside(self.log)
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.argv,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=self.environ,
                cwd=self.cwd,
                umask=0o077,
                start_new_session=True,
                preexec_fn=_die_with_parent(self.stops[0][0]),
                user=self.account.uid if self.account else None,
                group=self.account.gid if self.account else None,
                extra_groups=[] if self.account else None,
            )
        return self.process

    @property
    def pid(self) -> int | None:
        return self.process.pid if self.process else None

    @property
    def exit_code(self) -> int | None:
        """None before, while it runs and after `stop`; minus the signal's number if one ended it."""
        return self.process.poll() if self.process else None

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        """End it, politely first, and wait until it is gone. Nothing happens if it is gone."""
        if self.process is None:
            return
        for number, seconds in self.stops:
            if not self.running:
                break
            self.process.send_signal(number)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                continue
        # Whatever is left of the group: the program itself, or helpers that it left behind.
        with suppress(ProcessLookupError, PermissionError):  # empty, or zombies only
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None  # its number may be somebody else's from now on

    def last_line(self) -> str:
        """The last line of its log, where a program that failed says why."""
        try:
            lines = self.log.read_text(errors="replace").strip().splitlines()
        except OSError:
            return ""
        return lines[-1].strip() if lines else ""


def _put_aside(log: Path) -> None:
    if log.exists() and log.stat().st_size > LOG_LIMIT:
        log.replace(log.with_suffix(".log.1"))


def _die_with_parent(number: signal.Signals) -> Callable[[], None] | None:
    """What the new process does before it becomes the program. Linux only; elsewhere nothing."""
    if _prctl is None:
        return None
    parent, prctl = os.getpid(), _prctl

    def arrange() -> None:
        prctl(_PR_SET_PDEATHSIG, int(number))
        if os.getppid() != parent:  # it died before we could ask
            os._exit(1)

    return arrange
