"""The one error of the supervisor: a sentence that says what is wrong and what to do."""

from __future__ import annotations


class SupervisorError(Exception):
    """Shown to the person as it is; the start ends with exit code 1."""
