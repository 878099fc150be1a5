"""Why an LLM could not be used, by name."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """What went wrong; it is stored with the claims that the rules read instead."""

    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    SERVER_ERROR = "server_error"
    BUSY = "busy"
    DENIED = "denied"
    REJECTED = "rejected"
    UNUSABLE = "unusable_answer"
    UNFOUNDED = "unfounded_answer"
    SUSPENDED = "suspended"

    @property
    def passes(self) -> bool:
        """Whether it may well have passed in a moment, so that asking again is worth it."""
        return self in {self.TIMEOUT, self.UNREACHABLE, self.SERVER_ERROR, self.BUSY}


SENTENCES: dict[Fault, str] = {
    Fault.TIMEOUT: "it took longer than PALIMPSEST_LLM_TIMEOUT",
    Fault.UNREACHABLE: "it could not be reached; check PALIMPSEST_LLM_BASE_URL and that it runs",
    Fault.SERVER_ERROR: "it answered with an error of its own",
    Fault.BUSY: "it asked to come back later (429)",
    Fault.DENIED: "it refused the key, the model or the address; check the PALIMPSEST_LLM_ variables",
    Fault.REJECTED: "it rejected the request; it must know response_format json_schema",
    Fault.UNUSABLE: "its answers did not keep to the schema",
    Fault.UNFOUNDED: "its answers held claims that nobody had said",
    Fault.SUSPENDED: "it failed several times in a row",
}


class LlmError(Exception):
    """The LLM gave nothing that can be used. Holds no text of a request or an answer.

    wait: seconds that the endpoint asked to wait, where it did.
    """

    def __init__(self, fault: Fault, *, wait: float | None = None) -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.wait = wait
