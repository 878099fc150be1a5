"""One shape for every refusal: a code for programs, a sentence for people, the field at fault.

{"error": {"code": "invalid", "message": "…", "field": "turns.0.content", "fields": […]}}
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from memory.errors import (
    ConflictError,
    InvalidError,
    NotFoundError,
    PalimpsestError,
    UnavailableError,
)

logger = logging.getLogger(__name__)

STATUSES: list[tuple[type[PalimpsestError], int]] = [
    (NotFoundError, 404),
    (InvalidError, 400),
    (ConflictError, 409),
    (UnavailableError, 503),
]
UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION = "23505", "23503"  # PostgreSQL's codes
RETRY_AFTER = 10
"""Seconds after which a part that does not answer is worth another try."""


class TooLargeError(exceptions.APIException):
    status_code = 413
    default_code = "too_large"
    default_detail = "The request is too large; send it in several smaller ones."


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response:
    """The answer to whatever a view raised. The unexpected is logged and answered as 500."""
    set_rollback()
    if isinstance(error, PalimpsestError):
        return _own(error)
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    if isinstance(error, Http404):
        return refusal(404, "not_found", "There is nothing at this address.")
    if isinstance(error, exceptions.APIException):
        return _framework(error)
    if isinstance(error, ObjectDoesNotExist):
        return refusal(404, "not_found", "It was erased while this request was running.")
    if isinstance(error, IntegrityError) and _crossed(error):
        return _own(ConflictError("It changed at this very moment; look again and retry."))
    if isinstance(error, OperationalError | InterfaceError):
        return _own(UnavailableError("The database does not answer now; try again in a moment."))
    return _unexpected(error, context)


def _crossed(error: IntegrityError) -> bool:
    """Whether another request was quicker: it made the same row, or removed one needed here."""
    state = getattr(error.__cause__, "sqlstate", "")
    return state in {UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION}


def refusal(
    status: int,
    code: str,
    message: str,
    *,
    field: str = "",
    fields: list[dict[str, str]] | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """An error in the one shape; `field` and `fields` only where something was sent wrongly."""
    error: dict[str, object] = {"code": code, "message": message}
    if field:
        error["field"] = field
        error["fields"] = fields or [{"field": field, "message": message}]
    response = Response({"error": error}, status=status, headers=headers)
    # Django would log the address of every refusal, and with it the chatbot's id of a person.
    vars(response)["_has_been_logged"] = True
    return response


def _own(error: PalimpsestError) -> Response:
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), 400)
    wait = getattr(error, "retry_after", RETRY_AFTER if status == 503 else None)
    headers = {"Retry-After": str(wait)} if wait else None
    return refusal(status, error.code, error.message, field=error.field, headers=headers)


def _invalid(error: exceptions.ValidationError) -> Response:
    fields = [{"field": name, "message": text} for name, text in flatten(error.detail)]
    first = fields[0]
    named = f"{first['field']}: {first['message']}" if first["field"] else first["message"]
    return refusal(400, "invalid", named, field=first["field"], fields=fields)


def flatten(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Nested messages as (field, message): `{"turns": [{}, {"role": [m]}]}` as `turns.1.role`."""
    if isinstance(detail, str):
        yield path, str(detail)
        return
    pairs = detail.items() if isinstance(detail, Mapping) else enumerate(detail)
    for name, inner in pairs:
        own = name == "non_field_errors" or isinstance(inner, str)
        yield from flatten(inner, path if own else f"{path}.{name}".lstrip("."))


def _framework(error: exceptions.APIException) -> Response:
    """What Django REST framework refuses, with what to do added where it does not say."""
    message, headers = str(error.detail), {}
    code = str(getattr(error.detail, "code", error.default_code))
    if isinstance(error, exceptions.Throttled):
        wait = int(getattr(error, "wait", None) or 1)
        headers["Retry-After"] = str(wait)
        message = f"This API key asks too often; wait {wait} seconds."
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if isinstance(error, exceptions.ParseError):
        code, message = "invalid_json", f"The body is not valid JSON: {message}."
    if isinstance(error, exceptions.UnsupportedMediaType):
        message = "Send JSON, with the header `Content-Type: application/json`."
    if isinstance(error, exceptions.MethodNotAllowed):
        message = f"{message} The header Allow names those that are."
    return refusal(error.status_code, code, message, headers=headers)


def _unexpected(error: Exception, context: Mapping[str, Any]) -> Response:
    """Logged as places in the code only: a message may quote what a person said."""
    places = "".join(traceback.format_tb(error.__traceback__))
    view = type(context.get("view")).__name__
    logger.error("%s in %s\n%s", type(error).__name__, view, places)
    return refusal(500, "error", "Something went wrong here; it was logged. Try again later.")
