"""What the log may say: where something went wrong and the error's name, never what was said.

An error's message may quote a statement, and the address of a request may hold a link that opens
somebody's page, or the chatbot's id of a person. So neither is written, whoever logs it.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from types import TracebackType

Info = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class PlacesOnly(logging.Formatter):
    """Writes an exception as the places in the code that it came through, and its name."""

    def formatException(self, ei: Info) -> str:
        """The places with the names of the error and of those that caused it."""
        _, error, places = ei
        names = " from ".join(type(one).__name__ for one in _with_causes(error))
        return "".join(traceback.format_tb(places)) + names


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


class NothingSaid(logging.Filter):
    """Takes addresses and messages of errors out of what Django, Celery and gunicorn put into a
    line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Never drops a line."""
        request = getattr(record, "request", None)
        if request is not None and isinstance(record.args, tuple):
            match = getattr(request, "resolver_match", None)
            told = str(match.route) if match else "an address that is not ours"
            path = getattr(request, "path", None)
            record.args = tuple(told if one == path else one for one in record.args)
        if record.name == "gunicorn.error" and isinstance(record.args, tuple):
            told = "an address"
            record.args = tuple(
                told if isinstance(one, str) and one.startswith("/") else one for one in record.args
            )
        if isinstance(record.args, dict) and "exc" in record.args:  # of a task that failed
            name = str(record.args["exc"]).partition("(")[0]
            record.args = {**record.args, "exc": name, "traceback": ""}
        return True
