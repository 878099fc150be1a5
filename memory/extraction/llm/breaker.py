"""The circuit breaker: an endpoint that keeps failing is left alone for a while.

Its state is in the cache, so that all processes share it. A cache that is away or empty means
that the endpoint is asked.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache
from redis.exceptions import RedisError

from memory.extraction.llm.endpoint import Endpoint
from memory.extraction.llm.faults import SENTENCES, Fault, LlmError

logger = logging.getLogger(__name__)

FAILURES = 3
"""In a row; then the circuit opens. A key that is refused opens it at once."""

OPEN_FOR = 60
"""Seconds until one process may try again."""

LONGEST_HOLD = 3600.0
"""Seconds that a Retry-After is believed."""

REMEMBERED = 600
"""Seconds that a fault is told to whoever asks how things are."""

Answer = TypeVar("Answer")


class Breaker:
    """The state of one endpoint, model and key."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._timeout = int(endpoint.timeout) + 1
        self._name = f"llm:{endpoint.mark}"

    def refuse(self) -> None:
        """Raise LlmError where the endpoint is not to be asked now."""
        until = _quietly(lambda: cache.get(self._key("busy")), otherwise=None)
        if until and until > time.time():
            raise LlmError(Fault.BUSY, wait=until - time.time())
        if _quietly(lambda: cache.get(self._key("open")), otherwise=None):
            raise LlmError(Fault.SUSPENDED)
        failures = _quietly(lambda: cache.get(self._key("failures")), otherwise=0) or 0
        # After a while one tries, and the others go on waiting for what it finds.
        if failures >= FAILURES and not _quietly(
            lambda: cache.add(self._key("trial"), 1, timeout=self._timeout), otherwise=True
        ):
            raise LlmError(Fault.SUSPENDED)

    def succeeded(self) -> None:
        """The endpoint works: close the circuit."""
        names = ("busy", "open", "failures", "trial", "fault")
        _quietly(lambda: cache.delete_many([self._key(name) for name in names]), otherwise=None)

    def failed(self, error: LlmError) -> None:
        """Count the failure, and open the circuit where it is one too many."""
        self.note(error.fault)
        if error.fault is Fault.BUSY:
            hold = min(error.wait or 0.0, LONGEST_HOLD)
            until = time.time() + hold
            _quietly(
                lambda: cache.set(self._key("busy"), until, timeout=int(hold) + 1), otherwise=None
            )
        elif _quietly(lambda: self._count(error.fault), otherwise=0) >= FAILURES:
            _quietly(lambda: cache.set(self._key("open"), 1, timeout=OPEN_FOR), otherwise=None)
            _quietly(lambda: cache.delete(self._key("trial")), otherwise=None)
            logger.warning("the LLM is left alone for %d s: %s", OPEN_FOR, error.fault)

    def note(self, fault: Fault) -> None:
        """Remember why the rules read in its place, for `remark`."""
        _quietly(
            lambda: cache.set(self._key("fault"), fault.value, timeout=REMEMBERED), otherwise=None
        )

    def remark(self) -> str | None:
        """What an operator should know, as a sentence; None where all is well."""
        fault = _quietly(lambda: cache.get(self._key("fault")), otherwise=None)
        if not fault:
            return None
        return (
            f"The LLM could not be used lately: {SENTENCES[Fault(fault)]}. Messages are read by "
            "the built-in rules meanwhile."
        )

    def _count(self, fault: Fault) -> int:
        name = self._key("failures")
        cache.add(name, 0, timeout=None)
        if fault is Fault.DENIED:
            cache.set(name, FAILURES, timeout=None)
        return cache.incr(name)

    def _key(self, name: str) -> str:
        return f"{self._name}:{name}"


def _quietly(do: Callable[[], Answer], *, otherwise: Answer) -> Answer:
    """What it answers; `otherwise` where the cache does not."""
    try:
        return do()
    except (RedisError, OSError, ValueError):
        return otherwise
