"""Keeps one child running: notices that it ended, says so, and starts it again later and later."""

from __future__ import annotations

import time

from memory.supervisor.child import Child

LONGEST_DELAY = 60.0  # seconds
STEADY_AFTER = 60.0  # seconds; having run that long, its earlier ends are forgotten


class Keeper:
    """Watches a child that was started. Call `look` often."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.failures = 0
        self.started = time.monotonic()
        self.due: float | None = None

    def look(self) -> str | None:
        """Do what is due now; return a sentence when there is news."""
        now = time.monotonic()
        if self.due is not None:
            return self._start_again(now) if now >= self.due else None
        if self.child.running:
            return None
        return self._ended(now)

    def _ended(self, now: float) -> str:
        if now - self.started > STEADY_AFTER:
            self.failures = 0
        delay = min(2.0**self.failures, LONGEST_DELAY)
        self.failures += 1
        self.due = now + delay
        code = self.child.exit_code
        self.child.stop()  # what is left of its group
        how = f"by signal {-code}" if code is not None and code < 0 else f"with exit code {code}"
        return (
            f"{self.child.name} ended {how} (see {self.child.log}); "
            f"it is started again in {delay:.0f} s."
        )

    def _start_again(self, now: float) -> str | None:
        self.due = None
        self.started = now
        try:
            self.child.start()
        except OSError as error:
            return f"{self.child.name} cannot be started: {error}."
        return f"{self.child.name} runs again."
