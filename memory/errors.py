"""What can go wrong, by name. Messages are sentences for people; the doors choose the status."""

from __future__ import annotations


class PalimpsestError(Exception):
    """A refusal with a sentence that says what to do; `code` is for programs."""

    code = "error"

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class NotFoundError(PalimpsestError):
    """No such row in this workspace; also for rows of another one, so that nobody can probe."""

    code = "not_found"


class InvalidError(PalimpsestError):
    """The input cannot be taken; `field` names it."""

    code = "invalid"


class ConflictError(PalimpsestError):
    """The row changed, or the step does not fit its state; nothing was written."""

    code = "conflict"


class UnavailableError(PalimpsestError):
    """A part that is needed (database, broker, model) does not answer; try again."""

    code = "unavailable"
