"""The same write sent twice is done once: the header `Idempotency-Key`.

The first request writes a row before it begins; the unique constraint lets only one do so. Its
answer is kept in that row and replayed for 24 hours. A refused request wrote nothing and frees
the key; so does one that never came to its end, after five minutes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from memory.errors import ConflictError, InvalidError
from memory.models import IdempotencyRecord, Workspace

if TYPE_CHECKING:  # the views import this module while they load
    from memory.api.base import ApiView

Handler = Callable[..., Response]
HEADER = "Idempotency-Key"
KEPT_FOR = timedelta(hours=24)
GIVEN_UP_AFTER = timedelta(minutes=5)


class KeyReusedError(ConflictError):
    code = "idempotency_key_reused"


class StillRunningError(ConflictError):
    code = "idempotency_key_running"
    retry_after = 2


def idempotent(handler: Handler) -> Handler:
    """Let a view's write take an Idempotency-Key."""

    @wraps(handler)
    def once(view: ApiView, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(HEADER)
        if key is None:
            return handler(view, request, *args, **kwargs)
        record, mine = _begin(view.workspace, _checked(key), _hash(request))
        if not mine:
            return _replay(record)
        view.record = record
        try:
            response = handler(view, request, *args, **kwargs)
        except BaseException:
            _free(record)
            raise
        _keep(record, response)
        return response

    vars(once)["is_idempotent"] = True
    return once


def is_idempotent(handler: Handler) -> bool:
    """Whether the handler takes an Idempotency-Key."""
    return getattr(handler, "is_idempotent", False)


def prune() -> int:
    """Remove the records that are no longer replayed; answers how many."""
    old = IdempotencyRecord.objects.filter(created_at__lt=timezone.now() - KEPT_FOR)
    return old.delete()[0]


def _checked(key: str) -> str:
    if not 0 < len(key) <= 100 or not (key.isascii() and key.isprintable()):
        raise InvalidError(f"{HEADER} must have 1 to 100 printable characters.", field=HEADER)
    return key


def _hash(request: Request) -> str:
    """What makes two requests the same: method, path, query and body."""
    head = f"{request.method} {request.get_full_path()}\n"
    return hashlib.sha256(head.encode() + request.body).hexdigest()


def _begin(workspace: Workspace, key: str, request_hash: str) -> tuple[IdempotencyRecord, bool]:
    """The key's record, and whether this request is the one that does the work."""
    try:
        with transaction.atomic():
            record = IdempotencyRecord.objects.create(
                workspace=workspace, key=key, request_hash=request_hash
            )
        return record, True
    except IntegrityError:
        return _found(workspace, key, request_hash)


def _found(workspace: Workspace, key: str, request_hash: str) -> tuple[IdempotencyRecord, bool]:
    record = IdempotencyRecord.objects.filter(workspace=workspace, key=key).first()
    if record is None:  # freed in this very moment
        raise StillRunningError(f"A request with this {HEADER} has just ended; send it again.")
    age = timezone.now() - record.created_at
    if age > (GIVEN_UP_AFTER if record.status is None else KEPT_FOR):
        return _take_over(record, request_hash), True
    if record.request_hash != request_hash:
        raise KeyReusedError(
            f"This {HEADER} belongs to another request; use a new one for this.", field=HEADER
        )
    if record.status is None:
        raise StillRunningError(f"The first request with this {HEADER} is still running; wait.")
    return record, False


def _take_over(record: IdempotencyRecord, request_hash: str) -> IdempotencyRecord:
    """Begin anew on an old record; of two that try, one does."""
    now = timezone.now()
    taken = _same(record).update(
        created_at=now, request_hash=request_hash, subject_ref="", status=None, body=None
    )
    if not taken:
        raise StillRunningError(f"The first request with this {HEADER} is still running; wait.")
    record.created_at = now
    return record


def _same(record: IdempotencyRecord) -> QuerySet[IdempotencyRecord]:
    """The row, unless another request took it over or an erasure removed it."""
    return IdempotencyRecord.objects.filter(pk=record.pk, created_at=record.created_at)


def _keep(record: IdempotencyRecord, response: Response) -> None:
    """Keep the answer; an erasure meanwhile has removed the row, and then nothing is kept."""
    body = json.loads(JSONRenderer().render(response.data) or b"null")
    _same(record).update(status=response.status_code, body=body)


def _free(record: IdempotencyRecord) -> None:
    with suppress(DatabaseError), transaction.atomic():
        _same(record).delete()


def _replay(record: IdempotencyRecord) -> Response:
    return Response(record.body, status=record.status, headers={"Idempotency-Replayed": "true"})
