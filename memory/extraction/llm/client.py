"""One question to an OpenAI-compatible chat endpoint, within a time and a size.

Neither what is asked nor what is answered is logged or stands in an error.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any

import httpx2
from pydantic import BaseModel, ValidationError

from memory.extraction.llm.endpoint import Endpoint
from memory.extraction.llm.faults import SENTENCES, Fault, LlmError
from memory.extraction.llm.request import Message
from memory.extraction.llm.schema import response_format

LARGEST = 1_000_000
"""Bytes of an answer."""

USUAL_WAIT = 30.0
"""Seconds to wait where an endpoint is busy and does not say for how long."""

_DENIALS = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}


class _Said(BaseModel):
    content: str | None


class _Choice(BaseModel):
    message: _Said


class _Completion(BaseModel):
    choices: list[_Choice]


def complete(
    endpoint: Endpoint,
    messages: Sequence[Message],
    *,
    deadline: float,
    shape: dict[str, Any] | None = None,
) -> str:
    """What the model answers. deadline: on the clock of `time.monotonic`. shape: the
    `response_format` of the answer; that of claims if None.

    Raises LlmError with its fault: unreachable, too late, busy, denied, or no answer in it.
    """
    body = _post(endpoint, messages, deadline, shape or response_format())
    try:
        completion = _Completion.model_validate_json(body)
    except ValidationError:
        raise LlmError(Fault.UNUSABLE) from None
    content = completion.choices[0].message.content if completion.choices else None
    if not content:
        raise LlmError(Fault.UNUSABLE)
    return content


def answers(endpoint: Endpoint) -> str | None:
    """Why the endpoint cannot be used, as part of a sentence; None where it can.

    It asks for the shortest answer of the right shape: so the key, the model and the schema are
    tried as well.
    """
    question: list[Message] = [{"role": "user", "content": 'Answer {"claims": []}.'}]
    try:
        complete(endpoint, question, deadline=time.monotonic() + endpoint.timeout)
    except LlmError as error:
        return SENTENCES[error.fault]
    return None


def _post(
    endpoint: Endpoint, messages: Sequence[Message], deadline: float, shape: dict[str, Any]
) -> bytes:
    asked = {
        "model": endpoint.model,
        "messages": list(messages),
        "response_format": shape,
    }
    headers = {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    try:
        with (
            httpx2.Client(timeout=_left(deadline)) as client,
            client.stream("POST", endpoint.url, json=asked, headers=headers) as answer,
        ):
            _check(answer)
            return _read(answer, deadline)
    except httpx2.TimeoutException:
        raise LlmError(Fault.TIMEOUT) from None
    except httpx2.DecodingError:
        raise LlmError(Fault.UNUSABLE) from None
    except httpx2.HTTPError:
        raise LlmError(Fault.UNREACHABLE) from None


def _left(deadline: float) -> float:
    """Seconds until then; raises LlmError where there are none."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise LlmError(Fault.TIMEOUT)
    return left


def _read(answer: httpx2.Response, deadline: float) -> bytes:
    """The body. Each piece may come late; together they may not."""
    body = bytearray()
    for piece in answer.iter_bytes():
        body += piece
        if len(body) > LARGEST:
            raise LlmError(Fault.UNUSABLE)
        _left(deadline)
    return bytes(body)


def _check(answer: httpx2.Response) -> None:
    status, later = answer.status_code, answer.headers.get("Retry-After")
    if status == HTTPStatus.OK:
        return
    if status == HTTPStatus.TOO_MANY_REQUESTS or (
        status == HTTPStatus.SERVICE_UNAVAILABLE and later
    ):
        raise LlmError(Fault.BUSY, wait=seconds_to_wait(later, now=datetime.now(UTC)))
    if status in _DENIALS:
        raise LlmError(Fault.DENIED)
    raise LlmError(Fault.SERVER_ERROR if status >= 500 else Fault.REJECTED)


def seconds_to_wait(header: str | None, *, now: datetime) -> float:
    """What a Retry-After header says, which gives seconds or a date."""
    if not header:
        return USUAL_WAIT
    try:
        seconds = float(header)
    except ValueError:
        try:
            moment = parsedate_to_datetime(header)
        except ValueError:
            return USUAL_WAIT
        seconds = (moment.astimezone(UTC) - now).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else USUAL_WAIT
